/** From a case's trials and observations to its report: the first failing trial, shrunk, and the verdict on it. */
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import type { CaseReport, RunReport } from '../../reports/model.js';
import { encode } from '../language/encoding.js';
import type { Observer } from './observing.js';
import { type Draw, type Shrunk, shrink } from './draw.js';
import { compare, judge, type KnownDeviation, type Mismatch, type Verdict } from './judge.js';
import { drawFor, type Planned } from './planned.js';
import type { Identity } from './target.js';

/** What is known of a target, as data. */
export interface KnownDeviations {
  /** The deviation that a violation of this case is known as, if any. */
  find(requirement: string, id: string, identity: Identity): KnownDeviation | undefined;
  /** Deviations that should have happened in a run and did not. */
  stale(identity: Identity, requirements: RunReport['requirements']): RunReport['staleDeviations'];
}

/** What judging needs besides the case: whom to ask again, how inputs are drawn, and what is known of the target. */
export interface JudgingContext extends Draw {
  readonly observer: Pick<Observer, 'one' | 'all' | 'atOnce'>;
  readonly deviations: KnownDeviations;
  readonly identity: Identity;
}

export async function judgeCase(
  of: Planned,
  trials: readonly Trial[],
  observed: readonly Observation[],
  context: JudgingContext,
  durationMs: number,
): Promise<CaseReport> {
  const failure = firstFailure(trials, observed);
  const shrunk = failure === undefined ? undefined : await shrunkFailure(of, failure, context);
  const deviation = context.deviations.find(of.requirement, of.id, context.identity);
  const verdict = judge(of.strength, shrunk?.mismatch, deviation);
  return {
    ...caseReport(of, verdict, shrunk, context),
    inputs: trials.length,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

interface Failure {
  readonly index: number;
  readonly trial: Trial;
  readonly mismatch: Mismatch;
}

/** What could not be observed at one input hides nothing that is wrong at another. */
function firstFailure(trials: readonly Trial[], observed: readonly Observation[]): Failure | undefined {
  let unobserved: Failure | undefined;
  for (const [index, trial] of trials.entries()) {
    const mismatch = compare(trial.expect(), observed[index] ?? { kind: 'unobservable', why: 'no observation' });
    if (mismatch === undefined) continue;
    if (mismatch.reason !== 'unobservable') return { index, trial, mismatch };
    unobserved ??= { index, trial, mismatch };
  }
  return unobserved;
}

async function shrunkFailure(of: Planned, failure: Failure, context: JudgingContext): Promise<Shrunk> {
  const trials = of.body.trials(of.at);
  if ('one' in trials) return { ...failure, path: undefined };
  // What is only recorded need not be small.
  if (of.strength === 'open' && failure.mismatch.reason === 'wrong') return { ...failure, path: `${failure.index}` };
  const check = async (trial: Trial): Promise<Mismatch | undefined> =>
    compare(trial.expect(), await context.observer.one(of, trial));
  return shrink(of.id, trials.many, drawFor(of, context), failure, check);
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
          counterexample: JSON.stringify(encode(shrunk.trial.input)),
        };
  return { id: of.id, kind: of.body.kind, verdict, reason, ...shown, replay: `${of.replay}${path}` };
}
