import type { Eventual } from './eventual.js';

/** What a handler of a phase decides about its subject: a request or a session. */
export type Decision<PhaseName extends string> =
  /** On to the next handler. */
  | { readonly kind: 'declined' }
  /** On to the next phase. */
  | { readonly kind: 'passed' }
  /** Nothing else is to be done: there is an answer, or the client is gone. */
  | { readonly kind: 'answered' }
  /** The host refuses the subject with a status. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The subject was sent elsewhere and goes through the phases again, from this one. */
  | { readonly kind: 'redirected'; readonly to: PhaseName };

export const declined = { kind: 'declined' } as const;
export const passed = { kind: 'passed' } as const;
export const answered = { kind: 'answered' } as const;

/** What a module does in a phase. */
export interface PhaseHandler<Subject, PhaseName extends string> {
  readonly phase: PhaseName;
  readonly handle: (subject: Subject) => Eventual<Decision<PhaseName>>;
}

/** How a subject left the phases: `through` when no handler answered or refused it. */
export type PhasesOutcome<PhaseName extends string> =
  | Exclude<Decision<PhaseName>, { readonly kind: 'declined' | 'passed' }>
  | { readonly kind: 'through' };

/** The handlers of all modules in the order in which a subject meets them. */
export class Phases<Subject, PhaseName extends string> {
  readonly #names: readonly PhaseName[];
  readonly #handlers: readonly PhaseHandler<Subject, PhaseName>[];

  /** `names` are in the order of the phases; handlers of one phase stay in theirs. */
  constructor(names: readonly PhaseName[], handlers: readonly PhaseHandler<Subject, PhaseName>[]) {
    this.#names = names;
    this.#handlers = names.flatMap((name) => handlers.filter(({ phase }) => phase === name));
  }

  /** Takes a subject through the phases, from the first one or from another. Whoever redirects it enters again. */
  run(subject: Subject, from?: PhaseName): Eventual<PhasesOutcome<PhaseName>> {
    return this.#runFrom(from === undefined ? 0 : this.#firstFrom(this.#names.indexOf(from)), subject);
  }

  /** Goes from handler to handler, and waits for none that has decided when it returns. */
  #runFrom(first: number, subject: Subject): Eventual<PhasesOutcome<PhaseName>> {
    let at = first;
    for (;;) {
      const handler = this.#handlers[at];
      if (handler === undefined) return { kind: 'through' };
      const decided = handler.handle(subject);
      if (decided instanceof Promise) return this.#runBehind(at, decided, subject);
      const next = this.#after(at, decided);
      if (typeof next !== 'number') return next;
      at = next;
    }
  }

  async #runBehind(
    at: number,
    decided: Promise<Decision<PhaseName>>,
    subject: Subject,
  ): Promise<PhasesOutcome<PhaseName>> {
    const next = this.#after(at, await decided);
    return typeof next === 'number' ? this.#runFrom(next, subject) : next;
  }

  /** The place of the next handler behind one that has decided, or how the subject leaves the phases. */
  #after(at: number, decision: Decision<PhaseName>): PhasesOutcome<PhaseName> | number {
    if (decision.kind === 'declined') return at + 1;
    return decision.kind === 'passed' ? this.#firstBehind(at) : decision;
  }

  /** The first handler of a phase behind that of another handler. */
  #firstBehind(at: number): number {
    const phase = this.#handlers[at]?.phase;
    const found = this.#handlers.findIndex((handler, place) => place > at && handler.phase !== phase);
    return found < 0 ? this.#handlers.length : found;
  }

  /** The first handler of a phase or of one after it. */
  #firstFrom(phase: number): number {
    const found = this.#handlers.findIndex((handler) => this.#names.indexOf(handler.phase) >= phase);
    return found < 0 ? this.#handlers.length : found;
  }
}
