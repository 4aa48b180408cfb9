import test from 'tape';
import { json, sessionThat, statusOf } from './testing/raw-endpoints.js';

test('an answer between unanswered requests resets the count to the next check', async (t) => {
  const { session, received } = await sessionThat(t, { timeoutMs: 250 }, ({ url: path }, response) => {
    if (path !== '/v1/silent') json(response, {});
  });
  const silent = (): ReturnType<typeof statusOf> => statusOf(session, { method: 'GET', path: '/silent' });
  for (let i = 0; i < 20; i++) {
    if (i === 10) t.equal((await statusOf(session, { method: 'GET', path: '/other' })).kind, 'returned');
    t.equal((await silent()).kind, 'hung');
  }
  t.equal(received.filter(({ url: path }) => path === '/v1/servers').length, 1, 'only at the opening');
});
