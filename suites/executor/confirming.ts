/**
 * Confirms violations before they are reported. The trial is observed alone, in a fresh session with only the setup of its case, as in
 * `replay`. If it succeeds there, it is tried again among the cases where it failed; if it succeeds again, it is not wrong. A failure that
 * does not happen again otherwise is inconclusive.
 */
import type { CaseReport } from '../../reports/model.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { type Draw, drawOne } from './draw.js';
import { eachOf } from './each-of.js';
import { mismatchOf, verdictOn } from './judge.js';
import { caseReport, type JudgedCase, type JudgingContext, type SeenAt } from './judging.js';
import { boundsAlone, type LossBounds, Losses } from './losses.js';
import { mergeSetups } from './merging.js';
import { Observer } from './observing.js';
import type { RunnableCase } from './planned.js';
import { drawRound } from './rounds.js';
import { type Deadlines, type Ends, INTERRUPTED, Sessions } from './sessions.js';
import { type Driver, type Identity, isRuntime, type SessionSetup } from './target.js';

/** The most violations of a run that are confirmed, since each takes a start of the target. */
export const MOST_CONFIRMED = 500;
/** The same for services and clients. */
export const MOST_CONFIRMED_OF_SERVICE = 100;

/** The needs of a session for some cases. */
export function setupFor(cases: readonly RunnableCase[], identity: Identity): SessionSetup {
  const probes = [...new Set(cases.flatMap(({ body }) => (body.probe === undefined ? [] : [body.probe])))];
  const host = mergeSetups(cases.map(({ id, body }) => ({ setup: body.setup, scope: id })));
  const needs = new Set(cases.flatMap(({ body }) => body.needs));
  const started = cases[0]?.body.started;
  return {
    host,
    probes,
    needs,
    ...(started === undefined ? {} : { started }),
    ...(isRuntime(identity) ? { version: identity.runtimeVersion } : {}),
  };
}

/** How trials are observed alone. */
interface Alone {
  readonly identity: Identity;
  readonly deadlines: Deadlines;
  readonly ends?: Ends;
  /** Shared by all observed trials. */
  readonly losses?: Losses;
}

/** Sessions for some cases, and what observes their trials there, so many in parallel. */
export function sessionsFor(
  driver: Driver,
  cases: readonly RunnableCase[],
  { identity, deadlines, ends, losses }: Alone,
  atOnce = 1,
) {
  const setup = setupFor(cases, identity);
  const sessions = new Sessions(driver, setup, deadlines, ends, losses);
  return { sessions, observer: new Observer(sessions, setup.probes, atOnce) };
}

/** Observes one trial alone, in a fresh session with only the setup of its case. */
export async function observeAlone(driver: Driver, of: RunnableCase, trial: Trial, how: Alone): Promise<Observation> {
  const { sessions, observer } = sessionsFor(driver, [of], how);
  try {
    return await observer.one(of, trial);
  } finally {
    await sessions.close();
  }
}

/**
 * Observes many trials, each alone. The total loss of a service or client to hangs is bounded, since a restart does not end them. A lost
 * one gets no more requests.
 */
export function observingAlone(
  driver: Driver,
  bounds: LossBounds | undefined,
  { ends = {}, ...alone }: Omit<Alone, 'losses'>,
): Confirming['observe'] {
  if (bounds === undefined)
    return (of, trial) => observeAlone(driver, of, trial, { ...alone, ends: { interruption: ends.interruption } });
  const losses = new Losses(boundsAlone(bounds));
  let lost: string | undefined;
  const gone = (why: string): void => {
    lost ??= why;
    ends.gone?.(why);
  };
  return async (of, trial) =>
    lost === undefined
      ? observeAlone(driver, of, trial, { ...alone, ends: { ...ends, gone }, losses })
      : { kind: 'unobservable', why: lost };
}

/** Observes cases among those of their sessions, so many in parallel. */
export function observingAmong(
  driver: Driver,
  draw: Draw,
  { identity, deadlines, ends, atOnce }: Omit<Alone, 'losses'> & { readonly atOnce: number },
): NonNullable<Confirming['observeAmong']> {
  return async ({ of, among = [[of]] }) => {
    const how = { identity, deadlines, ends: { interruption: ends?.interruption } };
    const { sessions, observer } = sessionsFor(driver, among.flat(), how, atOnce);
    let isRight = false;
    try {
      for (const round of among) {
        const drawn = await drawRound(round, draw);
        const at = drawn.findIndex((one) => one.of === of);
        const observed = (await observer.all(drawn))[at] ?? [];
        isRight = observed.length > 0 && drawn[at]?.trials.every((trial, i) => succeeds(trial, observed[i])) === true;
      }
      return isRight;
    } finally {
      await sessions.close();
    }
  };
}

const succeeds = (trial: Trial, observed: Observation | undefined): boolean =>
  observed !== undefined && mismatchOf(trial, observed) === undefined;

/** The trial at a path from a report, drawn again; without a path the only one of the case, or a part of it. */
export function trialAt({ id, body, at }: RunnableCase, seed: number, path: SeenAt): Trial | undefined {
  const trials = body.trials(at);
  if ('one' in trials) return path === undefined ? trials.one : trials.one.parts?.()[Number(path)];
  return path === undefined ? undefined : drawOne(id, trials.many, { seed, runs: 1 }, path);
}

/** How violations are confirmed. */
interface Confirming {
  readonly context: Omit<JudgingContext, 'observer'>;
  /** The most violations that are confirmed. */
  readonly most: number;
  /** The number of parallel confirmations. */
  readonly atOnce: number;
  /** Once it is aborted, no more violations are confirmed. */
  readonly interruption?: AbortSignal | undefined;
  /** Observes a trial alone. */
  observe(of: RunnableCase, trial: Trial): Promise<Observation>;
  /**
   * Observes a case among those where it failed, in a fresh session, and returns whether all its trials succeed. Absent if there are no
   * fresh sessions.
   */
  observeAmong?(judged: JudgedCase): Promise<boolean>;
}

/** Cases that succeed alone are tried among others again if there are at most so many; more of them are no coincidence. */
const MOST_AMONG = 5;

/** The number of tries of a violation alone until there is an observation. */
const TRIES_ALONE = 3;

/**
 * The reports of judged cases, with violations confirmed. One of each requirement comes first, then the second of each, and so on. So each
 * wrong requirement is reported, even if not all violations can be confirmed.
 */
export async function confirmAll(all: readonly JudgedCase[], confirming: Confirming): Promise<CaseReport[]> {
  const { most, atOnce, context, observe, interruption } = confirming;
  const reports = new Map(all.map((one) => [one, one.report]));
  const violations = inTurns(all.filter(({ seenAt }) => seenAt.length > 0));
  const isOver = interruption?.aborted === true;
  const first = isOver ? [] : violations.slice(0, most);
  const confirmed = await eachOf(first, atOnce, (one) => confirm(one, context, observe));
  const right = first.filter((_, i) => confirmed[i] === 'right');
  const notWrong = right.length > MOST_AMONG ? [] : await eachOf(right, 1, (one) => rightAmong(one, confirming));
  const why = isOver ? INTERRUPTED : `not confirmed alone, since ${most} other violations were first`;
  for (const [i, one] of violations.entries()) {
    const report = confirmed[i] ?? unconfirmed(one, why);
    reports.set(one, report === 'right' ? (notWrong[right.indexOf(one)] ?? unconfirmed(one, NOT_AGAIN)) : report);
  }
  return [...reports.values()];
}

/**
 * Confirms violations in order until one is confirmed, and reports it; none once the run is over. All tried violations count as settled.
 * @param violated whether this is the first violation of the run, since another worker may have confirmed one meanwhile
 */
export async function confirmUntilFirst(
  all: readonly JudgedCase[],
  { context, observe, interruption }: Confirming,
  violated: () => boolean,
): Promise<JudgedCase[]> {
  const judged = [...all];
  for (const [i, one] of all.entries()) {
    if (interruption?.aborted === true) break;
    if (one.seenAt.length === 0) continue;
    const confirmed = await confirm(one, context, observe);
    const report = confirmed === 'right' ? unconfirmed(one, NOT_AGAIN) : confirmed;
    const isViolation = report.verdict === 'violates';
    const isFirst = isViolation && violated();
    judged[i] = { ...one, report: isViolation && !isFirst ? unconfirmed(one, INTERRUPTED) : report, seenAt: [] };
    if (isViolation) break;
  }
  return judged;
}

/** The first violation of each requirement, then the second of each. */
function inTurns(violations: readonly JudgedCase[]): readonly JudgedCase[] {
  const before = new Map<string, number>();
  const turns = violations.map((one) => {
    const turn = before.get(one.of.requirement) ?? 0;
    before.set(one.of.requirement, turn + 1);
    return { one, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ one }) => one);
}

const NOT_AGAIN = 'not seen again alone';

/** The report of a violation that happened again or could not be observed; `right` if everything succeeds alone. */
async function confirm(
  judged: JudgedCase,
  context: Confirming['context'],
  observe: Confirming['observe'],
): Promise<CaseReport | 'right'> {
  let why = NOT_AGAIN;
  for (let tries = 0; tries < TRIES_ALONE; tries++) {
    const seen = await tryAlone(judged, context, observe);
    if (typeof seen !== 'string') return seen;
    if (seen === '') return 'right';
    why = seen;
  }
  // The failure of a service that a request ended permanently was observed, and the missing observation shows the end.
  const { observed = '', verdict } = judged.report;
  const isEnd = judged.of.body.ownProcess === true && why !== '' && observed.endsWith(why);
  return isEnd && verdict === 'violates' ? judged.report : unconfirmed(judged, why);
}

/** The report of a violation that happens again; otherwise why it could not be observed, or an empty text if everything succeeds. */
async function tryAlone(
  { of, seenAt, report }: JudgedCase,
  context: Confirming['context'],
  observe: Confirming['observe'],
): Promise<CaseReport | string> {
  const known = context.deviations.find(of.requirement, of.id, context.identity);
  let unobservable = '';
  for (const path of seenAt) {
    const trial = trialAt(of, context.seed, path);
    if (trial === undefined) continue;
    const mismatch = mismatchOf(trial, await observe(of, trial));
    const verdict = verdictOn(of.strength, mismatch, known);
    if (mismatch !== undefined && (verdict.verdict === 'violates' || verdict.verdict === 'deviates'))
      return { ...report, ...caseReport(of, verdict, { trial, mismatch, path }, context) };
    if (mismatch?.reason === 'unobservable') unobservable ||= mismatch.observed;
  }
  return unobservable;
}

/** The report of a case that succeeds alone, if it succeeds among the others too: the failure happened once, and does not happen again. */
async function rightAmong(
  judged: JudgedCase,
  { context, observeAmong, interruption }: Confirming,
): Promise<CaseReport> {
  const { of, report } = judged;
  if (observeAmong === undefined || interruption?.aborted === true) return unconfirmed(judged, NOT_AGAIN);
  if (context.deviations.find(of.requirement, of.id, context.identity) !== undefined)
    return unconfirmed(judged, NOT_AGAIN);
  if (!(await observeAmong(judged))) return unconfirmed(judged, `${NOT_AGAIN}, and not right among the others again`);
  const { inputs, durationMs } = report;
  return { ...caseReport(of, verdictOn(of.strength, undefined, undefined), undefined, context), inputs, durationMs };
}

/** The observation stays in the report, without blame. */
const unconfirmed = ({ report }: JudgedCase, why: string): CaseReport => ({
  ...report,
  verdict: 'inconclusive',
  reason: `${why}; seen among other cases: ${report.reason}`,
});
