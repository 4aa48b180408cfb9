import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import test from 'tape';
import { UsageError } from '../../cli/usage.js';
import { encode } from '../../harness/encoding.js';
import type { Observation } from '../../harness/law.js';
import { TargetUnavailable } from '../../harness/target.js';
import { type EndpointOptions, startEndpointTalk } from './endpoint-talk.js';
import {
  ACCOUNT,
  holding,
  json,
  listingThen,
  rejection,
  startHttp,
  startSocket,
  statusOf,
  talkWith,
} from './raw-endpoints.js';

const APPS = { method: 'GET', path: '/apps' } as const;

/** What a server of bare connections says to each request but the first. */
async function saidOnce(
  t: test.Test,
  speak: Parameters<typeof startSocket>[1],
  timeoutMs = 2000,
): Promise<Observation> {
  const { url } = await startSocket(t, (socket, piece) => {
    if (piece.startsWith('GET /v1/servers ')) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    else speak(socket, piece);
  });
  return statusOf(await talkWith(t, { url, timeoutMs }), APPS);
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test('answers that are broken off', async (t) => {
  const before = { kind: 'crashed', detail: 'the connection broke before the answer to GET /apps' } as const;
  const within = { kind: 'crashed', detail: 'the connection broke within the answer to GET /apps' } as const;
  t.deepEqual(await saidOnce(t, (socket) => socket.end()), before, 'closed before a byte');
  t.deepEqual(await saidOnce(t, (socket) => socket.resetAndDestroy()), before, 'reset');
  t.deepEqual(await saidOnce(t, (socket) => socket.end(HEAD)), before, 'closed within the head');
  const half = `${HEAD}Content-Length: 10\r\n\r\n{"dat`;
  t.deepEqual(await saidOnce(t, (socket) => socket.end(half)), within, 'closed within the body');
  const chunk = `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"data"`;
  t.deepEqual(await saidOnce(t, (socket) => socket.end(chunk)), within, 'closed within a chunk');
  const closing = `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"data"`;
  t.deepEqual(await saidOnce(t, (socket) => socket.end(closing)), within, 'the same where the connection was to close');
  const last = `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`;
  t.deepEqual(await saidOnce(t, (socket) => socket.end(last)), within, 'closed before the last chunk');
});

test('answers that are no HTTP, too large, or never end', async (t) => {
  const nonsense = await saidOnce(t, (socket) => socket.end('220 mail ready\r\n\r\n'));
  t.deepEqual(nonsense, { kind: 'crashed', detail: 'what came is no HTTP answer to GET /apps' });
  const head = await saidOnce(t, (socket) => socket.write(`${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`));
  t.deepEqual(head, { kind: 'crashed', detail: 'the head of the answer is too large to GET /apps' });
  const large = await saidOnce(t, (socket) => {
    socket.write(`${HEAD}Content-Length: 30000000\r\n\r\n`);
    socket.write('x'.repeat(20_000_000));
  });
  t.deepEqual(large, { kind: 'crashed', detail: 'the answer is larger than 16777216 bytes to GET /apps' });
  t.deepEqual(await saidOnce(t, () => undefined, 200), { kind: 'hung', afterMs: 200 }, 'silence');
  t.deepEqual(await saidOnce(t, (socket) => socket.write(HEAD), 200), { kind: 'hung', afterMs: 200 }, 'half a head');
  const dripping = await saidOnce(
    t,
    (socket) => {
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    },
    300,
  );
  t.deepEqual(dripping, { kind: 'hung', afterMs: 300 }, 'a body that drips');
});

test('answers as they come', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen(({ url: path }, response) => {
      if (path === '/v1/slow') setTimeout(() => json(response, { late: true }), 150);
      else if (path === '/v1/away') response.writeHead(302, { location: '/v1/servers' }).end();
      else if (path === '/v1/twice')
        response
          .writeHead(
            401,
            [
              ['WWW-Authenticate', 'Basic'],
              ['www-authenticate', 'Other'],
            ].flat(),
          )
          .end('no');
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    }),
  );
  const talk = await talkWith(t, { url, timeoutMs: 1000 });
  const seen = await holding(talk, async (to) => {
    const slow = await to.ask({ method: 'GET', path: '/slow' });
    const away = await to.ask({ method: 'GET', path: '/away' });
    const twice = await to.ask({ method: 'GET', path: '/twice' });
    const html = await to.ask({ method: 'HEAD', path: '/html' });
    return [
      [slow.status, slow.json, slow.text],
      [away.status, away.headers.find(([name]) => name === 'location')],
      [
        twice.status,
        twice.text,
        twice.json === undefined,
        twice.headers.filter(([name]) => name === 'www-authenticate'),
      ],
      [html.status, html.text, html.headers.find(([name]) => name === 'content-type')],
    ];
  });
  t.deepEqual(seen, {
    kind: 'returned',
    value: [
      [200, { late: true }, '{"late":true}'],
      [302, ['location', '/v1/servers']],
      [
        401,
        'no',
        true,
        [
          ['www-authenticate', 'Basic'],
          ['www-authenticate', 'Other'],
        ],
      ],
      [200, '', ['content-type', 'text/html']],
    ],
  });
});

test('what goes over the wire', async (t) => {
  const server = await startHttp(t, (_, response) => json(response, {}));
  const talk = await talkWith(t, { url: server.url.replace(/v1$/, 'api/v1') });
  await holding(talk, async (to) => {
    await to.ask({ method: 'GET', path: '/apps?a=%41&b' });
    await to.ask({ method: 'POST', path: '/servers', json: { name: 'ü' }, headers: { 'X-More': '1' } });
    await to.ask({
      method: 'PATCH',
      path: '//x/../y',
      version: '/v2',
      authorization: ({ clientId }) => `Token ${clientId}`,
    });
    await to.ask({
      method: 'PUT',
      path: '',
      version: '',
      authorization: null,
      body: { type: 'text/plain', text: '{' },
    });
    await to.ask({
      method: 'POST',
      path: '/a',
      json: 1,
      headers: { 'content-TYPE': 'application/json; charset=utf-8' },
    });
    await to.ask({ method: 'POST', path: '/a', body: { text: 'bare' } });
  });
  const basic = `Basic ${Buffer.from(`${ACCOUNT.clientId}:${ACCOUNT.apiKey}`).toString('base64')}`;
  const own = ['host', 'connection', 'content-length'];
  const wire = server.received.map(({ method, url, headers, body }) => {
    const pairs = headers.flatMap((name, i) =>
      i % 2 === 0 && !own.includes(name.toLowerCase()) ? [[name, headers[i + 1]]] : [],
    );
    return [method, url, pairs, body];
  });
  t.deepEqual(wire, [
    ['GET', '/api/v1/servers', [['Authorization', basic]], ''],
    ['GET', '/api/v1/apps?a=%41&b', [['Authorization', basic]], ''],
    [
      'POST',
      '/api/v1/servers',
      [
        ['Authorization', basic],
        ['Content-Type', 'application/json'],
        ['X-More', '1'],
      ],
      '{"name":"ü"}',
    ],
    ['PATCH', '/api/v2//x/../y', [['Authorization', 'Token cid_test']], ''],
    ['PUT', '/api', [['Content-Type', 'text/plain']], '{'],
    [
      'POST',
      '/api/v1/a',
      [
        ['Authorization', basic],
        ['content-TYPE', 'application/json; charset=utf-8'],
      ],
      '1',
    ],
    ['POST', '/api/v1/a', [['Authorization', basic]], 'bare'],
  ]);
});

test('an endpoint that nobody listens for', async (t) => {
  const gone = await startHttp(t, (_, response) => json(response, {}));
  await gone.stop();
  const error = await rejection(startEndpointTalk({ url: gone.url, account: ACCOUNT }));
  t.ok(error instanceof TargetUnavailable, 'at the opening');
  t.equal(error instanceof Error && error.message, `${new URL(gone.url).origin} cannot be reached: ECONNREFUSED`);

  const server = await startHttp(t, (_, response) => json(response, {}));
  const talk = await talkWith(t, { url: server.url });
  await server.stop();
  const later = await rejection(statusOf(talk, APPS));
  t.ok(later instanceof TargetUnavailable, 'in the middle of a run');
  const swallowed = await rejection(holding(talk, async (to) => (await Promise.allSettled([to.ask(APPS)])).length));
  t.ok(swallowed instanceof TargetUnavailable, 'also when the law would not hear of it');
});

test('an endpoint that is back within a second', async (t) => {
  const server = await startHttp(t, (_, response) => json(response, {}));
  const talk = await talkWith(t, { url: server.url });
  await server.stop();
  const answered = statusOf(talk, APPS);
  const again = createServer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  });
  t.teardown(() => again.close());
  await new Promise((resolve) => setTimeout(resolve, 150));
  again.listen(Number(new URL(server.url).port), '127.0.0.1');
  t.deepEqual(await answered, { kind: 'returned', value: 200 });
});

test('openings', async (t) => {
  const silent = await startSocket(t, () => undefined);
  const hung = await rejection(startEndpointTalk({ url: silent.url, account: ACCOUNT, timeoutMs: 100 }));
  t.ok(hung instanceof TargetUnavailable, 'no answer');
  t.match(hung instanceof Error ? hung.message : '', /no sign of life: GET \/v1\/servers: no answer within 100 ms/);
  const closing = await startSocket(t, (socket) => socket.end());
  t.ok(
    (await rejection(startEndpointTalk({ url: closing.url, account: ACCOUNT }))) instanceof TargetUnavailable,
    'closed',
  );
  const refusing = await startHttp(t, (_, response) => json(response, {}, 503));
  t.ok(await talkWith(t, { url: refusing.url }), 'any answer will do');
  const wrong: readonly (readonly [string, Partial<EndpointOptions>])[] = [
    ['a short key', { account: { clientId: 'c', apiKey: 'abc' } }],
    ['a short revoked key', { account: { ...ACCOUNT, revokedApiKey: 'abc' } }],
    ['one key twice', { account: { ...ACCOUNT, revokedApiKey: ACCOUNT.apiKey } }],
    ['a key with a line end', { account: { clientId: 'c', apiKey: 'abcdef\n' } }],
    ['a colon in the Client ID', { account: { clientId: 'a:b', apiKey: 'abcdef' } }],
    ['a bad map', { map: ['nowhere=/a'] }],
    ['a new key without writes', { rotate: () => Promise.resolve('a new key') }],
    ['a URL without version', { url: 'http://127.0.0.1/' }],
  ];
  for (const [name, options] of wrong) {
    const error = await rejection(startEndpointTalk({ url: refusing.url, account: ACCOUNT, ...options }));
    t.ok(error instanceof UsageError, `${name}: ${error}`);
  }
});

test('an endpoint that hangs at one kind of request is not gone; one that answers nothing is', async (t) => {
  const { url, received } = await startHttp(
    t,
    listingThen(() => undefined),
  );
  const talk = await talkWith(t, { url, timeoutMs: 40 });
  for (let i = 0; i < 30; i++) t.equal((await statusOf(talk, APPS)).kind, 'hung');
  t.equal(received.filter(({ url: path }) => path === '/v1/servers').length, 3, 'a sign of life after each 12');

  let dead = false;
  const dying = await startHttp(t, (_, response) => {
    if (!dead) json(response, {});
  });
  const last = await talkWith(t, { url: dying.url, timeoutMs: 40 });
  dead = true;
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => statusOf(last, APPS)));
  t.ok(
    outcomes.every(({ kind }) => kind === 'hung'),
    'these were asked before it was known',
  );
  const asked = dying.received.length;
  const gone = await rejection(statusOf(last, APPS));
  t.ok(gone instanceof TargetUnavailable, String(gone));
  t.equal(dying.received.length, asked, 'and it is not asked again');
});

test('requests wait their turn without that counting', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen((_, response) => setTimeout(() => json(response, {}), 100)),
  );
  const talk = await talkWith(t, { url, connections: 1, timeoutMs: 400 });
  const all = await Promise.all(Array.from({ length: 6 }, () => statusOf(talk, APPS)));
  t.ok(
    all.every(({ kind }) => kind === 'returned'),
    inspect(all),
  );
});

test('faults of ours are loud, and tell no secret', async (t) => {
  const { url } = await startHttp(t, (_, response) => json(response, {}));
  const talk = await talkWith(t, { url, allowWrites: false });
  const faults = [
    await rejection(holding(talk, () => Promise.reject(new Error(`it is ${ACCOUNT.apiKey}`)))),
    await rejection(
      holding(talk, () => {
        throw new Error(`it is ${ACCOUNT.apiKey}`);
      }),
    ),
    await rejection(statusOf(talk, { method: 'POST', path: `/servers?key=${encodeURIComponent(ACCOUNT.apiKey)}` })),
    await rejection(statusOf(talk, { method: 'GET', path: 'no slash', authorization: null, version: '/ \n' })),
    await rejection(statusOf(talk, { method: 'GET', path: '/x', headers: { 'X-Key': `${ACCOUNT.apiKey}\n` } })),
    await rejection(holding(talk, (to) => Promise.resolve(to.named('no blanks')))),
    await rejection(talk.hold({ with: 'client', run: () => Promise.resolve(1) })),
  ];
  for (const fault of faults) {
    t.ok(fault instanceof Error && !(fault instanceof TargetUnavailable), String(fault));
    t.notOk(inspect(fault, { depth: 10 }).includes('7Zq9'), 'no secret');
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    t.equal((await statusOf(talk, { ...APPS, method })).kind, 'returned', `${method} is no writing`);
});

test('a law that keeps a failure to itself is not believed', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen((_, response) => response.destroy()),
  );
  const talk = await talkWith(t, { url });
  const seen = await holding(talk, async (to) => {
    await to.ask(APPS).catch(() => undefined);
    return 'all is well';
  });
  t.equal(seen.kind, 'crashed');
});

test('names, payloads, and what is left', async (t) => {
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
  const talk = await talkWith(t, { url, app: { sysuserid: 'me', runtime: 'node20' } });
  const names: string[] = [];
  await holding(talk, async (to) => {
    const later = to.named('later');
    const app = to.app('App-1');
    t.deepEqual(app, { name: app.name, sysuserid: 'me', runtime: 'node20', domains: [`${app.name}.example.com`] });
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
  t.deepEqual(talk.service().leftovers, [
    { resource: 'server', name: later },
    { resource: 'app', name: app },
    { resource: 'app', name: cut },
    { resource: 'server', name: '' },
    { resource: 'server', name: '[API key]' },
  ]);
  const other = await talkWith(t, { url });
  await holding(other, async (to) => {
    t.notEqual(to.named('later'), later, 'another run has other names');
    const { sysuserid, runtime } = to.app('x');
    t.deepEqual([sysuserid, runtime], ['srvspec', 'php8.3'], 'what an app is made of unless told');
  });
});

test('settling', async (t) => {
  let asked = 0;
  const { url } = await startHttp(
    t,
    listingThen((_, response) => json(response, { status: ++asked < 4 ? 'open' : 'success' })),
  );
  const talk = await talkWith(t, { url, settleMs: 100 });
  const seen = await holding(talk, async (to) => {
    const done = await to.settled(APPS, ({ json: body }) => to.find('status', body) === 'success');
    const before = asked;
    const never = await to.settled(APPS, () => false);
    return [done.json, before, never.status, asked > before + 1];
  });
  t.deepEqual(seen, { kind: 'returned', value: [{ status: 'success' }, 4, 200, true] });
  t.deepEqual(talk.service().mapping, [{ place: 'status', pointer: '/status', how: 'found' }]);
});

test('nothing secret in what is observed', async (t) => {
  const key = 'server-key-of-this-test';
  const { url } = await startHttp(t, ({ method, headers, body }, response) => {
    const authorization = headers[headers.indexOf('Authorization') + 1] ?? '';
    const echo = { authorization, body, key: ACCOUNT.apiKey, url: encodeURIComponent(ACCOUNT.apiKey) };
    const made = method === 'POST' ? { data: { id: 'id-1', apikey: key } } : {};
    response.setHeader('x-echo', Buffer.from(ACCOUNT.apiKey).toString('latin1'));
    json(response, { ...made, echo, [ACCOUNT.apiKey]: true });
  });
  const talk = await talkWith(t, { url });
  const observed = [
    await holding(talk, (to) => to.ask({ method: 'POST', path: '/servers', json: { name: to.named('a') } })),
    await holding(talk, (to) => to.ask({ method: 'POST', path: '/apps', json: { key } })),
    await holding(talk, async (to) => (await to.ask(APPS)).echoes),
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
  t.deepEqual(
    observed[2],
    { kind: 'returned', value: encode(['API key', 'credentials']) },
    'but what was echoed is known',
  );
});

test('a key that is replaced', async (t) => {
  let key = ACCOUNT.apiKey;
  const basic = (apiKey: string): string => `Basic ${Buffer.from(`cid_test:${apiKey}`).toString('base64')}`;
  const { url, received } = await startHttp(t, ({ headers }, response) =>
    json(response, {}, headers.includes(basic(key)) ? 200 : 401),
  );
  const talk = await talkWith(t, {
    url,
    rotate: async () => {
      key = 'the new key';
      return key;
    },
  });
  const old = ({ clientId, revokedApiKey = '' }: { clientId: string; revokedApiKey?: string }): string =>
    `Basic ${Buffer.from(`${clientId}:${revokedApiKey}`).toString('base64')}`;
  const seen = await holding(talk, async (to) => [
    (await to.ask(APPS)).status,
    (await to.ask({ ...APPS, authorization: old })).status,
    (await to.ask({ ...APPS, authorization: old, connection: 'before-new-key' })).status,
    (await to.ask({ ...APPS, connection: 'before-new-key' })).status,
  ]);
  t.deepEqual(seen, { kind: 'returned', value: [200, 401, 401, 200] });
  const [opening, , , revoked, held] = received.map(({ connection }) => connection);
  t.deepEqual([revoked, held], [opening, opening], 'on the connection that was held');

  const unknown = { clientId: 'cid_test', apiKey: 'another key' };
  let rotated = false;
  const rotate = async (): Promise<string> => {
    rotated = true;
    return 'x';
  };
  const refused = await rejection(startEndpointTalk({ url, account: unknown, allowWrites: true, rotate }));
  t.ok(refused instanceof TargetUnavailable && /status 401/.test(refused.message), String(refused));
  t.notOk(rotated, 'a key that does not work is not replaced');
  const same = { url, account: { clientId: 'cid_test', apiKey: key }, allowWrites: true };
  t.ok(
    (await rejection(startEndpointTalk({ ...same, rotate: async () => key }))) instanceof TargetUnavailable,
    'by itself',
  );
});

test('stopping ends what is under way', async (t) => {
  let closed: Promise<unknown> = Promise.resolve();
  const { url } = await startHttp(t, (request, response) => {
    if (request.url === '/v1/servers') return json(response, {});
    closed = once(response, 'close');
    void talk.stop();
  });
  const talk = await startEndpointTalk({ url, account: ACCOUNT });
  t.equal((await statusOf(talk, APPS)).kind, 'crashed');
  await closed;
  await talk.stop();
  t.pass('twice does no harm');
});
