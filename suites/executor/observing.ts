/** Sends the trials of many cases to a target in batches, and assigns the observations to their trials. */

import type { Plain } from '../../spec/types/requirement.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import { isList } from '../language/plain.js';
import type { Probe, Trial } from '../language/trial.js';
import { blaming } from './blaming.js';
import type { RunnableCase } from './planned.js';
import type { Sessions, UntimedConversation } from './sessions.js';
import type { Unit } from './units.js';

/** A case with the inputs drawn for it. */
export interface CaseTrials {
  readonly of: RunnableCase;
  readonly trials: readonly Trial[];
}

/** Bytes of input in one batch; a timed case is a batch of its own. */
const BATCH_BYTES = 256 * 1024;

interface Batch {
  readonly units: Unit[];
  /** The case of each unit. */
  readonly owners: CaseTrials[];
  /** The first input of each timed case comes first: if it needs a missing feature, the others are not sent. */
  readonly turn: number;
  bytes: number;
}

/** About as many bytes as its JSON has, without creating it. */
function sizeOf(value: Plain): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value !== 'object') return 8;
  let size = 2;
  if (isList(value)) for (const item of value) size += 5 + sizeOf(item);
  else for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(value[key] ?? null);
  return size;
}

function newBatch(batches: Batch[], turn = 0): Batch {
  const batch: Batch = { units: [], owners: [], turn, bytes: 0 };
  batches.push(batch);
  return batch;
}

function batchWithSpace(batches: Batch[]): Batch {
  const last = batches.at(-1);
  return last === undefined || last.bytes > BATCH_BYTES ? newBatch(batches) : last;
}

/** The number of parallel timed cases: they mostly wait, but each has a request and a realm of its own. */
const TIMED_AT_ONCE = 32;

const NONE: Observation = { kind: 'unobservable', why: 'no observation' };

/** Observes drawn trials; `atOnce` is the number of parallel requests. */
export class Observer {
  readonly atOnce: number;
  readonly #sessions: Sessions;
  readonly #probes: ReadonlyMap<Probe<never>, number>;

  constructor(sessions: Sessions, probes: readonly Probe<never>[], atOnce: number) {
    this.#sessions = sessions;
    this.#probes = new Map(probes.map((probe, i) => [probe, i]));
    this.atOnce = atOnce;
  }

  /** Observations of all trials, case by case. */
  async all(drawn: readonly CaseTrials[]): Promise<Observation[][]> {
    const probing = drawn.filter(({ of }) => of.body.probe !== undefined);
    const conversing = drawn.filter(({ of }) => of.body.probe === undefined);
    const observed = new Map([...(await this.#evaluate(probing)), ...(await this.#converse(conversing))]);
    return drawn.map((one) => (observed.get(one) ?? []).map((observation) => blaming(one.of, observation)));
  }

  /** One trial alone. */
  async one(of: RunnableCase, trial: Trial): Promise<Observation> {
    return blaming(of, await this.#one(of, trial));
  }

  async #one(of: RunnableCase, trial: Trial): Promise<Observation> {
    const { probe } = of.body;
    if (probe === undefined) return this.#sessions.one(askedOf(of, trial));
    const index = this.#probes.get(probe);
    return index === undefined ? NONE : this.#sessions.one(unitOf(of, index, trial, encode(trial.input)));
  }

  async #evaluate(drawn: readonly CaseTrials[]): Promise<Map<CaseTrials, Observation[]>> {
    const batches = this.#batches(drawn);
    const timed = drawn.some(({ of }) => of.body.timed === true);
    const answers = await this.#sessions.evaluate(
      batches.map(({ units }) => units),
      timed ? TIMED_AT_ONCE : this.atOnce,
    );
    const result = new Map<CaseTrials, Observation[]>(drawn.map((one) => [one, []]));
    for (const [b, { owners }] of batches.entries()) {
      for (const [i, owner] of owners.entries()) result.get(owner)?.push(answers[b]?.[i] ?? NONE);
    }
    return result;
  }

  #batches(drawn: readonly CaseTrials[]): Batch[] {
    const batches: Batch[] = [];
    for (const one of drawn) {
      const { probe, timed = false } = one.of.body;
      const index = probe === undefined ? undefined : this.#probes.get(probe);
      if (index === undefined) continue;
      for (const [i, trial] of one.trials.entries()) {
        const input = encode(trial.input);
        const batch = timed ? newBatch(batches, i) : batchWithSpace(batches);
        batch.units.push(unitOf(one.of, index, trial, input));
        batch.owners.push(one);
        batch.bytes += sizeOf(input);
      }
    }
    return batches.sort((a, b) => a.turn - b.turn);
  }

  async #converse(drawn: readonly CaseTrials[]): Promise<Map<CaseTrials, Observation[]>> {
    const flat = drawn.flatMap((one) => one.trials.map((trial) => ({ one, asked: askedOf(one.of, trial) })));
    const answers = await this.#sessions.converse(
      flat.map(({ asked }) => asked),
      this.atOnce,
    );
    const result = new Map<CaseTrials, Observation[]>(drawn.map((one) => [one, []]));
    for (const [i, { one }] of flat.entries()) result.get(one)?.push(answers[i] ?? NONE);
    return result;
  }
}

const unitOf = ({ id, requirement }: RunnableCase, probe: number, trial: Trial, input: Plain): Unit => ({
  scope: id,
  requirement,
  probe,
  input,
  disk: trial.disk,
  bystander: trial.bystander,
});

function askedOf({ id, requirement }: RunnableCase, trial: Trial): UntimedConversation {
  const { hold } = trial;
  if (hold === undefined) throw new Error(`${id} has neither a probe nor a conversation`);
  return { scope: id, requirement, hold };
}
