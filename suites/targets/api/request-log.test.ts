import test from 'tape';
import { RequestLog } from './request-log.js';
import { ACCOUNT, json, sessionWith, startHttp } from './testing/raw-endpoints.js';

test('requests are shown with bodies and statuses, repeated ones once, and of many only the last', (t) => {
  const asked = new RequestLog();
  const post = { method: 'POST', path: '/servers', json: { name: 'a' }, authorization: null } as const;
  asked.note(post, 201);
  for (const status of [404, 404, 200]) asked.note({ method: 'GET', path: '/actions/a' }, status);
  asked.note({ method: 'GET', path: '/apps', version: '/v2', authorization: () => 'Basic YQ==' }, undefined);
  asked.note({ method: 'POST', path: '/apps', headers: { 'X-A': 'b' }, body: { text: 'c'.repeat(1000) } }, 400);
  t.deepEqual(asked.lines(), [
    'POST /servers with no credentials {"name":"a"}: 201',
    'GET /actions/a: 404',
    'GET /actions/a: 200',
    'GET /v2/apps with other credentials: no answer',
    `POST /apps X-A: b ${'c'.repeat(300)}…: 400`,
  ]);
  for (let i = 0; i < 20; i++) asked.note({ method: 'GET', path: `/${i}` }, 200);
  t.deepEqual([asked.lines().length, asked.lines()[0]], [11, '… 15 earlier requests']);
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
