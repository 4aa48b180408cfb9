/**
 * Runs planned cases against a target, one subject after another. Workers of a subject go side by side, each with sessions
 * of its own: cases that evaluate probes, cases that hold conversations, those of them that read the log, one at a time, and
 * cases that need a process to themselves, because of their setup or because they are known to take this target down.
 */
import { setImmediate } from 'node:timers/promises';
import type { CaseReport } from '../../reports/model.js';
import { whyUnjudged } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { confirmAll, MOST_CONFIRMED, MOST_CONFIRMED_OF_SERVICE, observeAlone, setupFor } from './confirming.js';
import { type Draw, drawTrials } from './draw.js';
import { type Judged, type JudgingContext, judgeCase, type KnownDeviations } from './judging.js';
import { HOST_BOUNDS, type LossBounds, Losses, SERVICE_BOUNDS, UNBOUNDED } from './losses.js';
import { collectIfLarge } from './memory.js';
import { type Drawn, Observer } from './observing.js';
import { drawFor, type Planned } from './planned.js';
import { type Deadlines, type Ends, eachOf, INTERRUPTED, Sessions } from './sessions.js';
import { type Driver, type Identity, subjectsOf, type Target } from './target.js';

export interface RunOptions extends Draw {
  readonly deadlines: Deadlines;
  /** Requests in progress at one time in each worker. */
  readonly jobs: number;
  readonly deviations: KnownDeviations;
  /** Violations that are confirmed alone, at most; 500, of a service 100, unless given. */
  readonly confirmations?: number;
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
  readonly bounds: LossBounds;
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
  const { confirmations = MOST_CONFIRMED, deadlines, interruption } = options;
  const reports: CaseReport[] = [];
  // Side by side they would need the memory of all at once. The client comes first: its lists of megabytes find a small heap.
  for (const subject of [...subjectsOf(target)].reverse()) {
    const driver = target.drivers[subject];
    const cases = planned.filter((one) => one.subject === subject);
    if (driver === undefined || cases.length === 0) continue;
    const works = driver.restarts ? hostWorks(driver, cases, identity, options) : [serviceWork(driver, cases, options)];
    const judged = await runWorks(works, driver, identity, options, finished);
    const alone = { identity, deadlines, ends: { interruption } };
    reports.push(
      ...(await confirmAll(judged, {
        context: { ...options, identity },
        most: confirmations,
        atOnce: driver.sessions ?? SESSIONS,
        observe: (of, trial) => observeAlone(driver, of, trial, alone),
      })),
    );
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
): Promise<Judged[]> {
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
const ROUND_CASES = 60;
/** Rounds of conversations with a service wait for the slowest at their end, so there are fewer of them. */
const ROUND_SERVICE_CASES = 240;
/** Milliseconds for a case that is known to take the target down. */
const FRAGILE_MS = 1_000;

/** A service is not started anew for a case that needs it to itself, but nothing else is asked of it meanwhile. */
function serviceWork(driver: Driver, cases: readonly Planned[], { jobs, deadlines }: RunOptions): Work {
  const [own, shared] = parted(cases, ({ body }) => body.ownProcess === true);
  const rounds = [...roundsOf(shared, ROUND_SERVICE_CASES), ...own.map((one) => [one])];
  return { driver, rounds, atOnce: driver.atOnce ?? jobs, deadlines, bounds: SERVICE_BOUNDS };
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
    bounds: HOST_BOUNDS,
    ...more,
  });
  const [fragile, sound] = parted(cases, takesDown);
  const [own, shared] = parted(sound, ({ body }) => body.ownProcess === true);
  const [evaluating, conversing] = parted(shared, ({ body }) => body.probe !== undefined);
  const [logging, others] = parted(conversing, ({ body }) => body.needs.includes('log'));
  // A host keeps all that its dictionaries hold for as long as it runs, which most probes need nothing of.
  const [storing, pure] = parted(evaluating, ({ body }) => body.setup.length > 0);
  // Conversations keep a host busier than probes do: every request has a script VM of its own. Two hosts share them.
  const [some, rest] = parted(others, (_, i) => i % 2 === 0);
  // A case that is known to hang is tried three times, so its deadline is short.
  const brief = { batch: FRAGILE_MS, suspect: FRAGILE_MS, single: FRAGILE_MS };
  return [
    work(storing),
    work(some),
    work(rest),
    work(pure),
    work(logging, { atOnce: 1 }),
    work(fragile, { atOnce: 1, deadlines: brief, bounds: UNBOUNDED, rounds: fragile.map((one) => [one]) }),
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

async function runWork(work: Work, identity: Identity, options: RunOptions, finished: Finished): Promise<Judged[]> {
  const losses = new Losses(work.bounds);
  if (work.apart !== true) return runRounds(work, losses, identity, options, finished);
  const judged: Judged[] = [];
  for (const round of work.rounds)
    judged.push(...(await runRounds({ ...work, rounds: [round] }, losses, identity, options, finished)));
  return judged;
}

/** Runs the rounds on sessions with one setup. */
async function runRounds(
  { driver, rounds, atOnce, deadlines }: Work,
  losses: Losses,
  identity: Identity,
  options: RunOptions,
  finished: Finished,
): Promise<Judged[]> {
  const { interruption, gone, seed, runs, shrinks = true, deviations } = options;
  const isOver = (): boolean => interruption?.aborted === true;
  if (isOver()) return rounds.flat().map((of) => unjudged(of, INTERRUPTED));
  const setup = setupFor(rounds.flat(), identity);
  const ends: Ends = { interruption, gone };
  const sessions = new Sessions(driver, setup, deadlines, ends, losses);
  const observer = new Observer(sessions, setup.probes, atOnce);
  const context = { seed, runs, shrinks, deviations, identity, observer };
  const judged: Judged[] = [];
  try {
    await sessions.open();
    let next = drawRound(rounds[0], context);
    for (const [i, round] of rounds.entries()) {
      const drawn = next;
      const started = performance.now();
      if (isOver()) judged.push(...round.map((of) => unjudged(of, INTERRUPTED)));
      else {
        // Once these inputs are sent, the next are drawn while the target works.
        const drawing = setImmediate().then(() => drawRound(rounds[i + 1], context));
        const [observed, following] = await Promise.all([observer.all(drawn), drawing]);
        next = following;
        const share = (performance.now() - started) / round.length;
        // Without a target a failure cannot be made smaller.
        const judging = isOver() ? { ...context, shrinks: false } : context;
        judged.push(...(await judgeRound(drawn, observed, judging, share)));
      }
      finished(round.length);
      await collectIfLarge();
    }
    if (driver.restarts) return judged;
    losses.forget();
    return await confirmedHere(judged, context, options.confirmations);
  } finally {
    await sessions.close();
  }
}

/** A service is the same for every session: its violations are confirmed in this one, with nothing else under way. */
async function confirmedHere(
  judged: readonly Judged[],
  context: JudgingContext,
  most = MOST_CONFIRMED_OF_SERVICE,
): Promise<Judged[]> {
  const observe = (of: Planned, trial: Trial): Promise<Observation> => context.observer.one(of, trial);
  const reports = await confirmAll(judged, { context, most, atOnce: 1, observe });
  return judged.flatMap(({ of }, i) => {
    const report = reports[i];
    return report === undefined ? [] : [{ of, report, seenAt: [] }];
  });
}

/** Nothing of the case was tried. */
const unjudged = (of: Planned, reason: string): Judged => ({
  of,
  report: {
    id: of.id,
    kind: of.body.kind,
    verdict: 'inconclusive',
    reason,
    inputs: 0,
    durationMs: 0,
    replay: of.replay,
  },
  seenAt: [],
});

/** Inputs of a round's cases, drawn; none for a law that fails. */
const drawRound = (round: readonly Planned[] = [], draw: Draw): RoundCase[] =>
  round.map((of) => {
    try {
      return { of, trials: drawTrials(of.id, of.body.trials(of.at), drawFor(of, draw)) };
    } catch (error) {
      return { of, trials: [], failure: whyUnjudged(error) };
    }
  });

/** A case of a round. */
interface RoundCase extends Drawn {
  /** Why no inputs could be drawn. */
  readonly failure?: string;
}

function judgeRound(
  drawn: readonly RoundCase[],
  observed: readonly (readonly Observation[])[],
  context: JudgingContext & { readonly observer: Observer },
  share: number,
): Promise<Judged[]> {
  // A host that goes down fails everything in progress, so these cases are judged and shrunk one by one.
  const atOnce = drawn.some(({ of }) => of.subject === 'runtime') ? 1 : context.observer.atOnce;
  return eachOf([...drawn.entries()], atOnce, async ([i, { of, trials, failure }]) =>
    failure === undefined ? judgeCase(of, trials, observed[i] ?? [], context, share) : unjudged(of, failure),
  );
}
