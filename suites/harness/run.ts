/**
 * A run: cases against one target, from their selection to their verdicts. The steps stand in `run` in their order.
 */
import type { CaseReport, RequirementReport, RunReport } from '../../reports/model.js';
import { totalsOf, verdictOf } from '../../reports/totals.js';
import type { DeviationList } from '../deviations/deviations.js';
import type { GeneratedCase, GeneratedObject, GeneratedRequirement } from './case.js';
import { Conversation, type Deadlines, type Unit } from './conversation.js';
import { type Draw, drawTrials, type Shrunk, shrink } from './draw.js';
import { identify } from './identify.js';
import { compare, judge, type Mismatch, type Verdict } from './judge.js';
import type { At, CaseBody, Observation, Probe, Trial } from './law.js';
import { mergePlans } from './plan.js';
import type { Capability, Identity, Target } from './target.js';
import { inapplicable } from './versions.js';

export interface RunOptions extends Draw {
  readonly deadlines: Deadlines;
  /** Questions under way at one time. */
  readonly jobs: number;
  readonly deviations: DeviationList;
  /** Told after each wave: cases done and cases in all. */
  readonly progress?: (done: number, total: number) => void;
}

/** What a run adds to a report; documents, package version and coverage are the caller's. */
export type RunResult = Pick<
  RunReport,
  'target' | 'seed' | 'runs' | 'durationMs' | 'totals' | 'requirements' | 'staleDeviations'
>;

/** Runs the selected cases. Rejects with `TargetUnavailable` when the target cannot be run at all. */
export async function run(
  target: Target,
  objects: readonly GeneratedObject[],
  options: RunOptions,
): Promise<RunResult> {
  const started = performance.now();
  const identity = await identify(target, options.deadlines.single);
  const planned = objects.flatMap((object) =>
    object.requirements.flatMap((requirement) =>
      requirement.cases.map((of) => planCase(of, requirement, target, identity)),
    ),
  );
  const runnable = planned.filter((plan) => 'body' in plan);
  const cases = new Map(planned.filter((plan) => 'report' in plan).map(({ report }) => [report.id, report]));
  for (const report of await runCases(target, runnable, identity, options)) cases.set(report.id, report);
  const requirements = objects.flatMap((object) =>
    object.requirements.map((requirement) => requirementReport(object, requirement, cases)),
  );
  return {
    target: { name: target.name, kind: target.kind, ...identity },
    seed: options.seed,
    runs: options.runs,
    durationMs: Math.round(performance.now() - started),
    totals: totalsOf([...cases.values()]),
    requirements,
    staleDeviations: options.deviations.stale(identity, requirements),
  };
}

/** A case that will be run, with its law applied. */
interface Planned {
  readonly id: string;
  readonly strength: GeneratedRequirement['strength'];
  readonly requirement: string;
  readonly body: CaseBody;
  readonly at: At;
  readonly replay: string;
}

/** Decides whether a case applies to the target, and applies its law. */
function planCase(
  of: GeneratedCase,
  requirement: GeneratedRequirement,
  target: Target,
  identity: Identity,
): Planned | { readonly report: CaseReport } {
  const replay = ['srvspec replay', of.id, ...target.options].join(' ');
  const body = of.body();
  const settled = (verdict: CaseReport['verdict'], reason: string): { readonly report: CaseReport } => ({
    report: { id: of.id, kind: body.kind, verdict, reason, inputs: 0, durationMs: 0, replay },
  });
  const reason = inapplicable(of, identity);
  if (reason !== undefined) return settled('not-applicable', reason);
  const lacking = body.needs.find((need: Capability) => !target.capabilities.has(need));
  if (lacking !== undefined) return settled('inconclusive', `not observable here: the target cannot ${lacking}`);
  return {
    id: of.id,
    strength: requirement.strength,
    requirement: requirement.id,
    body,
    at: (path) => `/${of.id}${path}`,
    replay,
  };
}

/** Cases of one wave are drawn, tried and judged together; then their inputs are forgotten, so memory stays flat. */
const WAVE_CASES = 120;

async function runCases(
  target: Target,
  planned: readonly Planned[],
  identity: Identity,
  options: RunOptions,
): Promise<CaseReport[]> {
  if (planned.length === 0) return [];
  const probes = [...new Set(planned.flatMap(({ body }) => (body.probe === undefined ? [] : [body.probe])))];
  const plan = mergePlans(planned.map(({ body, at }) => body.plan(at)));
  const conversation = new Conversation(target, { plan, probes, version: identity.runtimeVersion }, options.deadlines);
  try {
    await conversation.open();
    const reports: CaseReport[] = [];
    for (const wave of wavesOf(planned)) {
      reports.push(...(await runWave(wave, new Asking(conversation, probes, options), identity)));
      options.progress?.(reports.length, planned.length);
    }
    return reports;
  } finally {
    await conversation.close();
  }
}

/** Cases in which time passes go together, so that their waiting overlaps. */
function wavesOf(planned: readonly Planned[]): Planned[][] {
  const timed = planned.filter(({ body }) => body.timed === true);
  const rest = planned.filter(({ body }) => body.timed !== true);
  const waves = timed.length === 0 ? [] : [timed];
  for (let i = 0; i < rest.length; i += WAVE_CASES) waves.push(rest.slice(i, i + WAVE_CASES));
  return waves;
}

async function runWave(wave: readonly Planned[], asking: Asking, identity: Identity): Promise<CaseReport[]> {
  const started = performance.now();
  const drawn = wave.map((of) => ({
    of,
    trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, asking.options)),
  }));
  const observed = await asking.askAll(drawn);
  const share = (performance.now() - started) / wave.length;
  const reports: CaseReport[] = [];
  for (const [i, { of, trials }] of drawn.entries()) {
    reports.push(await judgeCase(of, trials, observed[i] ?? [], asking, identity, share));
  }
  return reports;
}

const drawFor = ({ body }: Planned, { seed, runs }: Draw): Draw => ({
  seed,
  runs: Math.min(runs, body.maxRuns ?? runs),
});

interface Drawn {
  readonly of: Planned;
  readonly trials: readonly Trial[];
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

/** Puts trials to the target. */
class Asking {
  readonly #conversation: Conversation;
  readonly #probes: ReadonlyMap<Probe<never>, number>;
  readonly options: RunOptions;

  constructor(conversation: Conversation, probes: readonly Probe<never>[], options: RunOptions) {
    this.#conversation = conversation;
    this.#probes = new Map(probes.map((probe, i) => [probe, i]));
    this.options = options;
  }

  /** Observations of all trials, case by case. */
  async askAll(drawn: readonly Drawn[]): Promise<Observation[][]> {
    const evaluated = await this.#evaluateAll(drawn.filter(({ of }) => of.body.probe !== undefined));
    const exchanged = await this.#exchangeAll(drawn.filter(({ of }) => of.body.probe === undefined));
    return drawn.map((one) => evaluated.get(one) ?? exchanged.get(one) ?? []);
  }

  /** One trial by itself. */
  async askOne(of: Planned, trial: Trial): Promise<Observation> {
    const [observations] = await this.askAll([{ of, trials: [trial] }]);
    return observations?.[0] ?? { kind: 'unobservable', why: 'no observation' };
  }

  async #evaluateAll(drawn: readonly Drawn[]): Promise<Map<Drawn, Observation[]>> {
    const batches = this.#batches(drawn);
    const timed = drawn.some(({ of }) => of.body.timed === true);
    const answers = await this.#conversation.evaluate(
      batches.map(({ units }) => units),
      timed ? batches.length : this.options.jobs,
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
      this.options.jobs,
    );
    const result = new Map<Drawn, Observation[]>(drawn.map((one) => [one, []]));
    for (const [i, { one }] of flat.entries())
      result.get(one)?.push(answers[i] ?? { kind: 'unobservable', why: 'no response' });
    return result;
  }
}

async function judgeCase(
  of: Planned,
  trials: readonly Trial[],
  observed: readonly Observation[],
  asking: Asking,
  identity: Identity,
  durationMs: number,
): Promise<CaseReport> {
  const failure = firstFailure(trials, observed);
  const shrunk = failure === undefined ? undefined : await shrunkFailure(of, failure, asking);
  const deviation = asking.options.deviations.find(of.requirement, of.id, identity);
  const verdict = judge(of.strength, shrunk?.mismatch, deviation);
  return {
    ...caseReport(of, verdict, shrunk, asking.options),
    inputs: trials.length,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

interface Failure {
  readonly index: number;
  readonly trial: Trial;
  readonly mismatch: Mismatch;
}

function firstFailure(trials: readonly Trial[], observed: readonly Observation[]): Failure | undefined {
  for (const [index, trial] of trials.entries()) {
    const mismatch = compare(trial.expect(), observed[index] ?? { kind: 'unobservable', why: 'no observation' });
    if (mismatch !== undefined) return { index, trial, mismatch };
  }
  return undefined;
}

async function shrunkFailure(of: Planned, failure: Failure, asking: Asking): Promise<Shrunk> {
  const trials = of.body.trials(of.at);
  if ('one' in trials) return { ...failure, path: undefined };
  const check = async (trial: Trial): Promise<Mismatch | undefined> =>
    compare(trial.expect(), await asking.askOne(of, trial));
  return shrink(of.id, trials.many, drawFor(of, asking.options), failure, check);
}

function caseReport(
  of: Planned,
  { verdict, reason }: Verdict,
  shrunk: Shrunk | undefined,
  { seed }: Draw,
): Omit<CaseReport, 'inputs' | 'durationMs'> {
  const path = shrunk?.path === undefined ? '' : ` --seed ${seed} --path ${shrunk.path}`;
  const shown =
    shrunk === undefined
      ? {}
      : {
          expected: shrunk.mismatch.expected,
          observed: shrunk.mismatch.observed,
          counterexample: JSON.stringify(shrunk.trial.input),
        };
  return { id: of.id, kind: of.body.kind, verdict, reason, ...shown, replay: `${of.replay}${path}` };
}

function requirementReport(
  object: GeneratedObject,
  requirement: GeneratedRequirement,
  reports: ReadonlyMap<string, CaseReport>,
): RequirementReport {
  const cases = requirement.cases.flatMap(({ id }) => reports.get(id) ?? []);
  const { id, says, strength, rows } = requirement;
  return {
    id,
    object: object.object,
    title: object.title,
    document: object.document,
    says,
    strength,
    rows,
    verdict: verdictOf(cases),
    cases,
  };
}
