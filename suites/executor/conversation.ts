/**
 * Talks to a target for a whole run: starts it, starts it again when it went down, and finds the one input that takes it
 * down. A crash or a hang is blamed on an input only when it happens again on a fresh start with that input alone.
 */
import type { Plain } from '../../spec/types/spec.js';
import type { Observation, Trial } from '../language/law.js';
import { type HostTarget, type Job, type Session, type Setup, TargetDown, TargetUnavailable } from './target.js';

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

type Attempted<T> = { readonly up: true; readonly value: T } | { readonly up: false; readonly down: TargetDown };

/** Why a case was not judged when the run was ended early. */
export const INTERRUPTED = 'the run was interrupted';

export class Conversation {
  readonly #target: HostTarget;
  readonly #setup: Setup;
  readonly #deadlines: Deadlines;
  readonly #interruption: AbortSignal | undefined;
  #session: Promise<Session> | undefined;

  /** Once interrupted, a target that went down is not started again: asking it rejects with `TargetUnavailable`. */
  constructor(target: HostTarget, setup: Setup, deadlines: Deadlines, interruption?: AbortSignal) {
    this.#target = target;
    this.#setup = setup;
    this.#deadlines = deadlines;
    this.#interruption = interruption;
  }

  /** Starts the target now rather than with the first question. Rejects with `TargetUnavailable`. */
  async open(): Promise<void> {
    await this.#open();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await (await session)?.stop();
  }

  /** Observations of batches of units, batches side by side. Never rejects because the target went down. */
  async evaluate(batches: readonly (readonly Unit[])[], parallel: number): Promise<Observation[][]> {
    const attempts = await eachOf(batches, parallel, (units) => this.#tryUnits(units, this.#deadlines.batch));
    return this.#settle(attempts, (units) => this.#bisect(units), batches);
  }

  /** Observations of exchanges, side by side. Never rejects because the target went down. */
  async exchange(trials: readonly Trial[], parallel: number): Promise<Observation[]> {
    const attempts = await eachOf(trials, parallel, (trial) => this.#tryExchange(trial));
    return this.#settle(attempts, (trial) => this.#confirm(() => this.#tryExchange(trial)), trials);
  }

  /** What came of attempts made side by side; those that saw the target go down are repeated one by one. */
  async #settle<Q, T>(
    attempts: readonly Attempted<T>[],
    repeat: (question: Q) => Promise<T>,
    questions: readonly Q[],
  ): Promise<T[]> {
    const settled: T[] = [];
    for (const [i, attempt] of attempts.entries()) {
      const question = questions[i];
      if (attempt.up) settled.push(attempt.value);
      else if (question !== undefined) settled.push(await repeat(question));
    }
    return settled;
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

  /** Asks on a fresh start, and once more when the target goes down; the second time is believed. */
  async #confirm(ask: () => Promise<Attempted<Observation>>): Promise<Observation> {
    const first = await this.#tryFresh(ask);
    if (first.up) return first.value;
    const second = await this.#tryFresh(ask);
    if (second.up) return second.value;
    await this.#restart();
    return downObservation(second.down);
  }

  async #tryFresh<T>(ask: () => Promise<Attempted<T>>): Promise<Attempted<T>> {
    await this.#restart();
    return ask();
  }

  async #tryOne(unit: Unit): Promise<Attempted<Observation>> {
    const attempt = await this.#tryUnits([unit], this.#deadlines.single);
    if (!attempt.up) return attempt;
    return { up: true, value: attempt.value[0] ?? { kind: 'unobservable', why: 'no outcome' } };
  }

  #tryUnits(units: readonly Unit[], deadlineMs: number): Promise<Attempted<Observation[]>> {
    return this.#attempt(async (session) => (await session.evaluate(jobsOf(units), deadlineMs)).flat());
  }

  #tryExchange(trial: Trial): Promise<Attempted<Observation>> {
    const { logMarker, requests = [], together = false } = trial;
    const order = {
      requests,
      together,
      deadlineMs: this.#deadlines.single,
      ...(logMarker === undefined ? {} : { logMarker }),
    };
    return this.#attempt(async (session) => ({ kind: 'exchanged', ...(await session.exchange(order)) }));
  }

  async #attempt<T>(ask: (session: Session) => Promise<T>): Promise<Attempted<T>> {
    try {
      const session = await this.#open();
      return { up: true, value: await ask(session) };
    } catch (error) {
      if (error instanceof TargetDown) return { up: false, down: error };
      throw error;
    }
  }

  #open(): Promise<Session> {
    if (this.#session === undefined && this.#interruption?.aborted === true) {
      return Promise.reject(new TargetUnavailable(INTERRUPTED));
    }
    this.#session ??= this.#target.start(this.#setup);
    return this.#session;
  }

  async #restart(): Promise<void> {
    await this.close();
    await this.#open();
  }
}

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

/** Applies `work` to all items, at most `parallel` at a time, keeping their order. */
export async function eachOf<T, R>(items: readonly T[], parallel: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return results;
}
