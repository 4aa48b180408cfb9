/**
 * Thrown by a conversation, or by an expectation that looks at what was observed, whose requirement cannot be observed, because
 * something is missing that another requirement judges: the case is inconclusive. The message says what; it holds nothing that
 * differs from run to run. A probe says the same with `t.unobservable(why)`.
 */
export class NotObservable extends Error {}

/** A script asked for a module, a global or a member that the target does not have; the message says which. */
export class Lacking extends NotObservable {}

/** A partner went down (`crash`), did not answer in time (`hang`), or reported that its handler failed (`failure`). */
export class TargetDown extends Error {
  readonly how: 'crash' | 'hang' | 'failure';
  readonly afterMs: number;
  constructor(how: TargetDown['how'], detail: string, afterMs = 0) {
    super(detail);
    this.how = how;
    this.afterMs = afterMs;
  }
}

/** Why a case is not judged whose law ended with this error; one that is not `NotObservable` is the law's own fault. */
export function whyUnjudged(error: unknown): string {
  if (error instanceof NotObservable) return error.message;
  return `the law failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
