import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import test from 'tape';
import { Asker, testServer } from '../../testing/api/server.js';

test('given credentials become the account, and are not shown', async (t) => {
  const credentials = { clientId: 'Aladdin', apiKey: 'open sesame: £' };
  const { server, asker } = await testServer(t, { credentials });
  t.deepEqual([server.clientId, server.credentials], ['Aladdin', undefined]);
  t.equal((await asker.get('/servers')).status, 200);
  for (const [clientId, apiKey] of [
    ['a:b', 'c'],
    ['a', 'b\n'],
  ] as const) {
    const outcome = await testServer(t, { credentials: { clientId, apiKey } }).catch((error: unknown) => error);
    t.ok(outcome instanceof TypeError, 'credentials that Basic cannot carry are rejected');
  }
});

test('credentials of a new account', async (t) => {
  const { server } = await testServer(t);
  t.match(server.credentials?.clientId ?? '', /^cid_[A-Za-z0-9]{16}$/);
  t.match(server.credentials?.apiKey ?? '', /^[A-Za-z0-9_-]{43}$/);
  t.equal(server.clientId, server.credentials?.clientId);
});

test('a key that is revoked while the payload arrives creates nothing', async (t) => {
  const { server, asker } = await testServer(t);
  const headers = { Authorization: asker.authorization, 'Content-Type': 'application/json', Expect: '100-continue' };
  const request = httpRequest(`${server.url}/servers`, { method: 'POST', headers, agent: false });
  t.teardown(() => request.destroy());
  const answered = once(request, 'response');
  request.flushHeaders();
  await once(request, 'continue');
  const fresh = new Asker(server.url, await server.newApiKey());
  request.end('{"name":"late"}');
  const [response] = await answered;
  t.equal(response.statusCode, 401);
  response.resume();
  t.deepEqual(await fresh.list('/servers'), []);
});
