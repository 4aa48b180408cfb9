import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../../generators/build/testing/share.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { generated as answers } from '../../cases/generated/1-server-management-api/client/answers.js';
import { generated as credentials } from '../../cases/generated/1-server-management-api/client/credentials.js';
import { generated as requests } from '../../cases/generated/1-server-management-api/client/requests.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { readDeviations } from '../../executor/deviations/read.js';
import { run } from '../../executor/run.js';
import { DEFAULT_DEADLINES } from '../../executor/sessions.js';
import { keptOf } from '../../language/case.js';
import { clientTarget } from './client.js';

const skip = spawnSync('curl', ['--version']).status !== 0;

test('curl client: has exactly the recorded deviations', { skip: skip || !isTaken('a client of curl') }, async (t) => {
  const script = join(PACKAGE_ROOT, 'suites/targets/client/curl-client.sh');
  const known = readDeviations([join(PACKAGE_ROOT, 'suites/deviations/curl-client.yaml')]);
  const deviating = known.flatMap((one) => one.of);
  // Each case takes some programs. Of many similar cases without a recorded deviation, some are enough.
  const some = keptOf(
    [answers, credentials, requests],
    (one, { id, cases }) => deviating.some((of) => of.startsWith(id)) || cases.indexOf(one) % 12 === 0,
  );
  const result = await run(clientTarget({ command: `sh ${script}` }), some, {
    ...{ seed: 1, runs: 2, jobs: 8, deadlines: DEFAULT_DEADLINES },
    deviations: new DeviationList('client', known),
  });
  const reasons = result.requirements.flatMap(({ cases }) =>
    cases
      .filter(({ verdict }) => verdict === 'violates' || verdict === 'inconclusive')
      .map(({ id, reason }) => [id, reason]),
  );
  t.deepEqual(reasons, []);
  t.deepEqual(result.staleDeviations, []);
  t.equal(result.totals.deviates, 14);
});
