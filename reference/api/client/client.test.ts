import { inspect } from 'node:util';
import test from 'tape';
import { failure, httpServer, json, testClient } from '../../testing/api/servers.js';
import { Client } from './client.js';
import { BadArgument } from './errors.js';
import { Secret } from './secret.js';

test('answers: the received text, and a hidden key', async (t) => {
  const body = { data: { id: 's1', name: 'web', apikey: 'server-key-1' } };
  const { baseUrl } = await httpServer(t, (_, response) => json(response, body));
  const client = testClient(t, { baseUrl });
  const created = await client.createServer({ name: 'web' });
  t.deepEqual([created.serverId, created.serverApiKey.reveal()], ['s1', 'server-key-1']);
  t.notOk(inspect(created, { depth: 10, showHidden: true }).includes('server-key-1'), 'the key does not show in it');
  const texts: string[] = [];
  t.deepEqual(await client.getAction('a1', { onAnswer: (text) => void texts.push(text.reveal()) }), body);
  t.deepEqual(texts, [JSON.stringify(body)], 'onAnswer receives the text');
});

test('answers: known places', async (t) => {
  let value: unknown;
  const { baseUrl } = await httpServer(t, (_, response) => json(response, value));
  const client = testClient(t, { baseUrl });
  for (const lists of [[{ a: 1 }], { data: [{ a: 1 }] }, { servers: [{ a: 1 }] }, { data: { servers: [{ a: 1 }] } }]) {
    value = lists;
    t.deepEqual(await client.listServers(), [{ a: 1 }], JSON.stringify(lists));
  }
  for (const server of [{ id: 'i', api_key: 'k' }, { data: { server_id: 'i', server_api_key: 'k' } }]) {
    value = server;
    const { serverId, serverApiKey } = await client.createServer({ name: 'n' });
    t.deepEqual([serverId, serverApiKey.reveal()], ['i', 'k'], JSON.stringify(server));
  }
});

test('one connection serves consecutive calls; close ends it', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, []));
  const client = testClient(t, server);
  for (let call = 0; call < 20; call += 1) await client.listServers();
  t.equal(new Set(server.requests.map(({ connection }) => connection)).size, 1);
  const running = client.listServers();
  await client.close();
  t.deepEqual(await running, [], 'close waits for running calls');
  t.match(String(await failure(client.listServers())), /the client is closed/);
  t.equal(server.requests.length, 21, 'no more requests are sent');
});

test('identifiers that would change the path are refused before anything is sent', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, {}));
  const client = testClient(t, server);
  const rows = [
    ['', /actionid must not be empty/],
    ['.', /dot segment/],
    ['..', /dot segment/],
    ['\ud800', /Unicode/],
  ] as const;
  for (const [actionid, message] of rows) {
    const error = await failure(client.getAction(actionid));
    t.ok(error instanceof BadArgument && message.test(error.message), String(error));
  }
  t.equal(server.requests.length, 0);
});

test('options: rejected values', (t) => {
  const good = { baseUrl: 'https://h/v1', clientId: 'cid', apiKey: 'hush-hush' };
  const rows = [
    [{ clientId: 'a:b' }, /client ID.*colon/],
    [{ clientId: '' }, /client ID/],
    [{ clientId: 'a\nb' }, /client ID.*control/],
    [{ apiKey: '' }, /API key/],
    [{ apiKey: 'hush-hush\n' }, /API key.*control/],
    [{ apiKey: new Secret('hush-hush\0') }, /API key.*control/],
    [{ apiKey: 'hush-hush\ud800' }, /API key/],
    [{ baseUrl: 'http://example.com/v1' }, /https/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ timeoutMs: 2 ** 31 }, /timeoutMs/],
  ] as const;
  for (const [wrong, message] of rows) {
    t.throws(() => new Client({ ...good, ...wrong }), BadArgument, inspect(wrong));
    t.throws(() => new Client({ ...good, ...wrong }), message);
  }
  const client = new Client(good);
  const shown = [inspect(client, { depth: 10, showHidden: true, customInspect: false }), JSON.stringify(client)].join();
  t.notOk(/hush|aHVzaC1odXNo/.test(shown), 'a client does not show its key');
  t.end();
});

test('options from the environment', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, []));
  const env = { SRVSPEC_BASE_URL: server.baseUrl, SRVSPEC_CLIENT_ID: 'Aladdin', SRVSPEC_API_KEY: 'open sesame' };
  const client = Client.fromEnvironment(env);
  t.teardown(() => client.close());
  await client.listServers();
  t.deepEqual(server.requests[0]?.headers.authorization, ['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==']);
  const missing = { ...env, SRVSPEC_CLIENT_ID: '', SRVSPEC_API_KEY: undefined };
  t.throws(
    () => Client.fromEnvironment(missing),
    /SRVSPEC_CLIENT_ID, SRVSPEC_API_KEY/,
    'the error names everything that is missing',
  );
  t.throws(() => Client.fromEnvironment({}), BadArgument);
  t.doesNotThrow(
    () => Client.fromEnvironment(missing, { clientId: 'x', apiKey: 'y' }),
    'options take precedence over variables',
  );
  t.end();
});
