/** Observes a trial alone, with what is done to the host noted down, so that it can be done by other means. */
import { observeAlone, trialAt } from '../executor/confirming.js';
import { type Mismatch, mismatchOf } from '../executor/judge.js';
import { pathOf } from '../executor/merging.js';
import type { Planned } from '../executor/planned.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import type { Driver, Identity } from '../executor/target.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { SCOPE } from './candidate.js';
import { Recording } from './playing/recording.js';

/** The case under the short name that it has in a reproducer. */
const renamed = (of: Planned): Planned => ({ ...of, id: SCOPE, at: pathOf(SCOPE) });

/** A trial as it is put to a target for a reproducer. */
export interface Replayed {
  readonly trial: Trial;
  readonly observed: Observation;
  readonly recording: Recording;
  readonly mismatch: Mismatch | undefined;
}

/** The trial at a path that a report names; `undefined` where there is none. */
export const trialOf = (of: Planned, seed: number, path: string | undefined): Trial | undefined =>
  trialAt({ ...of, at: pathOf(SCOPE) }, seed, path);

export async function replayed(driver: Driver, of: Planned, trial: Trial, identity: Identity): Promise<Replayed> {
  const recording = new Recording();
  const { hold } = trial;
  const noted: Trial = hold === undefined ? trial : { ...trial, hold: (partners) => hold(recording.of(partners)) };
  const observed = await observeAlone(driver, renamed(of), noted, { identity, deadlines: DEFAULT_DEADLINES });
  return { trial, observed, recording, mismatch: mismatchOf(trial, observed) };
}
