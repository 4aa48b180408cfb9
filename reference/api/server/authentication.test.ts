import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import test from 'tape';
import { Asker, basic, connections, objectIn, testServer, textAt } from '../../testing/api/server.js';

test('every request needs the credentials, whatever it asks for', async (t) => {
  const { asker } = await testServer(t);
  const { clientId, apiKey } = asker.credentials;
  const created = objectIn(await asker.post('/servers', { name: 'a' }));
  const serverPair = `${textAt(created, 'data', 'id')}:${textAt(created, 'data', 'apikey')}`;
  const wrong: readonly string[] = [
    basic(`${clientId}:${apiKey}x`),
    basic(`${clientId}:${apiKey.slice(1)}`),
    basic(`${clientId}:`),
    basic(`:${apiKey}`),
    basic(`${apiKey}:${clientId}`),
    basic(`${clientId.toUpperCase()}:${apiKey}`),
    basic(serverPair),
    basic(`${clientId}:${textAt(created, 'data', 'apikey')}`),
    basic(`${clientId}${apiKey}`),
    asker.authorization.replace('Basic', 'Bearer'),
    asker.authorization.replace('Basic ', ''),
    `Basic ${clientId}:${apiKey}`,
    '',
  ];
  for (const authorization of wrong)
    for (const [method, path] of [
      ['GET', '/servers'],
      ['POST', '/servers'],
      ['DELETE', '/x'],
    ] as const) {
      const body = method === 'POST' ? { body: '{"name":"b"}' } : {};
      const answer = await asker.ask(method, path, { ...body, headers: { Authorization: authorization } });
      t.equal(answer.status, 401, `${method} ${path}`);
      t.equal(answer.headers['www-authenticate'], 'Basic realm="server management", charset="UTF-8"');
      t.notOk(answer.text.includes(apiKey), 'the key is not told');
    }
  const none = await asker.raw('GET /v1/servers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  t.ok(none.startsWith('HTTP/1.1 401 '), 'no credentials');
  const field = `Authorization: ${asker.authorization}\r\n`;
  const twice = await asker.raw(`GET /v1/servers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${field}${field}\r\n`);
  t.ok(twice.startsWith('HTTP/1.1 401 '), 'credentials given twice');
  t.equal((await asker.list('/servers')).length, 1, 'nothing was created');
});

test('given credentials become the account, and are not told', async (t) => {
  const credentials = { clientId: 'Aladdin', apiKey: 'open sesame: £' };
  const { server, asker } = await testServer(t, { credentials });
  t.deepEqual([server.clientId, server.credentials], ['Aladdin', undefined]);
  t.equal((await asker.get('/servers')).status, 200);
  for (const [clientId, apiKey] of [
    ['a:b', 'c'],
    ['a', 'b\n'],
  ] as const) {
    const outcome = await testServer(t, { credentials: { clientId, apiKey } }).catch((error: unknown) => error);
    t.ok(outcome instanceof TypeError, 'what Basic cannot carry is refused');
  }
});

test('credentials of a new account', async (t) => {
  const { server } = await testServer(t);
  t.match(server.credentials?.clientId ?? '', /^cid_[A-Za-z0-9]{16}$/);
  t.match(server.credentials?.apiKey ?? '', /^[A-Za-z0-9_-]{43}$/);
  t.equal(server.clientId, server.credentials?.clientId);
});

test('a new key revokes the one before at once, also on an open connection', async (t) => {
  const { server, asker } = await testServer(t);
  const agent = connections(t, 1);
  t.equal((await asker.get('/servers', agent)).status, 200);
  const fresh = new Asker(server.url, await server.newApiKey());
  t.equal(fresh.credentials.clientId, asker.credentials.clientId);
  t.equal((await asker.get('/servers', agent)).status, 401, 'the key before');
  t.equal((await fresh.get('/servers', agent)).status, 200, 'the new key');
  t.equal(Object.values(agent.freeSockets).flat().length, 1, 'all on one connection');
  const [one, two] = await Promise.all([server.newApiKey(), server.newApiKey()]);
  t.equal((await new Asker(server.url, one).get('/servers')).status, 401);
  t.equal((await new Asker(server.url, two).get('/servers')).status, 200);
});

test('a key that is revoked while the payload comes creates nothing', async (t) => {
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
