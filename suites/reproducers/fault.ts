/** Observes a trial alone, and records the actions on the target's partners, so that a reproducer can repeat them. */
import { observeAlone, trialAt } from '../executor/confirming.js';
import { type Mismatch, mismatchOf, verdictOn } from '../executor/judge.js';
import { locationPath } from '../executor/merging.js';
import type { RunnableCase } from '../executor/planned.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import type { Driver, Identity } from '../executor/target.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import type { Recording } from './playing/recording.js';
import type { HostProgram } from './setting.js';

/** The name of the case in its configuration. */
export const SCOPE = 'case';

/** The case, its input, and the wrong target. */
export interface FaultRequest {
  readonly of: RunnableCase;
  readonly seed: number;
  readonly path: string | undefined;
  readonly says: string;
  /** The recorded deviation. */
  readonly known?:
    | {
        readonly observed: string;
        readonly why: string;
        readonly fault: 'host' | 'document';
        readonly varies?: boolean;
      }
    | undefined;
  readonly replay: string;
  readonly driver: Driver;
  readonly identity: Identity;
  readonly targetName: string;
  readonly program: HostProgram;
  /** The implementation that must be right where the target is wrong. */
  readonly reference: { readonly driver: Driver; readonly identity: Identity };
}

interface TrialResult {
  readonly observed: Observation;
  readonly mismatch: Mismatch | undefined;
}

/** The target is right, so there is nothing to show. */
export class NothingWrong extends Error {}

/** Observes a trial under the short name that the case has in a reproducer. */
export async function observedAs(
  { of, driver, identity }: Pick<FaultRequest, 'of' | 'driver' | 'identity'>,
  trial: Trial,
  recording: Recording,
): Promise<TrialResult> {
  const { hold } = trial;
  const recorded: Trial = hold === undefined ? trial : { ...trial, hold: (partners) => hold(recording.of(partners)) };
  const named = { ...of, id: SCOPE, at: locationPath(SCOPE) };
  const observed = await observeAlone(driver, named, recorded, { identity, deadlines: DEFAULT_DEADLINES });
  return { observed, mismatch: mismatchOf(trial, observed) };
}

/** The wrong trial of the case, with its observation. Rejects with `NothingWrong`. */
export async function wrongTrial(request: FaultRequest, recording: Recording) {
  const { of, seed, path } = request;
  const trial = trialAt({ ...of, at: locationPath(SCOPE) }, seed, path);
  if (trial === undefined)
    throw new NothingWrong(
      path === undefined ? `no input of ${of.id} is wrong here` : `there is no input at path ${path}`,
    );
  const { observed, mismatch } = await observedAs(request, trial, recording);
  if (mismatch === undefined || mismatch.reason === 'unobservable')
    throw new NothingWrong(mismatch === undefined ? `${of.id} is right here` : mismatch.observed);
  if (verdictOn(of.strength, mismatch, undefined).verdict === 'recorded')
    throw new NothingWrong(`the documents leave open what ${of.id} is about`);
  return { trial, observed, mismatch };
}
