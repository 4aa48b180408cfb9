import test from 'tape';
import { calls } from '../../testing/api/calls.js';
import { failings } from '../../testing/api/failing-servers.js';
import { credentials, holdsSecret, texts } from '../../testing/api/secrets.js';
import { failure, httpServer, json, rawServer, testClient, testClock } from '../../testing/api/servers.js';
import { apiCommand } from '../command/command.js';
import { CallFailed } from './errors.js';

const createServer = ['servers', 'create', 'n'];

for (const [way, { answer, failure: kind, mayHaveHappened, exit }] of Object.entries(failings)) {
  const seconds = kind === 'timed out' ? 2 : 600;
  test(`a server that ${way}: the client`, async (t) => {
    const server = await rawServer(t, answer);
    const client = testClient(t, {
      ...credentials,
      clock: testClock(),
      timeoutMs: seconds * 1000,
      baseUrl: server.baseUrl,
    });
    const errors = Object.entries(calls).map(async ([call, make]) => [call, await failure(make(client))] as const);
    for (const [call, error] of await Promise.all(errors)) {
      t.ok(error instanceof CallFailed && error.failure === kind, `${call}: ${error}`);
      const post = call.startsWith('create');
      t.equal(
        error instanceof CallFailed && error.mayHaveHappened,
        post && mayHaveHappened,
        'reports whether it may have happened',
      );
      t.notOk(texts(error).some(holdsSecret), 'shows no secret');
      t.ok(error instanceof Error && error.message.length < 800 && !error.message.includes('\n'), 'is one short line');
    }
    const posts = server.requests.filter((request) => request.startsWith('POST '));
    t.equal(posts.length, 2, 'each create was sent once');
  });

  test(`a server that ${way}: the command line`, async (t) => {
    const server = await rawServer(t, answer);
    const lines = [createServer, [...createServer, '--json']];
    const runs = lines.map((args) => run(server.baseUrl, [...args, '--timeout', String(seconds)]));
    for (const { status, stdout, stderr } of await Promise.all(runs)) {
      t.equal(status, exit, stderr);
      t.match(stderr, /^srvspec api: [^\n]+\n$/, 'one line');
      t.notOk(holdsSecret(stdout + stderr), 'no secret');
    }
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

test('redirects are never followed', async (t) => {
  const other = await httpServer(t, (_, response) => json(response, []));
  let location = '';
  const server = await httpServer(t, ({ headers }, response) => {
    const basic = headers.authorization?.[0]?.slice(6) ?? '';
    json(response, [], 307, {
      location: location.replace('BASIC', basic).replace('ENCODED', encodeURIComponent(basic)),
    });
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const rows = [`${other.baseUrl}/servers?key=BASIC`, '/v1/elsewhere/BASIC', 'http://[BASIC', 'http://u:ENCODED@x/'];
  for (location of rows) {
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof CallFailed && error.failure === 'redirected' && error.mayHaveHappened, String(error));
    t.notOk(texts(error).some(holdsSecret));
  }
  t.equal(other.requests.length, 0, 'the other host got no request');
  t.equal(server.requests.length, rows.length, 'this host got one request for each call');
});

test('an aborted signal: the call rejects with its reason', async (t) => {
  const server = await rawServer(t, () => controller.abort(reason));
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const reason = new Error('changed my mind');
  let controller = new AbortController();
  const early = client.createServer({ name: 'n' }, { signal: controller.signal });
  controller.abort(reason);
  t.equal(await failure(early), reason, 'while undici is loaded');
  for (const method of ['listServers', 'listApps'] as const) {
    controller = new AbortController();
    t.equal(await failure(client[method]({ signal: controller.signal })), reason, `${method}, while it runs`);
    t.equal(await failure(client[method]({ signal: controller.signal })), reason, 'before it starts');
  }
  t.equal(server.requests.length, 2);
});

test('a server API key in an unexpected answer is not shown', async (t) => {
  const key = 'server-API-key_0123456789';
  let [status, body] = [200, ''];
  const server = await httpServer(t, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  for (body of [`{"data":{"id":7,"apikey":"${key}"}}`, `{"data":{"list":["${key}"]}}`, `<p>${key}</p>`]) {
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof CallFailed && error.failure === 'unexpected', `${error}`);
    t.notOk(texts(error).join().includes(key), 'not in its error');
  }
  status = 500;
  for (body of [`{"data":{"apikey":"${key}"}}`, `{"data":{"apikey":"${key}`, `apikey=${key}`, `{"secret": "${key}"`]) {
    const error = await failure(client.createServer({ name: 'n' }));
    t.ok(error instanceof CallFailed && error.failure === 'refused', `${error}`);
    t.notOk(texts(error).join().includes(key), 'not in the error of a refusal');
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
    ['{"installKey":"of-a-server","says":"of-a-server"}', '{"installKey":"[secret]","says":"[secret]"}'],
  ] as const;
  for (const [sent, excerpt] of rows) {
    body = sent;
    const error = await failure(client.listServers());
    t.ok(error instanceof CallFailed && error.message.endsWith(`refused with status 418: ${excerpt}`), String(error));
  }
});
