import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { startReferenceApi } from '../reference/api.js';
import { startWrongServer } from './proxy.js';
import { RIGHT } from './right-servers.js';
import { judgedAt, WITHOUT_ROTATION, withVerdict } from './testing/judged.js';

/** Requirements that are not observed of such a right server; of other servers all are. */
const UNSEEN: { readonly [name: string]: RegExp } = {
  'answers with ids alone': /^could not be observed: POST \/apps: data holds no field of the app$/,
  'lists ids alone': /^could not be observed: GET \/(servers|apps): the records of the list have no names$/,
  'lists in pages': /^could not be observed: GET \/(servers|apps): the list goes on in another answer$/,
};

for (const [name, variation] of shareOf(Object.entries(RIGHT), 'right servers'))
  test(`a right server: ${name}`, async (t) => {
    const right = await startReferenceApi();
    t.teardown(() => right.stop());
    const apiKey = await right.rotate();
    const account = { clientId: right.clientId, apiKey, revokedApiKey: right.apiKey };
    const server = await startWrongServer(variation(), { ...account, url: right.url });
    t.teardown(() => server.stop());
    const requirements = await judgedAt(server.url, account, { settleMs: 5_000, whole: [] });
    t.deepEqual(withVerdict(requirements, 'violates'), []);
    const inconclusive = requirements.flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'inconclusive'));
    t.deepEqual(
      inconclusive
        .filter(({ reason }) => !WITHOUT_ROTATION.test(reason) && UNSEEN[name]?.test(reason) !== true)
        .map(({ id, reason }) => `${id}: ${reason}`),
      [],
    );
  });
