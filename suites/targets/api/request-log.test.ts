import test from 'tape';
import { asLine, lastOf } from './request-log.js';
import { ACCOUNT, json, sessionWith, startHttp } from './testing/raw-endpoints.js';

test('requests are shown with bodies and statuses, and of many only the last', (t) => {
  const post = { method: 'POST', path: '/servers', json: { name: 'a' }, authorization: null } as const;
  const other = { method: 'GET', path: '/apps', version: '/v2', authorization: () => 'Basic YQ==' } as const;
  const long = { method: 'POST', path: '/apps', headers: { 'X-A': 'b' }, body: { text: 'c'.repeat(1000) } } as const;
  t.equal(asLine(post, 201), 'POST /servers with no credentials {"name":"a"}: 201');
  t.equal(asLine(other, undefined), 'GET /v2/apps with other credentials: no answer');
  t.equal(asLine(long, 400), `POST /apps X-A: b ${'c'.repeat(300)}…: 400`);
  t.deepEqual(lastOf(['a', 'b']), ['a', 'b']);
  const many = lastOf(Array.from({ length: 25 }, (_, i) => `GET /${i}`));
  t.deepEqual([many.length, many[0], many.at(-1)], [11, '… 15 earlier requests', 'GET /24']);
  t.end();
});

test('a session shows the requests of a conversation, without keys', async (t) => {
  const server = await startHttp(t, (_, response) => json(response, {}));
  const session = await sessionWith(t, { url: server.url, allowWrites: true });
  let shown: readonly string[] = [];
  await session.converse({
    scope: 'a',
    deadlineMs: 10_000,
    hold: ({ api }) => api.ask({ method: 'POST', path: '/apps', json: { name: ACCOUNT.apiKey } }),
    asked: (requests) => {
      shown = requests;
    },
  });
  t.deepEqual(shown, ['POST /apps {"name":"[API key]"}: 200']);
});
