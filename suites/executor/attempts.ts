/** Attempts to observe a target, which may go down: how a failure becomes an observation. */
import { TargetDown, whyUnjudged } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { type Conversation, type Session, SetupRefused, TargetUnavailable } from './target.js';

export type AttemptResult<T> =
  | { readonly up: true; readonly value: T }
  | { readonly up: false; readonly down: TargetDown };

/** The most milliseconds between the end of a program's connections and the notice of its end. */
const END_UNNOTICED_MS = 300;

/**
 * A conversation may see only closed connections and not the crash itself. So a conversation that ended just before the crash was noticed,
 * or after it, is treated as one that saw it.
 */
export function withCrashNoticed<T>(
  attempts: readonly { readonly attempt: AttemptResult<T>; readonly endedAt: number }[],
): readonly AttemptResult<T>[] {
  const crash = attempts.find(({ attempt }) => !attempt.up && attempt.down.how === 'crash');
  return attempts.map(({ attempt, endedAt }) => {
    const isSure = crash === undefined || endedAt < crash.endedAt - END_UNNOTICED_MS;
    return isSure ? attempt : crash.attempt;
  });
}

/** The observation of a target that cannot be used. */
export const unavailableObservation = (error: TargetUnavailable): Observation =>
  error instanceof SetupRefused
    ? { kind: 'refused', hostError: error.hostError }
    : { kind: 'unobservable', why: error.message };

/** A law that fails by itself affects only its case. */
export async function held(session: Session, conversation: Conversation): Promise<Observation> {
  let requests: readonly string[] | undefined;
  const asked = (all: readonly string[]): void => {
    requests = all;
  };
  try {
    const observed = await session.converse({ ...conversation, asked });
    return requests === undefined ? observed : { ...observed, requests };
  } catch (error) {
    if (error instanceof TargetDown || error instanceof TargetUnavailable) throw error;
    return { kind: 'unobservable', why: whyUnjudged(error) };
  }
}

export function downObservation({ how, message, afterMs }: TargetDown): Observation {
  switch (how) {
    case 'crash':
      return { kind: 'crashed', detail: message };
    case 'failure':
      return { kind: 'failed', detail: message };
    case 'hang':
      return { kind: 'hung', afterMs };
  }
}
