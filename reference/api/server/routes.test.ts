import test from 'tape';
import { objectIn, testServer, textAt } from '../../testing/api/server.js';
import { isJsonObject, type JsonValue } from '../support/json.js';

const app = { name: 'shop', sysuserid: 'u1', runtime: 'php8.3', domains: ['a.example', 'b.example'] } as const;

/** Invalid payloads, and the field that each error names. */
const faults: readonly (readonly [string, JsonValue, string | undefined])[] = [
  ['/servers', {}, 'name'],
  ['/servers', { name: 1 }, 'name'],
  ['/servers', { name: '' }, 'name'],
  ['/servers', [], undefined],
  ['/apps', { name: 'a', runtime: 'r', domains: [] }, 'sysuserid'],
  ['/apps', { ...app, sysuserid: 7 }, 'sysuserid'],
  ['/apps', { name: 'a', sysuserid: 's', domains: [] }, 'runtime'],
  ['/apps', { ...app, runtime: {} }, 'runtime'],
  ['/apps', { name: 'a', sysuserid: 's', runtime: 'r' }, 'domains'],
  ['/apps', { ...app, domains: 'a.example' }, 'domains'],
  ['/apps', { ...app, domains: ['a.example', 1] }, 'domains'],
];

test('rejected payloads create nothing', async (t) => {
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
    t.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, POST'], method);
  }
  const action = await asker.post('/actions/x', {});
  t.deepEqual([action.status, action.headers.get('allow')], [405, 'GET']);
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
