import test from 'tape';
import { objectIn, testServer, textAt } from '../../testing/api/server.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../support/json.js';

const app = { name: 'shop', sysuserid: 'u1', runtime: 'php8.3', domains: ['a.example', 'b.example'] } as const;
const ID = /^[A-Za-z0-9]{16}$/;

function dataIn(body: JsonObject): JsonObject {
  return isJsonObject(body.data) ? body.data : {};
}

test('servers: created, and listed without their keys', async (t) => {
  const { asker } = await testServer(t);
  t.deepEqual(objectIn(await asker.get('/servers')), { data: [] });
  const names = ['b', 'a', 'b', 'é\n"\ud800', ' '];
  const created: JsonObject[] = [];
  for (const name of names)
    created.push(dataIn(objectIn(await asker.post('/servers', { name, id: 'mine', extra: 1 }))));
  for (const [index, { id, name, apikey, ...others }] of created.entries()) {
    t.match(String(id), ID);
    t.match(String(apikey), /^[A-Za-z0-9_-]{43}$/);
    t.deepEqual([name, others], [names[index], {}]);
  }
  t.equal(new Set(created.flatMap(({ id, apikey }) => [id, apikey])).size, 2 * names.length);
  const listed = await asker.list('/servers');
  t.deepEqual(
    listed,
    created.map(({ id, name }) => ({ id, name })),
    'in the order of their creation',
  );
});

test('apps: created with an action, and listed', async (t) => {
  const { asker } = await testServer(t);
  t.deepEqual(objectIn(await asker.get('/apps')), { data: [] });
  const payloads = [app, { ...app, domains: [], sysuserid: '' }];
  const created: JsonObject[] = [];
  for (const payload of payloads) created.push(objectIn(await asker.post('/apps', payload)));
  for (const [index, { actionid, data, ...others }] of created.entries()) {
    const { id, ...fields } = isJsonObject(data) ? data : {};
    t.match(String(actionid), ID);
    t.match(String(id), ID);
    t.deepEqual([fields, others], [payloads[index], {}]);
  }
  t.deepEqual(
    await asker.list('/apps'),
    created.map(({ data }) => data),
  );
});

test('actions: open until the work is complete, by the clock', async (t) => {
  let now = 1_000_000;
  const { asker } = await testServer(t, { now: () => now, actionMs: 300 });
  const actionid = textAt(objectIn(await asker.post('/apps', app)), 'actionid');
  const status = async () => textAt(objectIn(await asker.get(`/actions/${actionid}`)), 'data', 'status');
  t.deepEqual(objectIn(await asker.get(`/actions/${actionid}`)), { data: { actionid, status: 'open' } });
  now += 299;
  t.equal(await status(), 'open');
  now += 1;
  t.equal(await status(), 'success');
  now += 1_000_000;
  t.equal(await status(), 'success');
});

test('actions: unknown ones', async (t) => {
  const { asker } = await testServer(t);
  const created = objectIn(await asker.post('/apps', app));
  const ids = ['AAAAAAAAAAAAAAAA', textAt(created, 'data', 'id'), '%20', '__proto__', '%ff', 'a%2Fb', '', '../apps'];
  for (const id of ids) {
    const answer = await asker.raw(
      `GET /v1/actions/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${asker.authorization}\r\n\r\n`,
    );
    t.ok(answer.startsWith('HTTP/1.1 404 '), id);
  }
});

/** Fields that are not as they must be, and the field at fault. */
const faults: readonly (readonly [string, JsonValue, string | undefined])[] = [
  ['/servers', {}, 'name'],
  ['/servers', { Name: 'a' }, 'name'],
  ['/servers', { name: 1 }, 'name'],
  ['/servers', { name: null }, 'name'],
  ['/servers', { name: ['a'] }, 'name'],
  ['/servers', { name: '' }, 'name'],
  ['/servers', [], undefined],
  ['/servers', 'a', undefined],
  ['/servers', null, undefined],
  ['/apps', { ...app, name: '' }, 'name'],
  ['/apps', { name: 'a', runtime: 'r', domains: [] }, 'sysuserid'],
  ['/apps', { ...app, sysuserid: 7 }, 'sysuserid'],
  ['/apps', { name: 'a', sysuserid: 's', domains: [] }, 'runtime'],
  ['/apps', { ...app, runtime: {} }, 'runtime'],
  ['/apps', { name: 'a', sysuserid: 's', runtime: 'r' }, 'domains'],
  ['/apps', { ...app, domains: 'a.example' }, 'domains'],
  ['/apps', { ...app, domains: ['a.example', 1] }, 'domains'],
  ['/apps', { ...app, domains: [['a.example']] }, 'domains'],
  ['/apps', { ...app, domains: { 0: 'a.example' } }, 'domains'],
];

test('payloads that are refused create nothing', async (t) => {
  const { asker } = await testServer(t);
  for (const [path, payload, field] of faults) {
    const answer = await asker.post(path, payload);
    const { error } = objectIn(answer);
    t.equal(answer.status, 400, `${path} ${JSON.stringify(payload)}`);
    t.equal(isJsonObject(error) ? error.field : '', field);
    t.ok(textAt(error, 'message').length > 0, 'a message');
  }
  t.deepEqual([await asker.list('/servers'), await asker.list('/apps')], [[], []]);
});

test('methods and paths', async (t) => {
  const { asker, server } = await testServer(t);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    const answer = await asker.ask(method, '/servers');
    t.deepEqual([answer.status, answer.headers.allow], [405, 'GET, POST'], method);
  }
  const action = await asker.post('/actions/x', {});
  t.deepEqual([action.status, action.headers.allow], [405, 'GET']);
  for (const path of ['', '/', '/servers/', '/server', '/Servers', '/servers/x', '/actions', '/actions/', '//servers'])
    t.equal((await asker.get(path)).status, 404, path);
  const raw = async (target: string) =>
    (
      await asker.raw(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${asker.authorization}\r\n\r\n`,
      )
    ).slice(9, 12);
  for (const target of [
    '/v1/servers?a=/b',
    '/v1/%73ervers',
    `${server.url}/servers`,
    'http://else.example/v1/servers?',
  ])
    t.equal(await raw(target), '200', target);
  for (const target of ['/servers', '/v2/servers', '/v1/v1/servers', '/v1%2Fservers', '*', '/%', 'http://x'])
    t.equal(await raw(target), '404', target);
});

test('every answer is JSON that nobody keeps', async (t) => {
  const { asker } = await testServer(t);
  for (const answer of [await asker.get('/servers'), await asker.get('/x'), await asker.post('/servers', {})]) {
    t.equal(answer.headers['content-type'], 'application/json');
    t.equal(answer.headers['cache-control'], 'no-store');
  }
});
