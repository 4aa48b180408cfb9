/** Makes the report of a case from its trials and observations: the first failing trial, shrunk, and the verdict on it. */

import type { CaseReport, RunReport } from '../../reports/model.js';
import type { Strength } from '../../spec/types/requirement.js';
import { describe, describeInput } from '../language/description.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { type Draw, type Shrunk, shrink, shrinkLimits } from './draw.js';
import { type KnownDeviation, type Mismatch, mismatchOf, observationText, type Verdict, verdictOn } from './judge.js';
import type { Observer } from './observing.js';
import { drawFor, type RunnableCase } from './planned.js';
import { withoutKeys } from './secrets.js';
import type { Identity } from './target.js';

/** The part of a deviation that a report shows. */
export interface ReportedDeviation extends KnownDeviation {
  /** The observation that was made by hand. */
  readonly observed: string;
  /** The observation depends on chance, for example because the host reads memory that it never wrote. */
  readonly varies?: boolean;
}

export interface KnownDeviations {
  /** The known deviation for a violation of this case, if any. */
  find(requirement: string, id: string, identity: Identity): ReportedDeviation | undefined;
  /** Deviations that should have happened in a run and did not. */
  stale(identity: Identity, requirements: RunReport['requirements']): RunReport['staleDeviations'];
}

/** The context of judging a case: how to observe again, how inputs are drawn, and the known deviations of the target. */
export interface JudgingContext extends Draw {
  readonly observer: Pick<Observer, 'one' | 'all' | 'atOnce'>;
  readonly deviations: KnownDeviations;
  readonly identity: Identity;
}

/** The path of a trial for `replay`; `undefined` for the only one of its case, a number for one of its parts. */
export type SeenAt = string | undefined;

/** A case that was judged among others. */
export interface JudgedCase {
  readonly of: RunnableCase;
  readonly report: CaseReport;
  /** Where a violation was observed: the trial of the report, then others as drawn. Empty for all other verdicts. */
  readonly seenAt: readonly SeenAt[];
  /** The rounds of its session until then; the last one is its own. */
  readonly among?: readonly (readonly RunnableCase[])[];
}

/** Further trials of a case that may show its violation, since an input that was shrunk among other cases can be too small. */
const OTHER_TRIALS = 2;

type EvidenceReport = Omit<CaseReport, 'inputs' | 'durationMs'>;

export async function judgeCase(
  of: RunnableCase,
  trials: readonly Trial[],
  observed: readonly Observation[],
  context: JudgingContext,
  durationMs: number,
): Promise<JudgedCase> {
  const failures = failuresOf(of.strength, trials, observed);
  const [failure] = failures;
  const shrunk = failure === undefined ? undefined : await shrunkFailure(of, failure, context);
  const deviation = context.deviations.find(of.requirement, of.id, context.identity);
  const verdict = verdictOn(of.strength, shrunk?.mismatch, deviation);
  const shown = verdict.verdict === 'recorded' ? (shrunk ?? firstSeen(of, trials, observed)) : shrunk;
  const reported = caseReport(of, verdict, shown, context);
  const report = {
    ...(deviation?.varies === true ? steady(reported, of, deviation) : reported),
    inputs: trials.length,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
  if (verdict.verdict !== 'violates') return { of, report, seenAt: [] };
  const path = shrunk?.path;
  const isOne = 'one' in of.body.trials(of.at);
  const others = failures.slice(0, 1 + OTHER_TRIALS).map(({ index }) => (isOne ? undefined : `${index}`));
  return { of, report, seenAt: [...new Set([path, ...others])] };
}

/** An observation that depends on chance would differ between reports with one seed, so the text of the entry replaces it. */
function steady(report: EvidenceReport, of: RunnableCase, { observed }: ReportedDeviation): EvidenceReport {
  if (report.verdict !== 'deviates' && report.verdict !== 'recorded') return report;
  const { counterexample: _, expected: __, ...lasting } = report;
  return { ...lasting, observed: `varies from run to run: ${observed}`, replay: of.replay };
}

interface Failure {
  readonly index: number;
  readonly trial: Trial;
  readonly mismatch: Mismatch;
  /** Nothing was tried: the feature is missing for each input. */
  readonly isOfEachInput: boolean;
}

/**
 * The severity of a mismatch; the first of the most severe is reported. For an open requirement a crash or hang outranks a wrong answer.
 */
const SEVERITY: { readonly [S in Strength]: { readonly [Reason in Mismatch['reason']]: number } } = {
  must: { unobservable: 1, wrong: 2, crash: 2, hang: 2 },
  open: { unobservable: 1, wrong: 2, crash: 3, hang: 3 },
};

/**
 * The failures of the most severe trials: an input that could not be observed, or is only recorded, does not hide a wrong answer at another
 * input.
 */
function failuresOf(
  strength: Strength,
  trials: readonly Trial[],
  observed: readonly Observation[],
): readonly Failure[] {
  const gravity = SEVERITY[strength];
  const failures = [...trials.entries()].flatMap(([index, trial]): Failure[] => {
    const seen = observed[index] ?? { kind: 'unobservable', why: 'no observation' };
    const mismatch = mismatchOf(trial, seen);
    const isOfEachInput = seen.kind === 'lacking' || seen.kind === 'refused';
    return mismatch === undefined ? [] : [{ index, trial, mismatch, isOfEachInput }];
  });
  const worst = Math.max(0, ...failures.map(({ mismatch }) => gravity[mismatch.reason]));
  return failures.filter(({ mismatch }) => gravity[mismatch.reason] === worst);
}

async function shrunkFailure(of: RunnableCase, failure: Failure, context: JudgingContext): Promise<Shrunk> {
  const trials = of.body.trials(of.at);
  // Recorded trials are not shrunk.
  const recorded = of.strength === 'open' && failure.mismatch.reason === 'wrong';
  const isAsDrawn = recorded || failure.isOfEachInput || context.shrinks === false;
  const check = async (trial: Trial): Promise<Mismatch | undefined> =>
    mismatchOf(trial, await context.observer.one(of, trial));
  if ('one' in trials)
    return (isAsDrawn ? undefined : await firstPart(failure, check)) ?? { ...failure, path: undefined };
  if (isAsDrawn) return { ...failure, path: `${failure.index}` };
  const limits = shrinkLimits(failure.trial, failure.mismatch, of.subject);
  return shrink(of.id, trials.many, drawFor(of, context), failure, check, limits);
}

/** The first part of a trial that alone makes the target crash or hang. For a wrong answer the judge names the wrong part. */
async function firstPart(
  { trial, mismatch: whole }: Failure,
  check: (trial: Trial) => Promise<Mismatch | undefined>,
): Promise<Shrunk | undefined> {
  const parts = whole.reason === 'wrong' ? [] : (trial.parts?.() ?? []);
  for (const [i, part] of parts.slice(0, MOST_PARTS).entries()) {
    const mismatch = await check(part);
    if (mismatch?.reason === whole.reason) return { trial: part, mismatch, path: `${i}` };
  }
  return undefined;
}

/** The most parts that are tried alone, since each takes a request, or a start of the target. */
const MOST_PARTS = 40;

/** The trial that a report shows for an open case whose trials were all as supposed: the first. */
function firstSeen(
  { body, at }: RunnableCase,
  [trial]: readonly Trial[],
  [observation]: readonly Observation[],
): Shrunk | undefined {
  if (trial === undefined || observation === undefined) return undefined;
  const mismatch = {
    reason: 'wrong',
    expected: describe(trial.expect()),
    observed: observationText(observation),
  } as const;
  return { trial, mismatch, path: 'many' in body.trials(at) ? '0' : undefined };
}

/** The report of a verdict, with the observation if it is shown. */
export function caseReport(
  of: RunnableCase,
  { verdict, reason }: Verdict,
  shown: Shrunk | undefined,
  { seed }: Draw,
): EvidenceReport {
  const path = shown?.path === undefined ? '' : ` --seed ${seed} --path ${shown.path}`;
  const evidence = shown === undefined ? {} : evidenceOf(shown, verdict);
  const failing = verdict === 'violates' || verdict === 'deviates' ? failureOf(shown) : {};
  const reported = of.body.secret === true ? mapped({ reason, ...evidence }, withoutKeys) : { reason, ...evidence };
  const requests = verdict === 'recorded' ? undefined : shown?.mismatch.requests;
  const asked = requests === undefined ? {} : { requests };
  const missing = shown?.mismatch.missing === true ? ({ missing: true } as const) : {};
  return {
    id: of.id,
    kind: of.body.kind,
    verdict,
    ...missing,
    ...failing,
    ...reported,
    ...asked,
    replay: `${of.replay}${path}`,
  };
}

const mapped = <T extends { readonly [name: string]: string }>(texts: T, change: (text: string) => string): T => {
  const copy = { ...texts };
  for (const name in copy) Object.assign(copy, { [name]: change(texts[name] ?? '') });
  return copy;
};

function failureOf(shown: Shrunk | undefined): Pick<CaseReport, 'failure'> {
  const failure = shown?.mismatch.reason;
  return failure === undefined || failure === 'unobservable' ? {} : { failure };
}

function evidenceOf(
  { mismatch: { expected, observed }, trial }: Shrunk,
  verdict: Verdict['verdict'],
): Pick<CaseReport, 'expected' | 'observed' | 'counterexample'> {
  const counterexample = describeInput(trial);
  if (verdict !== 'recorded') return { expected, observed, counterexample };
  const input = counterexample.length > RECORDED_LENGTH ? {} : { counterexample };
  return { expected: bounded(expected), observed: bounded(observed), ...input };
}

/** The number of characters that a report keeps of each text of a recorded case; `replay` shows longer ones. */
const RECORDED_LENGTH = 1000;

const bounded = (text: string): string =>
  text.length <= RECORDED_LENGTH
    ? text
    : `${text.slice(0, RECORDED_LENGTH)}… (${text.length - RECORDED_LENGTH} more characters)`;
