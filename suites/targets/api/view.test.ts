import { inspect } from 'node:util';
import test from 'tape';
import { encode } from '../../language/encoding.js';
import type { Account } from '../../language/endpoint.js';
import {
  ACCOUNT,
  holding,
  json,
  listingThen,
  sessionThat,
  sessionWith,
  startHttp,
  statusOf,
} from './testing/raw-endpoints.js';

const APPS = { method: 'GET', path: '/apps' } as const;

test('the bytes on the wire', async (t) => {
  const server = await startHttp(t, (_, response) => json(response, {}));
  const session = await sessionWith(t, { url: server.url.replace(/v1$/, 'api/v1') });
  const token = ({ clientId }: Account) => `Token ${clientId}`;
  await holding(session, async (to) => {
    await to.ask({ method: 'GET', path: '/apps?a=%41&b' });
    await to.ask({ method: 'POST', path: '/servers', json: { name: 'ü' }, headers: { 'X-More': '1' } });
    await to.ask({ method: 'PATCH', path: '//x/../y', version: '/v2', authorization: token });
    const body = { type: 'text/plain', text: '{' };
    await to.ask({ method: 'PUT', path: '', version: '', authorization: null, body });
    await to.ask({
      method: 'POST',
      path: '/a',
      json: 1,
      headers: { 'content-TYPE': 'application/json; charset=utf-8' },
    });
    await to.ask({ method: 'POST', path: '/a', body: { text: 'bare' } });
  });
  const basic = `Authorization: Basic ${Buffer.from(`${ACCOUNT.clientId}:${ACCOUNT.apiKey}`).toString('base64')}`;
  const wire = server.received.map(({ method, url, headers, body }) => {
    const fields = headers.flatMap((name, i) => (i % 2 === 0 ? `${name}: ${headers[i + 1]}` : []));
    return [`${method} ${url}`, ...fields.filter((field) => !/^(host|connection|content-length):/i.test(field)), body];
  });
  t.deepEqual(wire, [
    ['GET /api/v1/servers', basic, ''],
    ['GET /api/v1/apps?a=%41&b', basic, ''],
    ['POST /api/v1/servers', basic, 'Content-Type: application/json', 'X-More: 1', '{"name":"ü"}'],
    ['PATCH /api/v2//x/../y', 'Authorization: Token cid_test', ''],
    ['PUT /api', 'Content-Type: text/plain', '{'],
    ['POST /api/v1/a', basic, 'content-TYPE: application/json; charset=utf-8', '1'],
    ['POST /api/v1/a', basic, 'bare'],
  ]);
});

test('names, payloads, and leftovers', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen(({ url: path }, response) => {
      if (path.startsWith('/v1/servers')) json(response, {}, 201);
      else if (path.startsWith('/v1/apps?refused')) json(response, {}, 400);
      else if (path.startsWith('/v1/apps?cut'))
        response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
      else json(response, {});
    }),
  );
  const session = await sessionWith(t, { url, app: { sysuserid: 'me', runtime: 'node20' } });
  const names: string[] = [];
  await holding(session, async (to) => {
    const later = to.named('later');
    const app = to.app('App-1');
    const domains = [`${app.name.toLowerCase()}.example.com`];
    t.deepEqual(app, { name: app.name, sysuserid: 'me', runtime: 'node20', domains });
    t.match(app.name, /^srvspec-[a-z0-9]{8}-2-App-1$/);
    names.push(later, app.name, to.named('cut'));
    await to.ask({ method: 'POST', path: '/apps', version: '/v2', json: { ...app } });
    await to.ask({ method: 'POST', path: '/servers', body: { text: JSON.stringify({ name: later }) } });
    await to.ask({ method: 'POST', path: '/servers/', json: { name: ACCOUNT.apiKey } });
    await to.ask({ method: 'POST', path: '/servers', json: [] });
    await to.ask({ method: 'POST', path: '/apps?refused', json: { name: to.named('refused') } });
    await to.ask({ method: 'PUT', path: '/apps', json: { name: to.named('put') } });
    await to.ask({ method: 'POST', path: '/appsx', json: { name: to.named('elsewhere') } });
    await to.ask({ method: 'POST', path: '/apps?cut', json: { name: names[2] ?? '' } });
  });
  const [later = '', app = '', cut = ''] = names;
  t.deepEqual(session.service().leftovers, [
    { resource: 'server', name: '' },
    { resource: 'server', name: '[API key]' },
    { resource: 'server', name: later },
    { resource: 'app', name: app },
    { resource: 'app', name: cut },
  ]);
  const other = await sessionWith(t, { url });
  await holding(other, async (to) => {
    t.notEqual(to.named('later'), later, 'another run has other names');
    const { sysuserid, runtime } = to.app('x');
    t.deepEqual([sysuserid, runtime], ['srvspec', 'php8.3'], 'the default fields of an app');
  });
});

test('settling', async (t) => {
  let asked = 0;
  const { session, url } = await sessionThat(t, { settleMs: 60_000 }, (_, response) =>
    json(response, { status: ++asked < 4 ? 'open' : 'success' }),
  );
  const done = await holding(session, async (to) => {
    const { json: body } = await to.settled(APPS, (answer) => to.find('status', answer.json) === 'success');
    return [body, asked];
  });
  t.deepEqual(done, { kind: 'returned', value: [{ status: 'success' }, 4] });
  const hasty = await sessionWith(t, { url, settleMs: 300 });
  const began = performance.now();
  let first: number | undefined;
  const notYet = (): boolean => {
    first ??= performance.now() - began;
    return false;
  };
  const never = await holding(hasty, async (to) => (await to.settled(APPS, notYet)).status);
  t.deepEqual(never, { kind: 'returned', value: 200 });
  t.ok(asked > 5 || Number(first) >= 300, 'once more at the end, unless the first answer came after it');
  t.deepEqual(session.service().mapping, [{ place: 'status', pointer: '/status', how: 'found' }]);
});

test('observations contain no secret', async (t) => {
  const key = 'server-key-of-this-test';
  const { url } = await startHttp(t, ({ method, headers, body }, response) => {
    const authorization = headers[headers.indexOf('Authorization') + 1] ?? '';
    const echo = { authorization, body, key: ACCOUNT.apiKey, url: encodeURIComponent(ACCOUNT.apiKey) };
    const made = method === 'POST' ? { data: { id: 'id-1', apikey: key } } : {};
    response.setHeader('x-echo', Buffer.from(ACCOUNT.apiKey).toString('latin1'));
    json(response, { ...made, echo, [ACCOUNT.apiKey]: true });
  });
  const session = await sessionWith(t, { url });
  const observed = [
    await holding(session, (to) => to.ask({ method: 'POST', path: '/servers', json: { name: to.named('a') } })),
    await holding(session, (to) => to.ask({ method: 'POST', path: '/apps', json: { key } })),
    await holding(session, async (to) => (await to.ask(APPS)).echoes),
  ];
  const shown = inspect(observed, { depth: null });
  for (const secret of [
    ACCOUNT.apiKey,
    '7Zq9',
    Buffer.from(`cid_test:${ACCOUNT.apiKey}`).toString('base64').slice(0, 12),
    key,
  ])
    t.notOk(shown.includes(secret), secret.slice(0, 3));
  t.match(shown, /\[server API key #1\]/);
  t.deepEqual(observed[2], { kind: 'returned', value: encode(['API key', 'credentials']) }, 'but echoes are known');
});

test('server API keys are redacted, whatever way they arrived, and echoes in the head of an answer too', async (t) => {
  const { session } = await sessionThat(t, {}, ({ method, url: path }, response) => {
    if (path === '/v1/apps') response.setHeader('x-echo', encodeURIComponent(ACCOUNT.apiKey));
    if (method === 'POST')
      json(response, { data: { id: 'id-1', key: 'key-of-a-creation' } }, path === '/v1/servers' ? 201 : 400);
    else json(response, { data: [{ id: 'id-2', api_key: 'key-in-a-list' }] });
  });
  const returned = (): ReturnType<typeof holding> =>
    holding(session, () => Promise.resolve('key-of-a-creation key-in-a-list'));
  const post = { method: 'POST', json: { name: 'n' } } as const;
  t.equal((await statusOf(session, { ...post, path: '/other' })).kind, 'returned');
  t.deepEqual(await returned(), { kind: 'returned', value: 'key-of-a-creation key-in-a-list' }, 'nothing is known yet');
  await statusOf(session, { ...post, path: '/servers' });
  t.deepEqual(
    await returned(),
    { kind: 'returned', value: '[server API key #1] key-in-a-list' },
    'of a server created',
  );
  const echoes = await holding(session, async (to) => (await to.ask(APPS)).echoes);
  t.deepEqual(
    await returned(),
    { kind: 'returned', value: '[server API key #1] [server API key #2]' },
    'and of one listed',
  );
  t.deepEqual(echoes, { kind: 'returned', value: ['API key'] });
});
