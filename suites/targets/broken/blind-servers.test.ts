import test from 'tape';
import type { RequirementReport } from '../../../reports/model.js';
import { BLIND, startBlindServer } from './blind-servers.js';
import { type Judging, judgedAt } from './testing/judged.js';

const ACCOUNT = { clientId: 'cid_blind', apiKey: 'a-key-of-the-account', revokedApiKey: 'a-key-before-that' };

/** One violation of each requirement comes first. */
const CONFIRMED = 40;

const conforming = (some: readonly RequirementReport[]): readonly RequirementReport[] =>
  some.filter(({ verdict }) => verdict !== 'violates' && verdict !== 'inconclusive');

for (const [name, answer] of Object.entries(BLIND)) {
  test(`the ${name} server passes no requirement`, async (t) => {
    const { url, stop } = await startBlindServer(answer);
    t.teardown(stop);
    const judged = async (how: Judging): Promise<readonly RequirementReport[]> =>
      (await judgedAt(url, ACCOUNT, { confirmations: CONFIRMED, ...how })).filter(
        ({ strength }) => strength === 'must',
      );
    const must = await judged({ whole: [] });
    // One case is enough to fail a requirement. If one of each kind conforms, the others must not.
    const unseen = conforming(must).map(({ id }) => id);
    const passed = unseen.length === 0 ? [] : conforming(await judged({ only: unseen }));
    t.deepEqual(
      passed.map(({ id }) => id),
      [],
    );
    t.ok(
      must.some(({ id, verdict }) => id === 'api-endpoints.answer' && verdict === 'violates') || name === 'echoing',
      'a missing observation is reported with its reason',
    );
  });
}
