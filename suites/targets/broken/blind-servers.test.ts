import test from 'tape';
import { BLIND, startBlindServer } from './blind-servers.js';
import { judgedAt } from './testing/judged.js';

const ACCOUNT = { clientId: 'cid_blind', apiKey: 'a-key-of-the-account', revokedApiKey: 'a-key-before-that' };

/** Of which one of each requirement comes first. */
const CONFIRMED = 40;

for (const [name, answer] of Object.entries(BLIND)) {
  test(`the ${name} server passes no requirement`, async (t) => {
    const { url, stop } = await startBlindServer(answer);
    t.teardown(stop);
    const must = (await judgedAt(url, ACCOUNT, { confirmations: CONFIRMED })).filter(
      ({ strength }) => strength === 'must',
    );
    const passed = must.filter(({ verdict }) => verdict !== 'violates' && verdict !== 'inconclusive');
    t.deepEqual(
      passed.map(({ id }) => id),
      [],
    );
    t.ok(
      must.some(({ id, verdict }) => id === 'api-endpoints.answer' && verdict === 'violates') || name === 'echoing',
      'what cannot be observed is told by what is missing',
    );
  });
}
