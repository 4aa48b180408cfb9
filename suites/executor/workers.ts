/**
 * Runs planned cases against a target, at most two subjects at a time. Workers of a subject run in parallel, each with sessions of its own
 * and the cases of one work, see `works.ts`.
 */
import { setImmediate } from 'node:timers/promises';
import type { CaseReport } from '../../reports/model.js';
import type { Subject } from '../../spec/types/requirement.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import {
  confirmAll,
  confirmUntilFirst,
  MOST_CONFIRMED,
  MOST_CONFIRMED_OF_SERVICE,
  observingAlone,
  observingAmong,
  sessionsFor,
  setupFor,
} from './confirming.js';
import type { Draw } from './draw.js';
import { anyOf, eachOf, unlessAborted } from './each-of.js';
import { type JudgedCase, type JudgingContext, judgeCase } from './judging.js';
import { Losses, SERVICE_BOUNDS } from './losses.js';
import { collectIfLarge } from './memory.js';
import type { Observer } from './observing.js';
import type { RunnableCase } from './planned.js';
import { judgeRefused, refusedAmong } from './refusals.js';
import { drawRound, isUntried, type RoundCase, turns, unjudged } from './rounds.js';
import { INTERRUPTED } from './sessions.js';
import {
  type Driver,
  type Identity,
  type SessionSetup,
  SetupRefused,
  subjectsOf,
  type Target,
  TargetUnavailable,
} from './target.js';
import { hostWorks, isFragile, parted, serviceWork, type Work, type WorkOptions } from './works.js';

export interface RunOptions extends Draw, WorkOptions {
  /** The most violations that are confirmed alone; by default 500, or 100 for a service or a client. */
  readonly confirmations?: number;
  /** Ends the run early: cases that were not judged by then are inconclusive. */
  readonly interruption?: AbortSignal;
  /** Called with the reason when a target is lost; cases not judged by then are inconclusive. */
  readonly gone?: (why: string) => void;
  /** Called after each round with the number of done cases and of all cases. */
  readonly progress?: (done: number, total: number) => void;
  /** Receives all observations of a case, before it is judged. */
  readonly witness?: (
    of: RunnableCase,
    trials: readonly Trial[],
    observed: readonly Observation[],
    identity: Identity,
  ) => void;
}

/** State that workers share, besides the options of the run. */
interface WorkerOptions extends RunOptions {
  readonly identity: Identity;
  /** Called with a number of cases once they are done. */
  readonly finished: (cases: number) => void;
  /** What happens to cases once they are judged. */
  readonly settle: (judged: JudgedCase[]) => Promise<JudgedCase[]>;
}

/** Reports of all cases, in no particular order. Rejects with `TargetUnavailable` if the target cannot be run. */
export async function runCases(
  target: Target,
  planned: readonly RunnableCase[],
  identity: Identity,
  options: RunOptions,
): Promise<CaseReport[]> {
  const finished = reportProgress(planned.length, options);
  const { confirmations, deadlines, interruption, gone, violated } = options;
  const ofSubject = async (subject: Subject): Promise<readonly CaseReport[]> => {
    const driver = target.drivers[subject];
    const all = planned.filter((one) => one.subject === subject);
    if (driver === undefined || all.length === 0) return [];
    const isHost = driver.restarts || subject === 'runtime';
    const [lethal, cases] = parted(all, isLethalTo(driver, identity, options));
    const works = driver.restarts ? hostWorks(driver, cases, identity, options) : [serviceWork(driver, cases, options)];
    const how = { identity, deadlines, ends: { interruption, gone } };
    const { most, atOnce, bounds } = boundsOfConfirming(driver, options);
    const confirming = {
      context: { ...options, identity },
      most: confirmations ?? most,
      atOnce: driver.sessions ?? atOnce,
      interruption,
      observe: observingAlone(driver, bounds, how),
      ...(isHost && { observeAmong: observingAmong(driver, options, { ...how, atOnce: options.jobs }) }),
    };
    const settle: WorkerOptions['settle'] = async (judged) =>
      violated === undefined ? judged : confirmUntilFirst(judged, confirming, violated);
    finished(lethal.length);
    const judged = await runWorks(works, driver, { ...options, identity, finished, settle });
    return confirmAll([...judged, ...lethal.map((of) => unjudged(of, LETHAL))], confirming);
  };
  // All at once would need the memory of all. The client comes first, since its lists of megabytes then meet a small heap, and it mostly
  // waits.
  return (await eachOf([...subjectsOf(target)].reverse(), SUBJECTS_AT_ONCE, ofSubject)).flat();
}

function reportProgress(total: number, { progress }: RunOptions): WorkerOptions['finished'] {
  let done = 0;
  progress?.(done, total);
  return (cases) => {
    done += cases;
    progress?.(done, total);
  };
}

const SUBJECTS_AT_ONCE = 2;

/** A host that cannot be started again is not asked what takes it down. */
const isLethalTo =
  ({ restarts }: Driver, identity: Identity, { deviations }: RunOptions) =>
  (of: RunnableCase): boolean =>
    of.subject === 'runtime' && !restarts && isFragile(of, deviations, identity);

const boundsOfConfirming = ({ restarts }: Driver, { serviceBounds }: RunOptions) =>
  restarts
    ? { most: MOST_CONFIRMED, atOnce: CONFIRMED_AT_ONCE, bounds: undefined }
    : { most: MOST_CONFIRMED_OF_SERVICE, atOnce: 1, bounds: serviceBounds ?? SERVICE_BOUNDS };

const LETHAL = 'not tried: it is known to crash or hang the target, which cannot be started again';

/** Rejects with the error of one worker once all have ended and stopped their sessions, which is soon. */
async function runWorks(works: readonly Work[], driver: Driver, options: WorkerOptions): Promise<JudgedCase[]> {
  const failed = new AbortController();
  const interruption = anyOf(failed.signal, options.interruption);
  const results = await eachOf(works, driver.sessions ?? SESSIONS, (work) =>
    runWork(work, { ...options, interruption }).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  return results.flat();
}

/** The number of parallel sessions of one target. Some of them mostly wait. */
const SESSIONS = 5;
/** The number of parallel sessions that confirm violations. */
const CONFIRMED_AT_ONCE = 3;

/** The number of rounds of its session, with its own, among which a case is observed again if it failed there and not alone. */
const AMONG_ROUNDS = 20;

async function runWork(work: Work, options: WorkerOptions): Promise<JudgedCase[]> {
  const losses = new Losses(work.bounds);
  if (work.apart !== true) return runRounds(work, losses, options);
  const judged: JudgedCase[] = [];
  for (const round of work.rounds) judged.push(...(await runRounds({ ...work, rounds: [round] }, losses, options)));
  return judged;
}

/** Runs the rounds on sessions with one setup. */
async function runRounds(work: Work, losses: Losses, options: WorkerOptions): Promise<JudgedCase[]> {
  const { rounds } = work;
  const { shrinks = true } = options;
  const isOver = (): boolean => options.interruption?.aborted === true;
  if (isOver()) return rounds.flat().map((of) => unjudged(of, INTERRUPTED));
  const how = { identity: options.identity, deadlines: work.deadlines, ends: options, losses };
  const { sessions, observer } = sessionsFor(work.driver, rounds.flat(), how, work.atOnce);
  const context = { ...options, shrinks, observer };
  try {
    const refusal = await sessions.open();
    if (refusal !== undefined) return await runUnlessRefused(work, refusal, losses, options);
    const judged: JudgedCase[] = [];
    let next = await drawRound(rounds[0] ?? [], context, isOver);
    for (const [i, round] of rounds.entries()) {
      const [drawn, started] = [next, performance.now()];
      if (isOver()) judged.push(...round.map((of) => unjudged(of, INTERRUPTED)));
      else {
        // Once these inputs are sent, the next are drawn while the target works.
        const drawing = setImmediate().then(() => drawRound(rounds[i + 1] ?? [], context, isOver));
        const [observed, following] = await Promise.all([observer.all(drawn), drawing]);
        next = following;
        const share = (performance.now() - started) / round.length;
        const among = rounds.slice(Math.max(0, i + 1 - AMONG_ROUNDS), i + 1);
        judged.push(...(await settledRound({ drawn, observed, share, among }, context)));
      }
      options.finished(round.length);
      collectIfLarge();
    }
    return judged;
  } finally {
    await sessions.close();
  }
}

type RoundContext = WorkerOptions & JudgingContext & { readonly observer: Observer };

/** The cases of a round with their observations. */
interface ObservedRound {
  readonly drawn: readonly RoundCase[];
  readonly observed: readonly (readonly Observation[])[];
  /** Milliseconds that each case took, on average. */
  readonly share: number;
  readonly among: Work['rounds'];
}

/** Judges a round, and decides what happens to its cases. */
async function settledRound(
  { drawn, observed, share, among }: ObservedRound,
  context: RoundContext,
): Promise<JudgedCase[]> {
  const { interruption, violated, settle } = context;
  const judged: JudgedCase[] = [];
  // If the first violation ends the run, later ones are not shrunk.
  const atATime = violated === undefined ? drawn.length : 1;
  for (let at = 0; at < drawn.length; at += atATime) {
    // Without a target a failure cannot be shrunk.
    const judging = interruption?.aborted === true ? { ...context, shrinks: false } : context;
    const seen = await judgeRound(drawn.slice(at, at + atATime), observed.slice(at, at + atATime), judging, share);
    judged.push(...(await settle(seen.map((one) => ({ ...one, among })))));
  }
  return judged;
}

/** Finds the cases whose setups are refused, and runs the others. */
async function runUnlessRefused(
  work: Work,
  refusal: SetupRefused,
  losses: Losses,
  options: WorkerOptions,
): Promise<JudgedCase[]> {
  const { driver, rounds } = work;
  const { interruption, identity } = options;
  const refusals = await refusedAmong(rounds.flat(), refusal, async (some) =>
    interruption?.aborted === true
      ? undefined
      : unlessAborted(refusalOf(driver, setupFor(some, identity)), interruption, () => undefined),
  );
  if (refusals.length === 0) {
    // Each part can be started, but not all together.
    if (interruption?.aborted !== true) options.gone?.(refusal.message);
    return rounds.flat().map((of) => unjudged(of, refusal.message));
  }
  const refused = new Set(refusals.map(({ of }) => of));
  const judged = await options.settle(await eachOf(refusals, 1, (one) => judgeRefused(one, options)));
  options.finished(refused.size);
  const accepted = rounds.map((round) => round.filter((of) => !refused.has(of))).filter(({ length }) => length > 0);
  if (accepted.length === 0) return judged;
  return [...judged, ...(await runRounds({ ...work, rounds: accepted }, losses, options))];
}

/** How a host refuses a setup. A host that accepts it is stopped; one that fails in another way does so again when its cases run. */
async function refusalOf(driver: Driver, setup: SessionSetup): Promise<SetupRefused | undefined> {
  try {
    await (await driver.start(setup)).stop();
    return undefined;
  } catch (error) {
    if (error instanceof SetupRefused) return error;
    if (error instanceof TargetUnavailable) return undefined;
    throw error;
  }
}

function judgeRound(
  drawn: readonly RoundCase[],
  observed: readonly (readonly Observation[])[],
  context: RoundContext,
  share: number,
): Promise<JudgedCase[]> {
  // A host that goes down fails everything in progress, so these cases are judged and shrunk one by one.
  const atOnce = drawn.some(({ of }) => of.subject === 'runtime') ? 1 : context.observer.atOnce;
  const turn = turns();
  return eachOf([...drawn.entries()], atOnce, async ([i, { of, trials, failure }]) => {
    await turn();
    const own = observed[i] ?? [];
    if (failure !== undefined) return unjudged(of, failure);
    context.witness?.(of, trials, own, context.identity);
    return isUntried(own) ? unjudged(of, INTERRUPTED) : judgeCase(of, trials, own, context, share);
  });
}
