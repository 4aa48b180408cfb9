import test from 'tape';
import { testServer } from '../../testing/api/server.js';

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
