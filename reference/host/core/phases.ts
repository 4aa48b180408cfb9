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
  readonly handle: (subject: Subject) => Decision<PhaseName> | Promise<Decision<PhaseName>>;
}

/** How a subject left the phases: `through` when no handler answered or refused it. */
export type PhasesOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'through' }
  | { readonly kind: 'redirected too often' };

/** Redirects that one subject may take. */
const mostRedirects = 10;

/** The handlers of all modules in the order in which a subject meets them. */
export class Phases<Subject, PhaseName extends string> {
  readonly #names: readonly PhaseName[];
  readonly #handlers: readonly PhaseHandler<Subject, PhaseName>[];

  /** `names` are in the order of the phases; handlers of one phase stay in theirs. */
  constructor(names: readonly PhaseName[], handlers: readonly PhaseHandler<Subject, PhaseName>[]) {
    this.#names = names;
    this.#handlers = names.flatMap((name) => handlers.filter(({ phase }) => phase === name));
  }

  /** Takes a subject through the phases. */
  async run(subject: Subject): Promise<PhasesOutcome> {
    let [at, redirects] = [0, 0];
    for (;;) {
      const handler = this.#handlers[at];
      if (handler === undefined) return { kind: 'through' };
      const decision = await handler.handle(subject);
      if (decision.kind === 'answered' || decision.kind === 'refused') return decision;
      if (decision.kind === 'redirected' && ++redirects > mostRedirects) return { kind: 'redirected too often' };
      at = this.#next(at, handler.phase, decision);
    }
  }

  #next(at: number, phase: PhaseName, decision: Onward<PhaseName>): number {
    switch (decision.kind) {
      case 'declined':
        return at + 1;
      case 'passed':
        return this.#firstFrom(this.#names.indexOf(phase) + 1);
      case 'redirected':
        return this.#firstFrom(this.#names.indexOf(decision.to));
    }
  }

  /** The first handler of a phase or of one after it. */
  #firstFrom(phase: number): number {
    const found = this.#handlers.findIndex((handler) => this.#names.indexOf(handler.phase) >= phase);
    return found < 0 ? this.#handlers.length : found;
  }
}

type Onward<PhaseName extends string> = Exclude<Decision<PhaseName>, { readonly kind: 'answered' | 'refused' }>;
