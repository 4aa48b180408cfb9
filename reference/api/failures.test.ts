import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import test from 'tape';
import type { Client } from './client.js';
import { apiCommand } from './command.js';
import { ApiError, CallFailed, ConnectionFailed, Redirected, RequestRefused, TimedOut } from './errors.js';
import { failings } from './failing-servers.js';
import { failure, httpServer, json, rawServer, testClient } from './test-servers.js';

/** With what encodings change: `+` and `/` in base64, `%` in URLs, `"` in JSON. */
const credentials = { clientId: 'cid_0123456789abcdef', apiKey: 'Hush+hush/"~~~>>>???hush-hush-43-characters' };
const encoded = Buffer.from(`${credentials.clientId}:${credentials.apiKey}`).toString('base64').replace(/=+$/, '');
const limits = { maxBodyBytes: 100_000, retries: 0 };
const app = { name: 'n', sysuserid: 's', runtime: 'r', domains: ['d'] };

const calls: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  listServers: (client) => client.listServers(),
  createServer: (client) => client.createServer({ name: 'n' }),
  listApps: (client) => client.listApps(),
  createApp: (client) => client.createApp(app),
  getAction: (client) => client.getAction('a'),
};

const commands: { readonly [name: string]: readonly string[] } = {
  'servers list': ['servers', 'list'],
  'servers create': ['servers', 'create', 'n'],
  'apps list': ['apps', 'list'],
  'apps create': ['apps', 'create', '--name=n', '--sysuserid=s', '--runtime=r', '--domain=d'],
  'actions get': ['actions', 'get', 'a'],
};

/** The ways to write a credential that a careless client would leave in a text. */
const secrets = [
  credentials.apiKey,
  credentials.apiKey.slice(0, 24),
  JSON.stringify(credentials.apiKey).slice(1, -1),
  encodeURIComponent(credentials.apiKey),
  Buffer.from(credentials.apiKey).toString('base64').replace(/=+$/, ''),
  encoded,
  encoded.slice(0, 48),
];

function holdsSecret(text: string): boolean {
  // Inspection writes strings as source text and breaks long ones.
  const plain = text.replaceAll('\\\\', '\\').replaceAll("' +\n", '').replaceAll("\\'", "'");
  return secrets.some((secret) => text.includes(secret) || plain.includes(secret));
}

function texts(error: unknown): readonly string[] {
  const own = error instanceof Error ? [error.message, error.stack ?? '', String(error)] : [];
  const inspected = inspect(error, { depth: 10, showHidden: true, maxStringLength: null, maxArrayLength: null });
  const plain = inspect(error, { depth: 10, showHidden: true, customInspect: false });
  return [...own, inspected, plain, JSON.stringify(error) ?? ''];
}

test('the search for secrets finds them', (t) => {
  const cause = new Error('inner', { cause: { headers: [`Basic ${encoded}==`] } });
  t.ok(texts(new Error('outer', { cause })).some(holdsSecret), 'in a header of a cause');
  t.ok(texts(Object.assign(new Error('x'), { key: credentials.apiKey })).some(holdsSecret), 'in a member');
  t.notOk(texts(new Error('nothing')).some(holdsSecret));
  t.end();
});

for (const [way, { answer, error: name, mayHaveHappened, exit }] of Object.entries(failings)) {
  const seconds = name === 'TimedOut' ? 0.15 : 20;
  test(`a server that ${way}: the client`, async (t) => {
    const server = await rawServer(t, answer);
    const client = testClient(t, { ...credentials, ...limits, timeoutMs: seconds * 1000, baseUrl: server.baseUrl });
    const errors = Object.entries(calls).map(async ([call, make]) => [call, await failure(make(client))] as const);
    for (const [call, error] of await Promise.all(errors)) {
      t.ok(error instanceof CallFailed && error.name === name, `${call}: ${error}`);
      const post = call.startsWith('create');
      t.equal(
        error instanceof ApiError && error.mayHaveHappened,
        post && mayHaveHappened,
        'says what may have happened',
      );
      t.notOk(texts(error).some(holdsSecret), 'tells no secret');
      t.ok(error instanceof Error && error.message.length < 800 && !error.message.includes('\n'), 'in one short line');
    }
    const posts = server.requests.filter((request) => request.startsWith('POST '));
    t.equal(posts.length, 2, 'each create was sent once');
    t.equal(server.requests.length, 5, 'and so was each other request');
  });

  // The command line has no option for how much is too much.
  test(`a server that ${way}: the command line`, { skip: way === 'sends too much' }, async (t) => {
    const server = await rawServer(t, answer);
    const lines = Object.values(commands).flatMap((args) => [args, [...args, '--json']]);
    const runs = lines.map((args) => run(server.baseUrl, [...args, '--timeout', String(seconds)]));
    for (const [line, { status, stdout, stderr }] of (await Promise.all(runs)).entries()) {
      t.equal(status, exit, `${lines[line]?.join(' ')}: ${stderr}`);
      t.match(stderr, /^srvspec api: [^\n]+\n$/, 'one line');
      t.notOk(holdsSecret(stdout + stderr), 'no secret');
    }
    const posts = server.requests.filter((request) => request.startsWith('POST '));
    t.equal(posts.length, 4, 'each create was sent once');
  });
}

async function run(baseUrl: string, args: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const status = await apiCommand(args, {
    env: { SRVSPEC_BASE_URL: baseUrl, SRVSPEC_CLIENT_ID: credentials.clientId, SRVSPEC_API_KEY: credentials.apiKey },
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { status, stdout, stderr };
}

test('a server that is not there', async (t) => {
  const client = testClient(t, { ...credentials, baseUrl: `http://127.0.0.1:${await closedPort()}/v1` });
  for (const [call, make] of Object.entries(calls)) {
    const error = await failure(make(client));
    t.ok(error instanceof ConnectionFailed && error.code === 'ECONNREFUSED', `${call}: ${error}`);
    t.equal(error instanceof ApiError && error.mayHaveHappened, false, 'nothing can have happened');
    t.notOk(texts(error).some(holdsSecret));
  }
});

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}

test('connections that are not made: nothing was sent, and nothing may have happened', async (t) => {
  const server = await rawServer(t, () => undefined);
  const baseUrl = `https://127.0.0.1:${server.port}/v1`;
  const silent = testClient(t, { ...credentials, baseUrl, connectTimeoutMs: 100, retries: 0 });
  const error = await failure(silent.createServer({ name: 'n' }));
  t.ok(error instanceof TimedOut && !error.mayHaveHappened, String(error));
  const hasty = testClient(t, { ...credentials, baseUrl, timeoutMs: 50, retries: 0 });
  const late = await failure(hasty.createServer({ name: 'n' }));
  t.ok(late instanceof TimedOut && !late.mayHaveHappened, String(late));
  const plain = await httpServer(t, (_, response) => json(response, []));
  const tls = testClient(t, { ...credentials, baseUrl: plain.baseUrl.replace('http:', 'https:'), retries: 0 });
  const refused = await failure(tls.createServer({ name: 'n' }));
  t.ok(refused instanceof ConnectionFailed && !refused.mayHaveHappened, String(refused));
  t.notOk([...texts(error), ...texts(late), ...texts(refused)].some(holdsSecret));
  t.equal(plain.requests.length, 0);
});

test('a create that is given up while it waits for a free connection is never sent', async (t) => {
  const held: ServerResponse[] = [];
  const server = await httpServer(t, (_, response) => void held.push(response));
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl, maxConnections: 1 });
  const listing = client.listServers();
  const controller = new AbortController();
  const creating = client.createServer({ name: 'n' }, { signal: controller.signal });
  while (held.length === 0) await new Promise(setImmediate);
  controller.abort(new Error('enough'));
  t.match(String(await failure(creating)), /enough/);
  const later = client.listApps();
  for (const [turn, call] of [listing, later].entries()) {
    while (held[turn] === undefined) await new Promise(setImmediate);
    t.equal(server.requests.length, turn + 1, 'one request at a time goes on a connection');
    json(held[turn], []);
    await call;
  }
  t.deepEqual(
    server.requests.map(({ method, path }) => `${method} ${path}`),
    ['GET /v1/servers', 'GET /v1/apps'],
  );
});

test('a kept connection that the server closes', async (t) => {
  const answered = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]';
  let reused: ((socket: Socket) => void) | undefined;
  const server = await rawServer(t, (socket, request) => {
    if (request.startsWith('GET ')) socket.write(answered);
    else reused?.(socket);
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  for (const end of [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()]) {
    await client.listServers();
    reused = end;
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof ConnectionFailed && error.mayHaveHappened, `having read a create: ${error}`);
  }
  t.equal(server.requests.filter((request) => request.startsWith('POST ')).length, 2, 'each create was sent once');
});

test('a kept connection that the server closed while it was idle', async (t) => {
  const server = await rawServer(t, (socket, request) => {
    const body = request.startsWith('GET ') ? '[]' : '{"id":"i","apikey":"k"}';
    socket.end(`HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  for (let round = 0; round < 20; round += 1) {
    await client.listServers();
    const created = await failure(client.createServer({ name: `n${round}` }));
    t.match(String(created), /fulfilled/, 'a create goes on another connection');
  }
  for (let round = 0; round < 20; round += 1) {
    const sent = server.requests.filter((request) => request.includes(`{"name":"n${round}"}`));
    t.equal(sent.length, 1, 'once');
  }
});

test('redirects are not followed, to no place', async (t) => {
  const other = await httpServer(t, (_, response) => json(response, []));
  let [status, location] = [302, ''];
  const server = await httpServer(t, ({ headers }, response) => {
    const basic = headers.authorization?.[0]?.slice(6) ?? '';
    json(response, [], status, {
      location: location.replace('BASIC', basic).replace('ENCODED', encodeURIComponent(basic)),
    });
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const origin = new URL(other.baseUrl).origin;
  const rows = [
    [`${other.baseUrl}/servers?key=BASIC`, origin],
    ['/v1/elsewhere/BASIC', new URL(server.baseUrl).origin],
    [`http://user:ENCODED@${new URL(origin).host}/`, origin],
    ['javascript:BASIC', undefined],
    ['http://[BASIC', undefined],
  ] as const;
  for (status of [301, 302, 303, 307, 308]) {
    for (const [target, expected] of rows) {
      location = target;
      for (const [call, make] of Object.entries(calls)) {
        const error = await failure(make(client));
        t.ok(
          error instanceof Redirected && error.status === status && error.targetOrigin === expected,
          `${call}: ${error}`,
        );
        t.notOk(texts(error).some(holdsSecret));
      }
    }
  }
  t.equal(other.requests.length, 0, 'the other host was never asked');
  t.equal(server.requests.length, 5 * rows.length * 5, 'and this one once for each call');
});

test('an aborted signal: its reason comes out', async (t) => {
  const server = await rawServer(t, () => controller.abort(reason));
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const reason = new Error('changed my mind');
  let controller = new AbortController();
  for (const method of ['listServers', 'listApps'] as const) {
    controller = new AbortController();
    t.equal(await failure(client[method]({ signal: controller.signal })), reason, `${method}, while it runs`);
    t.equal(await failure(client[method]({ signal: controller.signal })), reason, 'and before it starts');
  }
  t.equal(server.requests.length, 2);
});

test('a server API key in an answer that is not understood is not told', async (t) => {
  const key = 'server-API-key_0123456789';
  let [status, body] = [200, ''];
  const server = await httpServer(t, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const bodies = [
    `{"data":{"apikey":"${key}","note":"use ${key}"}}`,
    `{"data":{"id":7,"apikey":"${key}"}}`,
    `{"data":{"id":"s","credential":"${key}"}}`,
    `{"data":{"id":"s","list":["${key}"]}}`,
    `{"data":{"id":"s","apikey":{"value":"${key}"}}}`,
    `{"data":{"id":"s","apikey":"${key}`,
    `[["${key}"]]`,
    `"${key}"`,
    `<p>${key}</p>`,
  ];
  for (body of bodies) {
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof CallFailed && error.name === 'UnexpectedAnswer', `${error}`);
    t.notOk(texts(error).join().includes(key), 'not in its error');
  }
  status = 500;
  for (body of [bodies[0] ?? '', bodies[5] ?? '', `apikey=${key}`, `{"secret": "${key}"`]) {
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof RequestRefused, `${error}`);
    t.notOk(texts(error).join().includes(key), 'nor in that of a refusal');
  }
});

test('excerpts: up to 500 characters, printable', async (t) => {
  let body = '';
  const server = await httpServer(t, (_, response) => response.writeHead(418).end(body));
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const rows = [
    ['short', 'short'],
    ['a\n\tb\r\n', 'a b'],
    ['\u001b[31mred\u009b2J', '\\u{1b}[31mred\\u{9b}2J'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), `${'x'.repeat(499)}…`],
    [`${'x'.repeat(498)}😀😀`, `${'x'.repeat(498)}…`],
    [`${'x'.repeat(480)}${credentials.apiKey}`, `${'x'.repeat(480)}[secret]`],
    [`{"error":{"message":"no\\u0020such"}}`, '{"error":{"message":"no such"}}'],
  ] as const;
  for (const [sent, excerpt] of rows) {
    body = sent;
    const error = await failure(client.listServers());
    t.equal(error instanceof RequestRefused && error.excerpt, excerpt, JSON.stringify(sent).slice(0, 40));
    t.equal(error instanceof RequestRefused && error.status, 418);
  }
});
