import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { httpServer, json, rawServer, type TestServer } from '../../testing/api/servers.js';
import { apiCommand, type CommandIo } from './command.js';

const key = 'hush-hush-account-key';

interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(baseUrl: string, args: readonly string[], io: Partial<CommandIo> = {}): Promise<CommandResult> {
  const [out, err]: [string[], string[]] = [[], []];
  const status = await apiCommand(args, {
    env: { SRVSPEC_BASE_URL: baseUrl, SRVSPEC_CLIENT_ID: 'cid', SRVSPEC_API_KEY: key },
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    ...io,
  });
  return { status, stdout: out.join(''), stderr: err.join('') };
}

const createApp = ['apps', 'create', '--name', 'shop', '--sysuserid', 'u', '--runtime', 'r8', '--domain', 'a.b'];

const server = (t: Test, bodies: { readonly [request: string]: string }): Promise<TestServer> =>
  httpServer(t, ({ method, path }, response) => {
    const body = bodies[`${method} ${path}`];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '{"error":{"message":"no such thing"}}');
  });

const bodies = {
  'GET /v1/servers':
    '{ "data": [ {"name":"web","id":"s1"}, {"name":"d\\u00e9j\\u00e0","id":"s22","n":12345678901234567890} ] }',
  'POST /v1/servers': '{"data":{"id":"s3","name":"new","apikey":"server-key-3"}}',
  'GET /v1/apps': '{"data":[{"id":"p1","name":"shop","sysuserid":"u","runtime":"r8","domains":["a.b","c.d"]}]}',
  'POST /v1/apps': '{"actionid":"a1","data":{"id":"p1","name":"shop","domains":["a.b"]}}',
  'GET /v1/actions/a1': '{"data":{"actionid":"a1","status":"success"}}',
} as const;

test('each operation: what it sends and prints', async (t) => {
  const { baseUrl, requests } = await server(t, bodies);
  const operations = [['servers', 'list'], ['servers', 'create', 'new'], ['apps', 'list'], createApp];
  const rows = [...operations, ['actions', 'get', 'a1'], ['actions', 'wait', 'a1']];
  const printed: string[] = [];
  for (const args of rows) {
    const { status, stdout, stderr } = await run(baseUrl, args);
    t.deepEqual([status, stderr], [0, ''], args.join(' '));
    printed.push(stdout.replace(/\s+/g, ' ').trim());
  }
  t.deepEqual(printed, [
    '[ { "name": "web", "id": "s1" }, { "name": "déjà", "id": "s22", "n": 12345678901234567000 } ]',
    'server ID: s3 server API key: server-key-3 The service shows this key only now.',
    '[ { "id": "p1", "name": "shop", "sysuserid": "u", "runtime": "r8", "domains": [ "a.b", "c.d" ] } ]',
    '{ "actionid": "a1", "data": { "id": "p1", "name": "shop", "domains": [ "a.b" ] } }',
    '{ "data": { "actionid": "a1", "status": "success" } }',
    '{ "data": { "actionid": "a1", "status": "success" } }',
  ]);
  const sent = requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
  t.deepEqual(sent, [
    'GET /v1/servers',
    'POST /v1/servers {"name":"new"}',
    'GET /v1/apps',
    'POST /v1/apps {"name":"shop","sysuserid":"u","runtime":"r8","domains":["a.b"]}',
    'GET /v1/actions/a1',
    'GET /v1/actions/a1',
  ]);
});

test('--json prints the answer unchanged', async (t) => {
  const { baseUrl } = await server(t, bodies);
  for (const args of [
    ['servers', 'list', '--json'],
    ['--json', 'servers', 'list'],
  ])
    t.equal((await run(baseUrl, args)).stdout, `${bodies['GET /v1/servers']}\n`);
});

test('an answer with unusual members is printed', async (t) => {
  const body = '{"made":{"number":"s3","phrase":"server-key-3"}}';
  const { baseUrl } = await server(t, { 'POST /v1/servers': body });
  const lost = await run(baseUrl, ['servers', 'create', 'new', '--json']);
  t.equal(lost.stdout, `${body}\n`, 'the key that is shown once is printed');
  t.equal(lost.status, 1);
  t.notOk(lost.stderr.includes('server-key-3'), lost.stderr);
});

test('options and environment', async (t) => {
  const { baseUrl, requests } = await server(t, bodies);
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const file = join(folder, 'key');
  writeFileSync(file, 'open sesame\n');
  const options = ['--client-id', 'Aladdin', `--base-url=${baseUrl}/`, '--api-key-file', file];
  const ran = await run('http://127.0.0.1:1/v1', ['servers', ...options, 'list']);
  t.equal(ran.status, 0, ran.stderr);
  t.deepEqual(
    requests[0]?.headers.authorization,
    ['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    'options take precedence over it',
  );
  await run(baseUrl, ['servers', 'create', '--', '--json']);
  t.equal(requests[1]?.body, '{"name":"--json"}');
});

test('usage: status 2, one line, nothing sent, no key shown', async (t) => {
  const { baseUrl, requests } = await server(t, bodies);
  const rows: readonly (readonly [string, RegExp])[] = [
    ['', /operation is one of: servers list,/],
    ['servers', /one of/],
    ['servers remove', /one of/],
    ['constructor prototype', /one of/],
    ['servers list x', /takes no argument/],
    ['servers list --name x', /takes no --name/],
    ['servers create', /takes a name/],
    ['servers create a --name b', /takes no --name/],
    ['servers create a b', /takes one argument/],
    ['apps create --name n', /lacks --sysuserid, --runtime/],
    ['actions get', /ID of the action/],
    ['actions get ..', /dot segment/],
    ['actions get a --deadline 3', /takes no --deadline/],
    ['actions wait a --deadline 0', /--deadline takes/],
    ['servers list --timeout -1', /timeout/],
    ['servers list --timeout 1e3', /--timeout takes/],
    ['servers list --base-url http://example.com/v1', /must be https/],
    ['servers list --base-url https://u:p@example.com/v1', /must not contain credentials/],
    ['servers list --client-id a:b', /colon/],
    ['servers list --api-key-file /nowhere', /\/nowhere cannot be read: it does not exist/],
    [`servers list --api-key ${key}`, /--api-key/],
    [`servers list --${key}`, /\[secret\]/],
  ];
  for (const [line, message] of rows) {
    const { status, stdout, stderr } = await run(baseUrl, line.split(' ').filter(Boolean));
    t.deepEqual([status, stdout], [2, ''], line);
    t.ok(message.test(stderr) && /^srvspec api: [^\n]+\n$/.test(stderr) && !stderr.includes(key), stderr);
  }
  const { status, stderr } = await run('', ['servers', 'list'], { env: { SRVSPEC_CLIENT_ID: 'cid' } });
  t.equal(status, 2);
  t.match(stderr, /SRVSPEC_BASE_URL, SRVSPEC_API_KEY/);
  t.equal(requests.length, 0);
});

test('--help works in any position, and needs no environment', async (t) => {
  for (const args of [['--help'], ['servers', 'list', '-h'], ['--help', 'no', 'such', 'operation']]) {
    const { status, stdout, stderr } = await run('', args, { env: {} });
    t.deepEqual([status, stderr], [0, ''], args.join(' '));
    t.match(stdout, /^usage: srvspec api OPERATION/);
  }
});

test('wait: its end', async (t) => {
  let word = '';
  const { baseUrl } = await httpServer(t, (_, response) => json(response, { data: { status: word } }));
  const rows = [
    ['success', [], 0, /^$/],
    ['error', [], 4, /the action failed/],
    ['open', ['--deadline', '1'], 4, /not done after 1000 ms; the last answer: \{"data":\{"status":"open"\}\}/],
  ] as const;
  for (const [printed, options, status, stderr] of rows) {
    word = printed;
    const ran = await run(baseUrl, ['actions', 'wait', 'a', '--json', ...options]);
    t.deepEqual(
      [ran.status, ran.stdout],
      [status, `{"data":{"status":"${printed}"}}\n`],
      'the last answer, even if it is late',
    );
    t.match(ran.stderr, stderr);
  }
});

test('interruption: status 130', async (t) => {
  const controller = new AbortController();
  const hanging = await rawServer(t, () => controller.abort());
  const { status, stdout, stderr } = await run(hanging.baseUrl, ['servers', 'create', 'n'], {
    signal: controller.signal,
  });
  t.deepEqual([status, stdout], [130, '']);
  t.match(stderr, /^srvspec api: interrupted; .*may have been carried out\n$/);
});

test('remote text cannot control a terminal', async (t) => {
  const wild = 'a\\u001b[2Jb\\u009bc\\u202ed\\ne\u009b\u2028';
  const { baseUrl } = await server(t, {
    'GET /v1/servers': `[{"${wild}":"${wild}"}]`,
    'GET /v1/apps': `\r\n[{"domains":["${wild}"],"x":{"y":"${wild}"}}]\r`,
    'POST /v1/servers': `{"id":"${wild}","apikey":"${wild}"}`,
    'GET /v1/actions/a': `"${wild}"`,
  });
  for (const line of ['servers list', 'apps list', 'apps list --json', 'servers create x', 'actions get a']) {
    const { stdout, stderr } = await run(baseUrl, line.split(' '));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    t.notOk(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/.test(stdout + stderr), line);
    t.ok((stdout + stderr).includes('b'), 'and is shown');
  }
  const { stdout } = await run(baseUrl, ['apps', 'list', '--json']);
  t.deepEqual(JSON.parse(stdout), JSON.parse(`[{"domains":["${wild}"],"x":{"y":"${wild}"}}]`), 'JSON keeps its value');
});

test('an account key echoed in a success is not shown', async (t) => {
  const basic = Buffer.from(`cid:${key}`).toString('base64');
  const echo = `{"data":[{"id":"${key}","name":"Basic ${basic}","${key}":1,"apikey":"some-server-key"}]}`;
  const { baseUrl } = await server(t, { 'GET /v1/servers': echo });
  const table = await run(baseUrl, ['servers', 'list']);
  t.match(table.stdout, /\[secret\]/);
  t.notOk(
    [key, basic, 'some-server-key'].some((secret) => table.stdout.includes(secret)),
    table.stdout,
  );
  const { stdout } = await run(baseUrl, ['servers', 'list', '--json']);
  t.notOk(
    [key, basic].some((secret) => stdout.includes(secret)),
    stdout,
  );
  t.ok(Array.isArray(JSON.parse(stdout).data), 'and JSON stays JSON');
});
