/** Cases and observations for tests of runs. */
import type { Observation } from '../../language/observation.js';
import type { CaseBody } from '../../language/trial.js';
import type { RunnableCase } from '../planned.js';

/** What a law accepts that expects 1, and what it does not. */
export const RIGHT: Observation = { kind: 'returned', value: 1 };
export const WRONG: Observation = { kind: 'returned', value: 2 };

/** A case that must conform, of the requirement that its id begins with; by default an example of a runtime. */
export const plannedCase = (
  id: string,
  body: Partial<CaseBody> & Pick<CaseBody, 'trials'>,
  more: Partial<RunnableCase> = {},
): RunnableCase => ({
  id,
  strength: 'must',
  requirement: id.replace(/\/.*/s, ''),
  rows: [],
  subject: 'runtime',
  body: { kind: 'example', cost: 'probe', needs: [], setup: [], ...body },
  at: (path) => path,
  replay: `srvspec replay ${id}`,
  ...more,
});
