/**
 * Sessions with a target for a whole run. A session is started once, and again when the target went down. The module also finds the input
 * that makes the target crash or hang. An input is blamed only if the failure happens again on a fresh start with that input alone. The
 * cost of a target that goes down is bounded, see `losses.ts`; untried inputs are unobservable.
 */

import { TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { type AttemptResult, downObservation, held, unavailableObservation, withCrashNoticed } from './attempts.js';
import { eachOf, unlessAborted } from './each-of.js';
import { type AskedTrial, HOST_BOUNDS, Losses } from './losses.js';
import { Starts } from './starts.js';
import {
  type Conversation,
  type Driver,
  type Session,
  type SessionSetup,
  SetupRefused,
  TargetUnavailable,
} from './target.js';
import { jobsOf, type Unit, unitsByCase } from './units.js';

/** Milliseconds for a target: for a whole batch, for one suspected case of it, for a single input. */
export interface Deadlines {
  readonly batch: number;
  readonly suspect: number;
  readonly single: number;
}

export const DEFAULT_DEADLINES: Deadlines = { batch: 10_000, suspect: 3_000, single: 2_000 };

const ignored = (): undefined => undefined;

/** Why a case was not judged when the run was interrupted. */
export const INTERRUPTED = 'the run was interrupted';

/** Events that end a run early. */
export interface Ends {
  /** Once aborted, the target gets no more requests and is not restarted. */
  readonly interruption?: AbortSignal | undefined;
  /** Called with the reason when the target cannot be restarted. */
  readonly gone?: ((why: string) => void) | undefined;
}

/** A conversation without its deadline and its bounds. */
export type UntimedConversation = Omit<Conversation, 'deadlineMs' | 'allowance' | 'asked'> & AskedTrial;

export class Sessions {
  readonly #driver: Driver;
  readonly #deadlines: Deadlines;
  readonly #ends: Ends;
  readonly #losses: Losses;
  readonly #starts: Starts;
  /** How the session went down. */
  #down: TargetDown | undefined;
  /** Conversations of a target that is not restarted. */
  #conversing = 0;

  constructor(
    driver: Driver,
    setup: SessionSetup,
    deadlines: Deadlines,
    ends: Ends = {},
    losses = new Losses(HOST_BOUNDS),
  ) {
    this.#driver = driver;
    this.#deadlines = deadlines;
    this.#ends = ends;
    this.#losses = losses;
    this.#starts = new Starts(driver, setup, ends.gone);
  }

  /**
   * Starts the target now instead of at the first observation. Rejects with `TargetUnavailable` for a target that is not restarted; a
   * failed restart costs the cases that need it. Returns the refusal if the target refuses the setup of these cases.
   */
  async open(): Promise<SetupRefused | undefined> {
    const opened = this.#starts.open().then(ignored, (error) => this.#refusal(error));
    return unlessAborted(opened, this.#ends.interruption, ignored);
  }

  #refusal(error: unknown): SetupRefused | undefined {
    if (!(error instanceof TargetUnavailable && this.#driver.restarts)) throw error;
    if (error instanceof SetupRefused) return error;
    this.#starts.failed(error);
    return undefined;
  }

  /** Stops the session. An interrupted run does not wait for that: its processes end with the program. */
  async close(): Promise<void> {
    this.#down = undefined;
    const stopped = this.#starts.stop();
    if (stopped !== undefined) await unlessAborted(stopped, this.#ends.interruption, ignored);
  }

  /** Observations of batches of units, in parallel batches. Never rejects because the target went down or is lost. */
  async evaluate(batches: readonly (readonly Unit[])[], parallel: number): Promise<Observation[][]> {
    // A batch that times out too early is tried again case by case: a short deadline costs time, but no verdict.
    const deadlineMs = this.#losses.hung ? this.#deadlines.suspect : this.#deadlines.batch;
    const attempts = await eachOf(batches, parallel, (units) => this.#tryUnits(units, deadlineMs));
    return this.#settle(attempts, batches, (units) => this.#byCase(units));
  }

  /** Observations of conversations, in parallel. Never rejects because the target went down or is lost. */
  async converse(conversations: readonly UntimedConversation[], parallel: number): Promise<Observation[]> {
    if (!this.#driver.restarts)
      return eachOf(conversations, parallel, (one) =>
        this.#unlessRefused(this.#losses.refusal(one), () => this.#converseTwice(one)),
      );
    const attempts = await eachOf(conversations, parallel, async (one) => {
      const attempt = await this.#tryConversation(one);
      return { attempt, endedAt: performance.now() };
    });
    const last = { attempt: await this.#afterwards(), endedAt: performance.now() };
    const sure = withCrashNoticed([...attempts, last]).slice(0, -1);
    return this.#settle(sure, conversations, (one) =>
      this.#confirm(one, () => this.#unlessItEnds(this.#tryConversation(one))),
    );
  }

  /** Observes one trial alone, once if the target can be restarted; used for shrinking and replays. */
  async one(asked: Unit | UntimedConversation): Promise<Observation> {
    return this.#unlessRefused(this.#losses.exhausted(asked), async () => {
      if ('hold' in asked && !this.#driver.restarts) return this.#converseTwice(asked);
      return this.#noted(
        asked,
        await this.#tryClean(() =>
          'hold' in asked ? this.#unlessItEnds(this.#askConversation(asked)) : this.#askOne(asked),
        ),
      );
    });
  }

  /** The results of parallel attempts. If the target went down, they are repeated one by one. */
  async #settle<Q, T>(
    attempts: readonly AttemptResult<T>[],
    questions: readonly Q[],
    repeat: (question: Q) => Promise<T>,
  ): Promise<T[]> {
    const first = attempts.find(({ up }) => !up);
    if (first?.up === false) this.#losses.charge(first.down);
    const settled: T[] = [];
    for (const [i, attempt] of attempts.entries()) {
      const question = questions[i];
      if (attempt.up) settled.push(attempt.value);
      else if (question !== undefined) settled.push(await repeat(question));
    }
    return settled;
  }

  async #unlessRefused(why: string | undefined, observe: () => Promise<Observation>): Promise<Observation> {
    return why === undefined ? observe() : { kind: 'unobservable', why };
  }

  /** A target that cannot be restarted is tried once more before a crash or hang is reported. */
  async #converseTwice(conversation: UntimedConversation): Promise<Observation> {
    this.#conversing += 1;
    try {
      return await this.#converseOnceMore(conversation);
    } finally {
      this.#conversing -= 1;
    }
  }

  async #converseOnceMore(conversation: UntimedConversation): Promise<Observation> {
    const first = this.#noted(conversation, await this.#askConversation(conversation));
    if (first.kind === 'returned' || first.kind === 'threw') return first;
    const second = this.#noted(conversation, await this.#askConversation(conversation));
    if (second.kind === 'crashed' || second.kind === 'hung') this.#losses.blame(conversation);
    // If this request alone ended the target permanently, it cannot be tried again.
    const isEnd = first.kind === 'crashed' && second.kind === 'unobservable' && this.#starts.lost !== undefined;
    if (isEnd && this.#conversing === 1) return { ...first, detail: `${first.detail}; ${second.why}` };
    return second;
  }

  /** The units of each case: the first alone, then the others together, and each alone if the target goes down. */
  async #byCase(units: readonly Unit[]): Promise<Observation[]> {
    const observed: Observation[] = [];
    for (const some of unitsByCase(units)) observed.push(...(await this.#ofCase(some)));
    return observed;
  }

  async #ofCase([first, ...more]: readonly Unit[]): Promise<Observation[]> {
    if (first === undefined) return [];
    // An operation that always hangs is found at once.
    const observed = [await this.#confirm(first, () => this.#tryOne(first))];
    const together = await this.#tryClean(() => this.#tryUnits(more, this.#deadlines.suspect));
    if (together.up) return [...observed, ...together.value];
    this.#losses.charge(together.down, first);
    for (const unit of more) observed.push(await this.#confirm(unit, () => this.#tryOne(unit)));
    return observed;
  }

  /** Observes, and once more on a fresh start if the target goes down; the second result counts. */
  async #confirm(asked: AskedTrial, ask: () => Promise<AttemptResult<Observation>>): Promise<Observation> {
    const first = await this.#tryClean(ask);
    if (first.up) return first.value;
    const enough = this.#losses.scarce && first.down.how === 'hang';
    if (!enough) this.#losses.charge(first.down, asked);
    const last = enough ? first : await this.#tryClean(ask);
    if (!last.up) this.#losses.blame(asked);
    return this.#noted(asked, last);
  }

  /** Uses a session that has not gone down. */
  async #tryClean<T>(ask: () => Promise<AttemptResult<T>>): Promise<AttemptResult<T>> {
    if (this.#down !== undefined) await this.close();
    return ask();
  }

  /** The observation; its cost is charged. */
  #noted(asked: AskedTrial, attempt: AttemptResult<Observation>): Observation {
    const observation = attempt.up ? attempt.value : downObservation(attempt.down);
    if (observation.kind === 'hung') this.#losses.charge({ how: 'hang', afterMs: observation.afterMs }, asked);
    if (observation.kind === 'crashed' || observation.kind === 'failed')
      this.#losses.charge({ how: 'crash', afterMs: 0 }, asked);
    return observation;
  }

  async #tryOne(unit: Unit): Promise<AttemptResult<Observation>> {
    const why = this.#losses.refusal(unit);
    return why === undefined ? this.#askOne(unit) : { up: true, value: { kind: 'unobservable', why } };
  }

  async #askOne(unit: Unit): Promise<AttemptResult<Observation>> {
    const attempt = await this.#askUnits([unit], this.#deadlines.single);
    if (!attempt.up) return attempt;
    return { up: true, value: attempt.value[0] ?? { kind: 'unobservable', why: 'no outcome' } };
  }

  /** Evaluates only the units that are still to be tried. */
  async #tryUnits(units: readonly Unit[], deadlineMs: number): Promise<AttemptResult<Observation[]>> {
    const refusals = units.map((unit) => this.#losses.refusal(unit));
    const wanted = units.filter((_, i) => refusals[i] === undefined);
    const attempt = await this.#askUnits(wanted, deadlineMs);
    if (!attempt.up) return attempt;
    for (const [i, one] of attempt.value.entries()) {
      const asked = wanted[i];
      if (asked !== undefined && one.kind === 'lacking') this.#losses.lack(asked, one.what);
    }
    if (wanted.length === units.length) return attempt;
    const observed = attempt.value.values();
    const all = refusals.map((why): Observation => {
      if (why !== undefined) return { kind: 'unobservable', why };
      return observed.next().value ?? { kind: 'unobservable', why: 'no outcome' };
    });
    return { up: true, value: all };
  }

  async #askUnits(units: readonly Unit[], deadlineMs: number): Promise<AttemptResult<Observation[]>> {
    if (units.length === 0) return { up: true, value: [] };
    return this.#attempt(
      async (session) => (await session.evaluate(jobsOf(units), deadlineMs)).flat(),
      (instead) => units.map(() => instead),
    );
  }

  async #tryConversation(conversation: UntimedConversation): Promise<AttemptResult<Observation>> {
    const why = this.#losses.refusal(conversation);
    return why === undefined ? this.#askConversation(conversation) : { up: true, value: { kind: 'unobservable', why } };
  }

  /** The attempt, or the observation that the target crashed after its last response. */
  async #unlessItEnds(asking: Promise<AttemptResult<Observation>>): Promise<AttemptResult<Observation>> {
    const attempt = await asking;
    const after = attempt.up ? await this.#afterwards() : attempt;
    return !after.up && after.down.how === 'crash' ? after : attempt;
  }

  /** Whether the target still runs after conversations. */
  async #afterwards(): Promise<AttemptResult<Observation>> {
    const nothing: Observation = { kind: 'unobservable', why: 'nothing was asked' };
    if (!this.#starts.isOpen) return { up: true, value: nothing };
    return this.#attempt(
      async (session) => {
        await session.answers?.(this.#deadlines.single);
        return nothing;
      },
      () => nothing,
    );
  }

  #askConversation(asked: UntimedConversation): Promise<AttemptResult<Observation>> {
    const allowance = {
      lost: (afterMs: number) => this.#losses.charge({ how: 'hang', afterMs }, asked),
      exhausted: () => this.#losses.exhausted(asked),
    };
    const bounded = { scope: asked.scope, hold: asked.hold, deadlineMs: this.#deadlines.single, allowance };
    return this.#attempt(
      (session) => held(session, bounded),
      (instead) => instead,
    );
  }

  async #attempt<T>(
    ask: (session: Session) => Promise<T>,
    unasked: (instead: Observation) => T,
  ): Promise<AttemptResult<T>> {
    const interrupted = (): T => unasked({ kind: 'unobservable', why: INTERRUPTED });
    if (this.#ends.interruption?.aborted === true) return { up: true, value: interrupted() };
    const { lost } = this.#starts;
    if (lost !== undefined) return { up: true, value: unasked(unavailableObservation(lost)) };
    // A session that went down would lose further requests too, so they are repeated with a fresh one.
    if (this.#down !== undefined) return { up: false, down: this.#down };
    try {
      const value = await unlessAborted(this.#starts.open().then(ask), this.#ends.interruption, interrupted);
      return { up: true, value };
    } catch (error) {
      if (error instanceof TargetDown) {
        if (this.#driver.restarts) this.#down = error;
        return { up: false, down: error };
      }
      if (!(error instanceof TargetUnavailable)) throw error;
      this.#starts.failed(error);
      return { up: true, value: unasked(unavailableObservation(error)) };
    }
  }
}
