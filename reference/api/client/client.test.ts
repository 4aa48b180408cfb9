import { inspect } from 'node:util';
import test from 'tape';
import { failure, httpServer, json, testClient } from '../../testing/api/servers.js';
import { Client } from './client.js';
import { BadArgument } from './errors.js';
import { Secret } from './secret.js';

const app = { name: 'shop', sysuserid: 'u1', runtime: 'php8.3', domains: ['a.example', 'b.example'] };

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

test('arguments of wrong types are refused before anything is sent', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, {}));
  const client = testClient(t, server);
  // As callers without types would.
  const call = (method: 'createServer' | 'createApp' | 'getAction', argument: unknown): Promise<unknown> =>
    Reflect.apply(client[method], client, [argument]);
  const hush = 'hush-hush';
  const rows = [
    ['createServer', undefined, /server must be an object/],
    ['createServer', { name: [hush] }, /name must be a string/],
    ['createServer', {}, /name must be a string/],
    ['createApp', { ...app, sysuserid: { hush } }, /sysuserid/],
    ['createApp', { ...app, runtime: null }, /runtime/],
    ['createApp', { ...app, domains: hush }, /domains must be a list/],
    ['createApp', { ...app, domains: ['a', 7] }, /domains\[1\]/],
    ['createApp', { ...app, domains: new Array(1) }, /domains\[0\]/],
    ['getAction', 5, /actionid must be a string/],
    ['getAction', '', /actionid must not be empty/],
    ['getAction', '.', /dot segment/],
    ['getAction', '..', /dot segment/],
    ['getAction', '\ud800', /Unicode/],
  ] as const;
  for (const [method, argument, message] of rows) {
    const error = await failure(call(method, argument));
    t.ok(error instanceof BadArgument && error instanceof TypeError, `${method}: ${error}`);
    t.match(String(error), message);
    t.notOk(inspect(error).includes(hush), 'no value is shown');
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
