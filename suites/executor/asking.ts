/** Puts the trials of many cases to a target, in batches, and sorts the observations out again. */

import type { Observation, Probe, Trial } from '../language/law.js';
import type { Conversing, Talk } from '../language/talk.js';
import { type Conversation, eachOf, INTERRUPTED, type Unit } from './conversation.js';
import type { Planned } from './planned.js';
import { TargetUnavailable } from './target.js';

/** A case with the inputs drawn for it. */
export interface Drawn {
  readonly of: Planned;
  readonly trials: readonly Trial[];
}

/** Puts drawn trials to a target, whatever kind it is. */
export interface Asker {
  /** Trials that may be asked by themselves at one time. */
  readonly atOnce: number;
  /** Observations of all trials, case by case. */
  askAll(drawn: readonly Drawn[]): Promise<Observation[][]>;
  /** One trial by itself. */
  askOne(of: Planned, trial: Trial): Promise<Observation>;
}

const DOUBTED: ReadonlySet<Observation['kind']> = new Set(['crashed', 'hung', 'unobservable']);

/** What ends the asking early. */
interface Ends {
  /** Once aborted, no conversation is begun. */
  readonly interruption?: AbortSignal | undefined;
  /** Is told why the partner is gone for good. */
  readonly gone?: ((why: string) => void) | undefined;
}

/**
 * Holds the conversations of trials about a server-management API, `jobs` at a time. What was observed when it ends early
 * is kept; the rest is unobservable.
 */
export class TalkAsking implements Asker {
  readonly atOnce: number;
  readonly #talk: Talk;
  readonly #ends: Ends;
  #lost: string | undefined;

  constructor(talk: Talk, jobs: number, ends: Ends = {}) {
    this.#talk = talk;
    this.atOnce = jobs;
    this.#ends = ends;
  }

  async askAll(drawn: readonly Drawn[]): Promise<Observation[][]> {
    const flat = drawn.flatMap(({ trials }) => trials);
    const observed = (await eachOf(flat, this.atOnce, (trial) => this.#hold(trial))).values();
    return drawn.map(({ trials }) => trials.flatMap(() => observed.next().value ?? []));
  }

  askOne(_of: Planned, trial: Trial): Promise<Observation> {
    return this.#hold(trial);
  }

  async #hold({ converse }: Trial): Promise<Observation> {
    if (converse === undefined)
      throw new Error('a law about a server-management API must be made by a builder of talk.ts');
    const why = this.#ends.interruption?.aborted === true ? INTERRUPTED : this.#lost;
    if (why !== undefined) return { kind: 'unobservable', why };
    try {
      return await this.#twice(converse);
    } catch (error) {
      if (!(error instanceof TargetUnavailable)) throw error;
      this.#lost = error.message;
      this.#ends.gone?.(error.message);
      return { kind: 'unobservable', why: error.message };
    }
  }

  /** What breaks down, be it only in what a law builds on, is tried once more before it is believed. */
  async #twice(converse: Conversing): Promise<Observation> {
    const first = await this.#talk.hold(converse);
    return DOUBTED.has(first.kind) ? this.#talk.hold(converse) : first;
  }
}

/** Bytes of input that go into one batch; a timed case is a batch of its own. */
const BATCH_BYTES = 256 * 1024;

interface Batch {
  readonly units: Unit[];
  /** The case of each unit. */
  readonly owners: Drawn[];
  bytes: number;
}

function newBatch(batches: Batch[]): Batch {
  const batch: Batch = { units: [], owners: [], bytes: 0 };
  batches.push(batch);
  return batch;
}

function roomyBatch(batches: Batch[]): Batch {
  const last = batches.at(-1);
  return last === undefined || last.bytes > BATCH_BYTES ? newBatch(batches) : last;
}

/** Timed cases under way at one time: they wait more than they work, but each has a request, and a realm, of its own. */
const TIMED_AT_ONCE = 32;

/** Puts probes and exchanges to a host; `jobs` is the number of questions under way at one time. */
export class Asking implements Asker {
  /** A host that goes down takes down whatever else it is asked. */
  readonly atOnce = 1;
  readonly #conversation: Conversation;
  readonly #probes: ReadonlyMap<Probe<never>, number>;
  readonly #jobs: number;

  constructor(conversation: Conversation, probes: readonly Probe<never>[], jobs: number) {
    this.#conversation = conversation;
    this.#probes = new Map(probes.map((probe, i) => [probe, i]));
    this.#jobs = jobs;
  }

  async askAll(drawn: readonly Drawn[]): Promise<Observation[][]> {
    const evaluated = await this.#evaluateAll(drawn.filter(({ of }) => of.body.probe !== undefined));
    const exchanged = await this.#exchangeAll(drawn.filter(({ of }) => of.body.probe === undefined));
    return drawn.map((one) => evaluated.get(one) ?? exchanged.get(one) ?? []);
  }

  async askOne(of: Planned, trial: Trial): Promise<Observation> {
    const [observations] = await this.askAll([{ of, trials: [trial] }]);
    return observations?.[0] ?? { kind: 'unobservable', why: 'no observation' };
  }

  async #evaluateAll(drawn: readonly Drawn[]): Promise<Map<Drawn, Observation[]>> {
    const batches = this.#batches(drawn);
    const timed = drawn.some(({ of }) => of.body.timed === true);
    const answers = await this.#conversation.evaluate(
      batches.map(({ units }) => units),
      timed ? TIMED_AT_ONCE : this.#jobs,
    );
    const result = new Map<Drawn, Observation[]>(drawn.map((one) => [one, []]));
    for (const [b, { owners }] of batches.entries()) {
      for (const [i, owner] of owners.entries())
        result.get(owner)?.push(answers[b]?.[i] ?? { kind: 'unobservable', why: 'no outcome' });
    }
    return result;
  }

  #batches(drawn: readonly Drawn[]): Batch[] {
    const batches: Batch[] = [];
    for (const one of drawn) {
      const { probe, timed = false } = one.of.body;
      const index = probe === undefined ? undefined : this.#probes.get(probe);
      if (index === undefined) continue;
      for (const { input } of one.trials) {
        const batch = timed ? newBatch(batches) : roomyBatch(batches);
        batch.units.push({ probe: index, input });
        batch.owners.push(one);
        batch.bytes += JSON.stringify(input).length;
      }
    }
    return batches;
  }

  async #exchangeAll(drawn: readonly Drawn[]): Promise<Map<Drawn, Observation[]>> {
    const flat = drawn.flatMap((one) => one.trials.map((trial) => ({ one, trial })));
    const answers = await this.#conversation.exchange(
      flat.map(({ trial }) => trial),
      this.#jobs,
    );
    const result = new Map<Drawn, Observation[]>(drawn.map((one) => [one, []]));
    for (const [i, { one }] of flat.entries())
      result.get(one)?.push(answers[i] ?? { kind: 'unobservable', why: 'no response' });
    return result;
  }
}
