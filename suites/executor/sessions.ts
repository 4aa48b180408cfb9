/**
 * Sessions with a target for a whole run: started once, started anew when the target went down; and the one input found that
 * takes it down. A crash or a hang is blamed on an input only when it happens again on a fresh start with that input alone.
 */

import type { Plain } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import { TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import {
  type Conversation,
  type Driver,
  type Session,
  type SessionSetup,
  StartTimedOut,
  TargetUnavailable,
} from './target.js';

/** One input for one probe. */
export interface Unit {
  readonly probe: number;
  readonly input: Plain;
}

/** Milliseconds a target may take: for a whole batch, for a piece of one under suspicion, for a single input. */
export interface Deadlines {
  readonly batch: number;
  readonly suspect: number;
  readonly single: number;
}

export const DEFAULT_DEADLINES: Deadlines = { batch: 10_000, suspect: 3_000, single: 2_000 };

/** Starts in a row that fail, after which a target is lost. */
const MOST_FAILED_STARTS = 3;

const ignored = (): undefined => undefined;

type Attempted<T> = { readonly up: true; readonly value: T } | { readonly up: false; readonly down: TargetDown };

/** Why a case was not judged when the run was ended early. */
export const INTERRUPTED = 'the run was interrupted';

/** What ends a run early. */
export interface Ends {
  /** Once aborted, nothing more is sent to the target and it is not restarted. */
  readonly interruption?: AbortSignal | undefined;
  /** Called with the reason when the target cannot be restarted. */
  readonly gone?: ((why: string) => void) | undefined;
}

/** A conversation without its deadline, which follows from how often it was tried. */
export type UntimedConversation = Omit<Conversation, 'deadlineMs'>;

export class Sessions {
  readonly #driver: Driver;
  readonly #setup: SessionSetup;
  readonly #deadlines: Deadlines;
  readonly #ends: Ends;
  #session: Promise<Session> | undefined;
  #lost: string | undefined;
  #failedStarts = 0;

  constructor(driver: Driver, setup: SessionSetup, deadlines: Deadlines, ends: Ends = {}) {
    this.#driver = driver;
    this.#setup = setup;
    this.#deadlines = deadlines;
    this.#ends = ends;
  }

  /**
   * Starts the target now rather than at the first observation. Rejects with `TargetUnavailable` for one that is not restarted;
   * one that does not start again costs the cases that need it.
   */
  async open(): Promise<void> {
    if (this.#driver.restarts) await this.#attempt(async () => undefined, ignored);
    else await this.#open();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await (await session)?.stop();
  }

  /** Observations of batches of units, batches side by side. Never rejects because the target went down or is lost. */
  async evaluate(batches: readonly (readonly Unit[])[], parallel: number): Promise<Observation[][]> {
    const attempts = await eachOf(batches, parallel, (units) => this.#tryUnits(units, this.#deadlines.batch));
    return this.#settle(attempts, batches, (units) => this.#bisect(units));
  }

  /** Observations of conversations, side by side. Never rejects because the target went down or is lost. */
  async converse(conversations: readonly UntimedConversation[], parallel: number): Promise<Observation[]> {
    if (!this.#driver.restarts) return eachOf(conversations, parallel, (one) => this.#converseTwice(one));
    const attempts = await eachOf(conversations, parallel, (one) => this.#tryConversation(one));
    return this.#settle(attempts, conversations, (one) => this.#confirm(() => this.#tryConversation(one)));
  }

  /** What came of attempts made side by side; those that saw the target go down are repeated one by one. */
  async #settle<Q, T>(
    attempts: readonly Attempted<T>[],
    questions: readonly Q[],
    repeat: (question: Q) => Promise<T>,
  ): Promise<T[]> {
    const settled: T[] = [];
    for (const [i, attempt] of attempts.entries()) {
      const question = questions[i];
      if (attempt.up) settled.push(attempt.value);
      else if (question !== undefined) settled.push(await repeat(question));
    }
    return settled;
  }

  /** A target that cannot be restarted is tried once more as it is before a crash or hang is reported. */
  async #converseTwice(conversation: UntimedConversation): Promise<Observation> {
    const first = observationOf(await this.#tryConversation(conversation));
    if (first.kind === 'returned' || first.kind === 'threw') return first;
    return observationOf(await this.#tryConversation(conversation));
  }

  async #bisect(units: readonly Unit[]): Promise<Observation[]> {
    const [only] = units;
    if (only === undefined) return [];
    if (units.length === 1) return [await this.#confirm(() => this.#tryOne(only))];
    const again = await this.#tryFresh(() => this.#tryUnits(units, this.#deadlines.suspect));
    if (again.up) return again.value;
    const half = Math.ceil(units.length / 2);
    const first = await this.#bisect(units.slice(0, half));
    return [...first, ...(await this.#bisect(units.slice(half)))];
  }

  /** Observes on a fresh start, and once more when the target goes down; the second result counts. */
  async #confirm(ask: () => Promise<Attempted<Observation>>): Promise<Observation> {
    const first = await this.#tryFresh(ask);
    if (first.up) return first.value;
    const second = await this.#tryFresh(ask);
    if (!second.up) await this.close();
    return observationOf(second);
  }

  async #tryFresh<T>(ask: () => Promise<Attempted<T>>): Promise<Attempted<T>> {
    await this.close();
    return ask();
  }

  async #tryOne(unit: Unit): Promise<Attempted<Observation>> {
    const attempt = await this.#tryUnits([unit], this.#deadlines.single);
    if (!attempt.up) return attempt;
    return { up: true, value: attempt.value[0] ?? { kind: 'unobservable', why: 'no outcome' } };
  }

  #tryUnits(units: readonly Unit[], deadlineMs: number): Promise<Attempted<Observation[]>> {
    return this.#attempt(
      async (session) => (await session.evaluate(jobsOf(units), deadlineMs)).flat(),
      (why) => units.map(() => ({ kind: 'unobservable', why })),
    );
  }

  #tryConversation(conversation: UntimedConversation): Promise<Attempted<Observation>> {
    const bounded = { ...conversation, deadlineMs: this.#deadlines.single };
    return this.#attempt(
      (session) => session.converse(bounded),
      (why) => ({ kind: 'unobservable', why }),
    );
  }

  async #attempt<T>(ask: (session: Session) => Promise<T>, unasked: (why: string) => T): Promise<Attempted<T>> {
    if (this.#ends.interruption?.aborted === true) return { up: true, value: unasked(INTERRUPTED) };
    if (this.#lost !== undefined) return { up: true, value: unasked(this.#lost) };
    try {
      const session = await this.#open();
      return { up: true, value: await ask(session) };
    } catch (error) {
      if (error instanceof TargetDown) return { up: false, down: error };
      if (!(error instanceof TargetUnavailable)) throw error;
      this.#failed(error);
      return { up: true, value: unasked(error.message) };
    }
  }

  /** A target that could not be started is tried again for what comes next, unless that costs much or is in vain. */
  #failed(error: TargetUnavailable): void {
    const again = this.#failedStarts > 0 && this.#failedStarts < MOST_FAILED_STARTS;
    if (this.#lost === undefined) this.#ends.gone?.(error.message);
    if (!again || error instanceof StartTimedOut || !this.#driver.restarts) this.#lost ??= error.message;
  }

  #open(): Promise<Session> {
    this.#session ??= this.#start();
    return this.#session;
  }

  #start(): Promise<Session> {
    const starting = this.#driver.start(this.#setup);
    starting.then(
      () => {
        this.#failedStarts = 0;
      },
      () => {
        this.#failedStarts += 1;
        if (this.#session === starting) this.#session = undefined;
      },
    );
    return starting;
  }
}

const observationOf = (attempt: Attempted<Observation>): Observation =>
  attempt.up ? attempt.value : downObservation(attempt.down);

function downObservation(down: TargetDown): Observation {
  return down.how === 'crash' ? { kind: 'crashed', detail: down.message } : { kind: 'hung', afterMs: down.afterMs };
}

/** Neighbouring units of one probe become one job. */
function jobsOf(units: readonly Unit[]): Job[] {
  const jobs: { probe: number; inputs: Plain[] }[] = [];
  for (const { probe, input } of units) {
    const last = jobs.at(-1);
    if (last?.probe === probe) last.inputs.push(input);
    else jobs.push({ probe, inputs: [input] });
  }
  return jobs;
}

/**
 * Applies `work` to all items, at most `parallel` at a time, keeping their order. After an error no further item is begun, and
 * it is thrown once those under way have ended: whoever closes what they use must not have it opened again behind its back.
 */
export async function eachOf<T, R>(items: readonly T[], parallel: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) {
      if (errors.length > 0) return;
      try {
        results[i] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return results;
}
