import type { JsonObject } from '../support/json.js';

/** The request that failed, without secrets. */
export interface RequestSummary {
  readonly method: 'GET' | 'POST';
  /** Such as `https://host:8443`. */
  readonly origin: string;
  /** Such as `/v1/servers`. Redacted: it may have been made from what a caller took for an action's identifier. */
  readonly path: string;
}

/**
 * All that the client rejects with, apart from `BadArgument` and the reason of an aborted signal. Texts from elsewhere are
 * redacted before they get here, and no error has a `cause`: the ones below can hold what was sent.
 */
export class ApiError extends Error {
  override get name(): string {
    return this.constructor.name;
  }

  /** Whether something may have been created although the call failed. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, mayHaveHappened: boolean) {
    super(mayHaveHappened ? `${message}; it may have been carried out` : message);
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** An option or a variable of the environment is missing or wrong. */
export class BadOptions extends ApiError {
  constructor(message: string) {
    super(message, false);
  }
}

/** An argument of the wrong type; nothing was sent. */
export class BadArgument extends TypeError {
  override get name(): string {
    return 'BadArgument';
  }
}

/** A call that was made and failed. */
export class CallFailed extends ApiError {
  readonly method: RequestSummary['method'];
  readonly path: string;

  constructor(request: RequestSummary, what: string, mayHaveHappened: boolean) {
    super(`${request.method} ${request.origin}${request.path}: ${what}`, mayHaveHappened);
    this.method = request.method;
    this.path = request.path;
  }
}

/** The service answered with a status of 400 or above. */
export class RequestRefused extends CallFailed {
  readonly status: number;
  /** Up to 500 characters of the answer's body, secrets redacted. */
  readonly excerpt: string;
  /** The service's `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(request: RequestSummary, answer: { status: number; excerpt: string; retryAfterMs: number | undefined }) {
    // A server may have carried out a request that it reports as failed.
    const doubtful = request.method === 'POST' && answer.status >= 500;
    super(request, `refused with status ${answer.status}${shown(answer.excerpt)}`, doubtful);
    this.status = answer.status;
    this.excerpt = answer.excerpt;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** The service answered with a redirect, which is never followed: credentials are for one origin. */
export class Redirected extends CallFailed {
  readonly status: number;
  /** Origin of its target; `undefined` when it cannot be read. */
  readonly targetOrigin: string | undefined;

  constructor(request: RequestSummary, status: number, targetOrigin: string | undefined) {
    const target = targetOrigin === undefined ? '' : ` to ${targetOrigin}`;
    super(
      request,
      `answered with status ${status}, a redirect${target} that is not followed`,
      request.method === 'POST',
    );
    this.status = status;
    this.targetOrigin = targetOrigin;
  }
}

/** The service gave an answer that the document does not describe. */
export class UnexpectedAnswer extends CallFailed {
  /** `undefined` when the answer was no HTTP. */
  readonly status: number | undefined;
  /** Up to 500 characters of the answer's body, secrets redacted. */
  readonly excerpt: string;

  constructor(request: RequestSummary, what: string, answer: { status: number | undefined; excerpt: string }) {
    super(request, `${what}${shown(answer.excerpt)}`, request.method === 'POST');
    this.status = answer.status;
    this.excerpt = answer.excerpt;
  }
}

/** No connection, or one that broke before the answer was complete. */
export class ConnectionFailed extends CallFailed {
  /** Of the platform, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(request: RequestSummary, what: string, code: string, sent: boolean) {
    super(request, `${what} (${code})`, sent && request.method === 'POST');
    this.code = code;
  }
}

/** No complete answer in the time that was given. */
export class TimedOut extends CallFailed {
  readonly timeoutMs: number;

  constructor(request: RequestSummary, stage: string, timeoutMs: number, sent: boolean) {
    super(request, `timed out after ${Math.round(timeoutMs)} ms while ${stage}`, sent && request.method === 'POST');
    this.timeoutMs = timeoutMs;
  }
}

/** The state of a wait when its deadline passed. */
export interface WaitState {
  readonly attempts: number;
  readonly elapsedMs: number;
  /** Secrets redacted. */
  readonly lastAnswer: JsonObject | undefined;
  readonly lastFailure: ApiError | undefined;
}

/** An action was not done within the deadline of the wait. */
export class DeadlineExceeded extends ApiError implements WaitState {
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly lastAnswer: JsonObject | undefined;
  readonly lastFailure: ApiError | undefined;

  constructor(actionid: string, state: WaitState) {
    const seen = state.lastFailure === undefined ? '' : `; the last attempt failed: ${state.lastFailure.message}`;
    const after = `after ${Math.round(state.elapsedMs)} ms and ${state.attempts} attempts`;
    super(`action ${actionid} was not done ${after}${seen}`, false);
    this.attempts = state.attempts;
    this.elapsedMs = state.elapsedMs;
    this.lastAnswer = state.lastAnswer;
    this.lastFailure = state.lastFailure;
  }
}

function shown(excerpt: string): string {
  return excerpt === '' ? '' : `: ${excerpt}`;
}
