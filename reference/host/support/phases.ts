import type { Eventual } from './eventual.js';

/** The decision of a phase handler about its subject: a request or a session. */
export type Decision<PhaseName extends string> =
  /** Continues with the next handler. */
  | { readonly kind: 'declined' }
  /** Continues with the next phase. */
  | { readonly kind: 'passed' }
  /** Nothing else has to be done: the subject was answered, or the client has left. */
  | { readonly kind: 'answered' }
  /** The host refuses the subject with a status. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The subject was redirected and restarts in this phase. */
  | { readonly kind: 'redirected'; readonly to: PhaseName };

export const declined = { kind: 'declined' } as const;
export const passed = { kind: 'passed' } as const;
export const answered = { kind: 'answered' } as const;

/** A module's handler in a phase. */
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

  /** `names` are in the order of the phases; handlers of one phase keep their order. */
  constructor(names: readonly PhaseName[], handlers: readonly PhaseHandler<Subject, PhaseName>[]) {
    this.#names = names;
    this.#handlers = names.flatMap((name) => handlers.filter(({ phase }) => phase === name));
  }

  /** Takes a subject through the phases, from the first one or a given one. The caller restarts it after a redirect. */
  run(subject: Subject, from?: PhaseName): Eventual<PhasesOutcome<PhaseName>> {
    return this.#runFrom(from === undefined ? 0 : this.#firstFrom(this.#names.indexOf(from)), subject);
  }

  /** Calls one handler after the other; waits only for those that have not decided when they return. */
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

  /** The index of the next handler after a decision, or how the subject leaves the phases. */
  #after(at: number, decision: Decision<PhaseName>): PhasesOutcome<PhaseName> | number {
    if (decision.kind === 'declined') return at + 1;
    return decision.kind === 'passed' ? this.#firstBehind(at) : decision;
  }

  /** The first handler of the phase after that of another handler. */
  #firstBehind(at: number): number {
    const phase = this.#handlers[at]?.phase;
    const found = this.#handlers.findIndex((handler, place) => place > at && handler.phase !== phase);
    return found < 0 ? this.#handlers.length : found;
  }

  /** The first handler of a phase or of a later one. */
  #firstFrom(phase: number): number {
    const found = this.#handlers.findIndex((handler) => this.#names.indexOf(handler.phase) >= phase);
    return found < 0 ? this.#handlers.length : found;
  }
}
