/**
 * Runs planned cases against a target, one subject after another. Workers of a subject go side by side, each with sessions
 * of its own: cases that evaluate probes, cases that hold conversations, those of them that read the log, one at a time, and
 * cases that need a process to themselves, because of their setup or because they are known to take this target down.
 */
import { setImmediate } from 'node:timers/promises';
import type { CaseReport } from '../../reports/model.js';
import type { Observation } from '../language/observation.js';
import { type Draw, drawTrials } from './draw.js';
import { type JudgingContext, judgeCase, type KnownDeviations } from './judging.js';
import { collectIfLarge } from './memory.js';
import { mergeSetups } from './merging.js';
import { type Drawn, Observer } from './observing.js';
import { drawFor, type Planned } from './planned.js';
import { type Deadlines, type Ends, eachOf, INTERRUPTED, Sessions } from './sessions.js';
import { type Driver, type Identity, isRuntime, type SessionSetup, subjectsOf, type Target } from './target.js';

export interface RunOptions extends Draw {
  readonly deadlines: Deadlines;
  /** Requests in progress at one time in each worker. */
  readonly jobs: number;
  readonly deviations: KnownDeviations;
  /** Ends the run early: what was not judged by then is inconclusive. */
  readonly interruption?: AbortSignal;
  /** Called with the reason when a target is lost; cases not judged by then are inconclusive. */
  readonly gone?: (why: string) => void;
  /** Called after each round with the cases done and the cases in all. */
  readonly progress?: (done: number, total: number) => void;
}

/** Cases that one worker runs, a round at a time. */
interface Work {
  readonly driver: Driver;
  readonly rounds: readonly (readonly Planned[])[];
  readonly atOnce: number;
  readonly deadlines: Deadlines;
  /** Each round has sessions of its own. */
  readonly apart?: boolean;
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
  const reports: CaseReport[] = [];
  // Side by side they would need the memory of all at once. The client comes first: its lists of megabytes find a small heap.
  for (const subject of [...subjectsOf(target)].reverse()) {
    const driver = target.drivers[subject];
    const cases = planned.filter((one) => one.subject === subject);
    if (driver === undefined || cases.length === 0) continue;
    const works = driver.restarts ? hostWorks(driver, cases, identity, options) : [serviceWork(driver, cases, options)];
    reports.push(...(await runWorks(works, driver, identity, options, finished)));
  }
  return reports;
}

/** Rejects with the error of one worker once all have ended and stopped their sessions. */
async function runWorks(
  works: readonly Work[],
  driver: Driver,
  identity: Identity,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]> {
  const results = await eachOf(works, driver.sessions ?? SESSIONS, (work) =>
    settled(runWork(work, identity, options, finished)),
  );
  return results.flatMap((result) => {
    if ('error' in result) throw result.error;
    return result.value;
  });
}

/** Sessions of one target that go on side by side. */
const SESSIONS = 4;

type Settled<T> = { readonly value: T } | { readonly error: unknown };

const settled = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** Cases of one round are drawn, tried and judged together; then their inputs are forgotten. */
const ROUND_CASES = 120;
/** Rounds of conversations with a service wait for the slowest at their end, so there are fewer of them. */
const ROUND_SERVICE_CASES = 240;
/** Milliseconds for a case that is known to take the target down. */
const FRAGILE_MS = 1_000;

/** A service is not started anew for a case that needs it to itself, but nothing else is asked of it meanwhile. */
function serviceWork(driver: Driver, cases: readonly Planned[], { jobs, deadlines }: RunOptions): Work {
  const [own, shared] = parted(cases, ({ body }) => body.ownProcess === true);
  const rounds = [...roundsOf(shared, ROUND_SERVICE_CASES), ...own.map((one) => [one])];
  return { driver, rounds, atOnce: driver.atOnce ?? jobs, deadlines };
}

function hostWorks(
  driver: Driver,
  cases: readonly Planned[],
  identity: Identity,
  { deviations, jobs, deadlines }: RunOptions,
): Work[] {
  const takesDown = ({ requirement, id }: Planned): boolean => {
    const known = deviations.find(requirement, id, identity);
    return known !== undefined && known.reason !== 'wrong';
  };
  const work = (of: readonly Planned[], more: Partial<Work> = {}): Work => ({
    driver,
    rounds: roundsOf(of),
    atOnce: jobs,
    deadlines,
    ...more,
  });
  const [fragile, sound] = parted(cases, takesDown);
  const [own, shared] = parted(sound, ({ body }) => body.ownProcess === true);
  const [evaluating, conversing] = parted(shared, ({ body }) => body.probe !== undefined);
  const [logging, others] = parted(conversing, ({ body }) => body.needs.includes('log'));
  // Conversations keep a host busier than probes do: every request has a script VM of its own. Two hosts share them.
  const [some, rest] = parted(others, (_, i) => i % 2 === 0);
  // A case that is known to hang is tried three times, so its deadline is short.
  const brief = { ...deadlines, batch: FRAGILE_MS, single: FRAGILE_MS };
  return [
    work(evaluating),
    work(some),
    work(rest),
    work(logging, { atOnce: 1 }),
    work(fragile, { atOnce: 1, deadlines: brief, rounds: fragile.map((one) => [one]) }),
    work(own, { apart: true, rounds: own.map((one) => [one]) }),
  ].filter(({ rounds }) => rounds.length > 0);
}

const parted = <T>(all: readonly T[], is: (one: T, index: number) => boolean): [T[], T[]] => [
  all.filter((one, i) => is(one, i)),
  all.filter((one, i) => !is(one, i)),
];

/** Cases in which time passes go together, so that their waiting overlaps. */
function roundsOf(cases: readonly Planned[], most = ROUND_CASES): Planned[][] {
  const [timed, rest] = parted(cases, ({ body }) => body.timed === true);
  const rounds = timed.length === 0 ? [] : [timed];
  for (let i = 0; i < rest.length; i += most) rounds.push(rest.slice(i, i + most));
  return rounds;
}

type Finished = (cases: number) => void;

async function runWork(work: Work, identity: Identity, options: RunOptions, finished: Finished): Promise<CaseReport[]> {
  if (work.apart !== true) return runRounds(work, identity, options, finished);
  const reports: CaseReport[] = [];
  for (const round of work.rounds)
    reports.push(...(await runRounds({ ...work, rounds: [round] }, identity, options, finished)));
  return reports;
}

/** Runs the rounds on sessions with one setup. */
async function runRounds(
  { driver, rounds, atOnce, deadlines }: Work,
  identity: Identity,
  options: RunOptions,
  finished: Finished,
): Promise<CaseReport[]> {
  const { interruption, gone, seed, runs, shrinks = true, deviations } = options;
  const isOver = (): boolean => interruption?.aborted === true;
  if (isOver()) return rounds.flat().map(interrupted);
  const setup = setupFor(rounds.flat(), identity);
  const ends: Ends = { interruption, gone };
  const sessions = new Sessions(driver, setup, deadlines, ends);
  const observer = new Observer(sessions, setup.probes, atOnce);
  const context = { seed, runs, shrinks, deviations, identity, observer };
  const reports: CaseReport[] = [];
  try {
    await sessions.open();
    let next = drawRound(rounds[0], context);
    for (const [i, round] of rounds.entries()) {
      const drawn = next;
      const started = performance.now();
      if (isOver()) reports.push(...round.map(interrupted));
      else {
        // Once these inputs are sent, the next are drawn while the target works.
        const drawing = setImmediate().then(() => drawRound(rounds[i + 1], context));
        const [observed, following] = await Promise.all([observer.all(drawn), drawing]);
        next = following;
        const share = (performance.now() - started) / round.length;
        // Without a target a failure cannot be made smaller.
        const judging = isOver() ? { ...context, shrinks: false } : context;
        reports.push(...(await judgeRound(drawn, observed, judging, share)));
      }
      finished(round.length);
      // A server or client of this process leaves answers of megabytes; of hosts only inputs are left.
      if (!driver.restarts) await collectIfLarge();
    }
    return reports;
  } finally {
    await sessions.close();
  }
}

/** What a session needs for some cases. */
export function setupFor(cases: readonly Planned[], identity: Identity): SessionSetup {
  const probes = [...new Set(cases.flatMap(({ body }) => (body.probe === undefined ? [] : [body.probe])))];
  const host = mergeSetups(cases.map(({ id, body }) => ({ setup: body.setup, scope: id })));
  return isRuntime(identity) ? { host, probes, version: identity.runtimeVersion } : { host, probes };
}

/** An interruption ends the judging; the report is still written. */
const interrupted = ({ id, body, replay }: Planned): CaseReport => ({
  id,
  kind: body.kind,
  verdict: 'inconclusive',
  reason: INTERRUPTED,
  inputs: 0,
  durationMs: 0,
  replay,
});

/** Inputs of a round's cases, drawn. */
const drawRound = (round: readonly Planned[] = [], draw: Draw): Drawn[] =>
  round.map((of) => ({ of, trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, draw)) }));

function judgeRound(
  drawn: readonly Drawn[],
  observed: readonly (readonly Observation[])[],
  context: JudgingContext & { readonly observer: Observer },
  share: number,
): Promise<CaseReport[]> {
  // A host that goes down fails everything in progress, so these cases are judged and shrunk one by one.
  const atOnce = drawn.some(({ of }) => of.subject === 'runtime') ? 1 : context.observer.atOnce;
  return eachOf([...drawn.entries()], atOnce, ([i, { of, trials }]) =>
    judgeCase(of, trials, observed[i] ?? [], context, share),
  );
}
