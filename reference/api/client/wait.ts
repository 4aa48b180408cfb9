import { LONGEST_TIMER } from '../support/clock.js';
import type { JsonObject } from '../support/json.js';
import { printable } from '../support/printable.js';
import { statusOf } from './answers.js';
import { backOff, type CallOptions } from './calls.js';
import { BadArgument, CallFailed, DeadlineExceeded } from './errors.js';
import { excerptOf } from './excerpt.js';
import type { ClientSettings } from './options.js';

export interface WaitOptions extends CallOptions {
  /** Whether an answer says that the action is done: no document defines it. 1/states-and-transitions/p1 */
  readonly done: (answer: JsonObject) => boolean;
  /** Milliseconds before the wait rejects: ten minutes by default. */
  readonly deadlineMs?: number | undefined;
}

/** `done` for services that report the status as our server does: `success` or `error` at `/data/status`. */
export function hasEnded(answer: JsonObject): boolean {
  const status = statusOf(answer);
  return status === 'success' || status === 'error';
}

/** What a wait needs from its client; `ask` sends one request, with a timeout in milliseconds. */
export type WaitContext = Pick<ClientSettings, 'timeoutMs' | 'clock' | 'redactor'> & {
  readonly actionid: string;
  readonly ask: (timeoutMs: number) => Promise<JsonObject>;
};

/** Milliseconds between two attempts. */
const DELAYS = { minMs: 500, maxMs: 10_000 };

/** Polls until `done`, at growing intervals. Rejects with `DeadlineExceeded`, a permanent failure, or the signal's reason. */
export async function waitUntilDone(context: WaitContext, options: WaitOptions): Promise<JsonObject> {
  const { clock, actionid, redactor, timeoutMs } = context;
  const { done, signal, deadlineMs = 600_000 } = options;
  if (typeof done !== 'function') throw new BadArgument('done must be a function');
  if (!(deadlineMs > 0 && deadlineMs <= LONGEST_TIMER))
    throw new BadArgument(`deadlineMs must be above 0, up to ${LONGEST_TIMER}`);
  const end = clock.now() + deadlineMs;
  let last = '';
  for (let attempt = 1; clock.now() < end; attempt += 1) {
    const left = end - clock.now();
    const outcome = await context.ask(Math.min(left, timeoutMs)).catch(temporaryFailure);
    const isFailure = outcome instanceof CallFailed;
    if (!isFailure && done(outcome)) return outcome;
    // An attempt that the deadline cut short shows nothing about the service.
    const isCut = isFailure && outcome.failure === 'timed out' && left < timeoutMs;
    if (!isCut || last === '')
      last = isFailure
        ? `the last attempt failed: ${outcome.message}`
        : `the last answer: ${excerptOf(JSON.stringify(outcome), redactor)}`;
    const retryAfterMs = (isFailure && outcome.retryAfterMs) || 0;
    const delay = Math.max(backOff(attempt, DELAYS, clock.random), retryAfterMs);
    await clock.sleep(Math.max(0, Math.min(delay, end - clock.now())), signal);
  }
  throw new DeadlineExceeded(
    `action ${printable(redactor.text(actionid))} was not done after ${Math.round(deadlineMs)} ms; ${last}`,
  );
}

/** A failure after which a later attempt may succeed; others are thrown. */
function temporaryFailure(error: unknown): CallFailed {
  if (error instanceof CallFailed && mayPass(error)) return error;
  throw error;
}

function mayPass({ failure, status = 0 }: CallFailed): boolean {
  if (failure === 'refused') return status >= 500 || [408, 425, 429].includes(status);
  return failure === 'timed out' || failure === 'no connection';
}
