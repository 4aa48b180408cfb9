/**
 * Runs planned cases against a target. Cases that evaluate probes and cases that exchange requests share nothing, so each
 * kind has lanes of its own, a host process with its own plan each; lanes go side by side. Cases that are known to take this
 * target down have a lane too, where they stand in nobody's way.
 */
import type { CaseReport } from '../../reports/model.js';
import { mergePlans } from '../language/setup.js';
import type { Talk } from '../language/talk.js';
import { Asking, TalkAsking } from './asking.js';
import { Conversation, type Deadlines, eachOf, INTERRUPTED } from './conversation.js';
import type { DeviationList } from './deviations/deviations.js';
import { type Draw, drawTrials } from './draw.js';
import { type JudgingContext, judgeCase } from './judging.js';
import { drawFor, type Planned } from './planned.js';
import { type HostIdentity, type HostTarget, type Identity, type Target, TargetUnavailable } from './target.js';

export interface RunOptions extends Draw {
  readonly deadlines: Deadlines;
  /** Questions under way at one time in each lane. */
  readonly jobs: number;
  readonly deviations: DeviationList;
  /** Ends the run early: what was not judged by then is inconclusive. */
  readonly interruption?: AbortSignal;
  /** Told why a target is gone for good; what was not judged by then is inconclusive. */
  readonly gone?: (why: string) => void;
  /** Told after each wave: cases done and cases in all. */
  readonly progress?: (done: number, total: number) => void;
}

/** Reports of all cases, in no particular order. Rejects with `TargetUnavailable` when the target cannot be run. */
export async function runCases(
  target: Target,
  planned: readonly Planned[],
  identity: Identity,
  options: RunOptions,
): Promise<CaseReport[]> {
  let done = 0;
  const finished = (cases: number): void => {
    done += cases;
    options.progress?.(done, planned.length);
  };
  const of = (subject: Planned['subject']): Planned[] => planned.filter((one) => one.subject === subject);
  const lanes = [
    ...('start' in target && identity.runtimeVersion !== 'v1'
      ? hostLanes(target, of('runtime'), identity, options, finished)
      : []),
    ...('talks' in target
      ? [
          talkLane(target.talks.server, of('server'), identity, options, finished),
          talkLane(target.talks.client, of('client'), identity, options, finished),
        ]
      : []),
  ];
  const results = await Promise.allSettled(lanes);
  // All lanes have ended and stopped their host before an error of one is passed on.
  return results.flatMap((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

type Finished = (cases: number) => void;

function hostLanes(
  target: HostTarget,
  planned: readonly Planned[],
  identity: HostIdentity,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]>[] {
  const takesDown = ({ requirement, id }: Planned): boolean => {
    const known = options.deviations.find(requirement, id, identity);
    return known !== undefined && known.reason !== 'wrong';
  };
  const fragile = planned.filter(takesDown);
  const sound = planned.filter((of) => !takesDown(of));
  const evaluating = sound.filter(({ body }) => body.probe !== undefined);
  const exchanging = sound.filter(({ body }) => body.probe === undefined);
  const oneByOne = fragile.map((of) => [of]);
  const [some, others] = halves(exchanging);
  const lanes = [wavesOf(evaluating), wavesOf(some), wavesOf(others), oneByOne].filter((waves) => waves.length > 0);
  return lanes.map((waves) => runLane(target, waves, identity, options, finished));
}

/** Exchanges keep a host busier than evaluations do: every request has a script VM of its own. Two hosts share them. */
const halves = (cases: readonly Planned[]): [Planned[], Planned[]] => [
  cases.filter((_, i) => i % 2 === 0),
  cases.filter((_, i) => i % 2 === 1),
];

/** Milliseconds that a case may take which is known to take the target down. */
const FRAGILE_MS = 1_000;

async function runLane(
  target: HostTarget,
  waves: readonly (readonly Planned[])[],
  identity: HostIdentity,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]> {
  const lane = waves.flat();
  const probes = [...new Set(lane.flatMap(({ body }) => (body.probe === undefined ? [] : [body.probe])))];
  const plan = mergePlans(lane.map(({ body, at }) => body.plan(at)));
  const setup = { plan, probes, version: identity.runtimeVersion };
  // What is known to hang is asked three times, so it is not waited for long.
  const alone = waves.every((wave) => wave.length === 1);
  const deadlines = alone ? { ...options.deadlines, batch: FRAGILE_MS, single: FRAGILE_MS } : options.deadlines;
  const conversation = new Conversation(target, setup, deadlines, options.interruption);
  const { seed, runs, deviations } = options;
  const context = { seed, runs, deviations, identity, asking: new Asking(conversation, probes, options.jobs) };
  try {
    await conversation.open();
    return await runWaves(waves, context, options, finished);
  } finally {
    await conversation.close();
  }
}

/** Cases about a server-management API, or about a client of one. */
async function talkLane(
  open: (() => Promise<Talk>) | undefined,
  planned: readonly Planned[],
  identity: Identity,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]> {
  if (open === undefined || planned.length === 0) return [];
  const { seed, runs, deviations, jobs } = options;
  const talk = await open();
  try {
    const context = { seed, runs, deviations, identity, asking: new TalkAsking(talk, talk.atOnce ?? jobs, options) };
    return await runWaves(wavesOf(planned, WAVE_TALKS), context, options, finished);
  } finally {
    await talk.stop();
  }
}

async function runWaves(
  waves: readonly (readonly Planned[])[],
  context: JudgingContext,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]> {
  const reports: CaseReport[] = [];
  for (const wave of waves) {
    reports.push(...(await waveOrReason(wave, context, options)));
    finished(wave.length);
  }
  return reports;
}

/** Cases of one wave are drawn, tried and judged together; then their inputs are forgotten, so memory stays flat. */
const WAVE_CASES = 120;
/** Conversations wait for the slowest at the end of each wave, so there are fewer waves of them. */
const WAVE_TALKS = 240;

/** Cases in which time passes go together, so that their waiting overlaps. */
function wavesOf(planned: readonly Planned[], most = WAVE_CASES): Planned[][] {
  const timed = planned.filter(({ body }) => body.timed === true);
  const rest = planned.filter(({ body }) => body.timed !== true);
  const waves = timed.length === 0 ? [] : [timed];
  for (let i = 0; i < rest.length; i += most) waves.push(rest.slice(i, i + most));
  return waves;
}

/** A target that is gone for good, or a person who has seen enough, ends the judging but not the report. */
async function waveOrReason(
  wave: readonly Planned[],
  context: JudgingContext,
  { interruption, gone }: RunOptions,
): Promise<CaseReport[]> {
  if (interruption?.aborted === true) return wave.map((of) => unjudged(of, INTERRUPTED));
  try {
    return await runWave(wave, context);
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    if (error.message !== INTERRUPTED) gone?.(error.message);
    return wave.map((of) => unjudged(of, error.message));
  }
}

const unjudged = ({ id, body, replay }: Planned, reason: string): CaseReport => ({
  id,
  kind: body.kind,
  verdict: 'inconclusive',
  reason,
  inputs: 0,
  durationMs: 0,
  replay,
});

async function runWave(wave: readonly Planned[], context: JudgingContext): Promise<CaseReport[]> {
  const started = performance.now();
  const drawn = wave.map((of) => ({
    of,
    trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, context)),
  }));
  const observed = await context.asking.askAll(drawn);
  const share = (performance.now() - started) / wave.length;
  return eachOf([...drawn.entries()], context.asking.atOnce, ([i, { of, trials }]) =>
    judgeCase(of, trials, observed[i] ?? [], context, share),
  );
}
