import test from 'tape';
import { json, listingThen, sessionWith, startHttp, statusOf } from './testing/raw-endpoints.js';

test('an answer between unanswered requests resets the count to the next check', async (t) => {
  const { url, received } = await startHttp(
    t,
    listingThen(({ url: path }, response) => {
      if (path !== '/v1/silent') json(response, {});
    }),
  );
  const session = await sessionWith(t, { url, timeoutMs: 250 });
  const silent = (): ReturnType<typeof statusOf> => statusOf(session, { method: 'GET', path: '/silent' });
  for (let i = 0; i < 20; i++) {
    if (i === 10) t.equal((await statusOf(session, { method: 'GET', path: '/other' })).kind, 'returned');
    t.equal((await silent()).kind, 'hung');
  }
  t.equal(received.filter(({ url: path }) => path === '/v1/servers').length, 1, 'only at the opening');
});
