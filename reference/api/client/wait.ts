import { type Clock, LONGEST_TIMER } from '../support/clock.js';
import { isJsonObject, type JsonObject } from '../support/json.js';
import { printable } from '../support/printable.js';
import type { CallOptions } from './calls.js';
import { ApiError, BadArgument, ConnectionFailed, DeadlineExceeded, RequestRefused, TimedOut } from './errors.js';
import { valueAt } from './pointer.js';
import type { Redactor } from './redactor.js';
import { backOff, type Delays } from './retry.js';

export interface WaitOptions extends CallOptions {
  /** Whether an answer says that the action is done: no document defines it. 1/states-and-transitions/p1 */
  readonly done: (answer: JsonObject) => boolean;
  /** Milliseconds until the wait is given up: ten minutes unless given. */
  readonly deadlineMs?: number;
  /** Milliseconds between two attempts, at least: 500 unless given. */
  readonly minDelayMs?: number;
  /** Milliseconds between two attempts, at most: 10,000 unless given. */
  readonly maxDelayMs?: number;
  /** Called after each attempt. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** 1, 2, … */
  readonly attempt: number;
  /** Milliseconds since the wait began. */
  readonly elapsedMs: number;
  /** The last answer so far. */
  readonly answer: JsonObject | undefined;
  /** Why this attempt gave none. */
  readonly failure: ApiError | undefined;
}

/** `done` for services that report the status as our server does: `success` or `error` at `/data/status`. */
export function hasEnded(answer: JsonObject): boolean {
  const status = valueAt(answer, '/data/status');
  return status === 'success' || status === 'error';
}

/** What a wait needs from its client. */
export interface WaitContext {
  readonly actionid: string;
  /** Sends one request, with a timeout in milliseconds. */
  readonly ask: (timeoutMs: number) => Promise<JsonObject>;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
}

/** Polls until `done`, at growing intervals. Rejects with `DeadlineExceeded`, a permanent failure, or the signal's reason. */
export async function waitUntilDone(context: WaitContext, options: WaitOptions): Promise<JsonObject> {
  const { clock } = context;
  const { deadlineMs, ...delays } = readLimits(options);
  const start = clock.now();
  const left = () => deadlineMs - (clock.now() - start);
  let state: Progress = { attempt: 0, elapsedMs: 0, answer: undefined, failure: undefined };
  while (left() > 0) {
    const outcome = await attempt(context, Math.min(left(), context.timeoutMs));
    state = next(state, outcome, clock.now() - start);
    options.onProgress?.(state);
    if (!(outcome instanceof ApiError) && options.done(outcome)) return outcome;
    const delay = delayAfter(state, delays, clock.random);
    const final = delay >= left();
    await clock.sleep(final ? Math.max(0, left()) : delay, options.signal);
    if (final) break;
  }
  throw exceeded(context, state, clock.now() - start);
}

/** An answer, or a temporary failure; others are thrown. */
async function attempt({ ask }: WaitContext, timeoutMs: number): Promise<JsonObject | ApiError> {
  try {
    return await ask(timeoutMs);
  } catch (error) {
    if (error instanceof ApiError && mayPass(error)) return error;
    throw error;
  }
}

function mayPass(failure: ApiError): boolean {
  if (failure instanceof RequestRefused) return failure.status >= 500 || [408, 425, 429].includes(failure.status);
  return failure instanceof TimedOut || (failure instanceof ConnectionFailed && failure.code !== 'CLOSED');
}

function next({ attempt, answer }: Progress, outcome: JsonObject | ApiError, elapsedMs: number): Progress {
  return outcome instanceof ApiError
    ? { attempt: attempt + 1, elapsedMs, answer, failure: outcome }
    : { attempt: attempt + 1, elapsedMs, answer: outcome, failure: undefined };
}

function delayAfter({ attempt, failure }: Progress, delays: Delays, random: () => number): number {
  const retryAfterMs = failure instanceof RequestRefused ? failure.retryAfterMs : undefined;
  return Math.max(backOff(attempt, delays, random), retryAfterMs ?? 0);
}

function exceeded({ actionid, redactor }: WaitContext, state: Progress, elapsedMs: number): DeadlineExceeded {
  const { attempt: attempts, answer, failure: lastFailure } = state;
  const shown = answer && redactor.value(answer);
  const lastAnswer = isJsonObject(shown) ? shown : undefined;
  return new DeadlineExceeded(printable(redactor.text(actionid)), { attempts, elapsedMs, lastAnswer, lastFailure });
}

function readLimits({ done, deadlineMs = 600_000, minDelayMs = 500, maxDelayMs = 10_000 }: WaitOptions) {
  if (typeof done !== 'function') throw new BadArgument('done must be a function');
  for (const [name, value] of Object.entries({ deadlineMs, minDelayMs, maxDelayMs })) {
    if (value > 0 && value <= LONGEST_TIMER) continue;
    throw new BadArgument(`${name} must be a number of milliseconds above 0, up to ${LONGEST_TIMER}`);
  }
  if (minDelayMs > maxDelayMs) throw new BadArgument('minDelayMs must not be above maxDelayMs');
  return { deadlineMs, minMs: minDelayMs, maxMs: maxDelayMs };
}
