/** How the suite is run on the reference, changed or not: with the default numbers of a run. */
import { JOBS, RUNS, SEED } from '../../cli/declared/run.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { DEFAULT_DEADLINES } from '../../executor/sessions.js';

export const INPUTS = {
  seed: Number(SEED.default),
  runs: Number(RUNS.default),
  jobs: Number(JOBS.default),
  shrinks: false,
  deadlines: DEFAULT_DEADLINES,
  deviations: new DeviationList('reference', []),
};
