/** An option, an environment variable or an argument is missing or wrong; nothing was sent. */
export class BadArgument extends TypeError {
  override readonly name = 'BadArgument';
}

/**
 * How a call failed:
 * - refused: with a status of 400 or above;
 * - redirected: redirects are never followed, because credentials are for one origin;
 * - unexpected: an answer that the document does not describe;
 * - no connection: no complete answer arrived on a connection;
 * - timed out: no answer in time.
 */
export type Failure = 'refused' | 'redirected' | 'unexpected' | 'no connection' | 'timed out';

export interface FailureDetails {
  /** The status of the answer, if one came. */
  readonly status?: number | undefined;
  /** The service's `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether something may have been created although the call failed. */
  readonly mayHaveHappened: boolean;
}

/**
 * A call that was made and failed. Texts from elsewhere are redacted before they get here. The error has no `cause`, which could hold what
 * was sent.
 */
export class CallFailed extends Error implements FailureDetails {
  readonly failure: Failure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveHappened: boolean;

  constructor(failure: Failure, message: string, { status, retryAfterMs, mayHaveHappened }: FailureDetails) {
    super(mayHaveHappened ? `${message}; it may have been carried out` : message);
    this.failure = failure;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.mayHaveHappened = mayHaveHappened;
  }

  override readonly name = 'CallFailed';
}

/** An action was not done before the deadline of the wait. The message has the last answer or failure, redacted. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}
