/**
 * Thrown if a requirement cannot be observed because something is missing that another requirement judges. The case is then
 * inconclusive. A conversation throws it, or an expectation that inspects the observation. The message names the missing
 * part and is the same in every run. A probe calls `t.unobservable(why)` instead.
 */
export class NotObservable extends Error {}

/** A script asked for a module, a global or a member that the target does not have; the message says which. */
export class Lacking extends NotObservable {}

/** A partner ended (`crash`), did not answer in time (`hang`), or reported that its handler failed (`failure`). */
export class TargetDown extends Error {
  readonly how: 'crash' | 'hang' | 'failure';
  readonly afterMs: number;
  constructor(how: TargetDown['how'], detail: string, afterMs = 0) {
    super(detail);
    this.how = how;
    this.afterMs = afterMs;
  }
}

/** Why a case is not judged if its law ended with this error. An error other than `NotObservable` is a fault of the law. */
export function whyUnjudged(error: unknown): string {
  if (error instanceof NotObservable) return error.message;
  return `the law failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
