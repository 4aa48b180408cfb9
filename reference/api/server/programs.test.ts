import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import {
  Asker,
  folderFor,
  type ProgramEnd,
  type RunningProgram,
  SERVE,
  serveProgram,
  startProgram,
  testServer,
} from '../../testing/api/server.js';
import type { JsonObject } from '../support/json.js';

const MAIN = new URL('main.js', import.meta.url).href;
const NEW_KEY = `import { newApiKeyCommand } from '${MAIN}'; process.exitCode = await newApiKeyCommand(process.argv.slice(1));`;

/** `srvspec api new-key` with these words. */
function newKeyProgram(t: Test, ...args: readonly string[]): RunningProgram {
  return startProgram(t, [process.execPath, '--input-type=module', '-e', NEW_KEY, '--', ...args]);
}

/** A server that is expected not to start; one that starts is killed. */
async function refused(program: RunningProgram): Promise<ProgramEnd> {
  if ((await program.said) !== undefined) program.child.kill('SIGTERM');
  return program.ended;
}

async function said(program: RunningProgram): Promise<JsonObject> {
  const line = await program.said;
  if (line === undefined) throw new Error((await program.ended).errors);
  return line;
}

/** Starts the server with a limit on the size of files, in blocks of 512 bytes, in place of a full disk. */
function withRoom(blocks: number, ...args: readonly string[]): readonly string[] {
  return ['sh', '-c', `ulimit -f ${blocks} && exec "$@"`, 'sh', process.execPath, SERVE, ...args];
}

function credentialsIn(file: string): { readonly clientId: string; readonly apiKey: string } {
  const { clientId, apiKey } = JSON.parse(readFileSync(file, 'utf8'));
  return { clientId, apiKey };
}

test('serve: prints one line once it listens, and ends by a signal', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const program = serveProgram(t, []);
    const { url, clientId, apiKey, ...others } = await said(program);
    t.match(String(url), /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    t.deepEqual(others, {}, 'no panel for a state in memory');
    const asker = new Asker(String(url), { clientId: String(clientId), apiKey: String(apiKey) });
    t.equal((await asker.post('/servers', { name: 'a' })).status, 200);
    program.child.kill(signal);
    const { status, output, errors } = await program.ended;
    t.deepEqual([status, output.split('\n').length, errors], [0, 1, ''], signal);
  }
});

test('serve: the key of a new account is written to a file', async (t) => {
  const folder = folderFor(t);
  const [state, file] = [join(folder, 'state'), join(folder, 'credentials')];
  const words = ['--state', state, '--credentials', file, '--host', '::1'];
  const first = serveProgram(t, words);
  const line = await said(first);
  t.deepEqual(Object.keys(line), ['url', 'panel', 'clientId'], 'not to the line');
  t.match(String(line.url), /^http:\/\/\[::1\]:\d+\/v1$/);
  t.equal(statSync(file).mode & 0o777, 0o600);
  const credentials = credentialsIn(file);
  t.equal(credentials.clientId, line.clientId);
  t.equal((await new Asker(String(line.url), credentials).get('/servers')).status, 200);
  const second = await refused(serveProgram(t, words));
  t.deepEqual([second.status, second.output], [1, ''], 'another server uses the state');
  t.match(second.errors, /^srvspec api serve: .*state\.panel: a running server answers here; stop it first\n$/);
  first.child.kill('SIGTERM');
  t.equal((await first.ended).status, 0);
  const third = serveProgram(t, words);
  t.equal((await said(third)).clientId, credentials.clientId, 'the same command line serves the existing account');
  t.deepEqual(credentialsIn(file), credentials);
});

test('serve: an existing credentials file is not overwritten', async (t) => {
  const folder = folderFor(t);
  const [state, file] = [join(folder, 'state'), join(folder, 'credentials')];
  writeFileSync(file, 'precious');
  const { status, output, errors } = await refused(serveProgram(t, ['--state', state, '--credentials', file]));
  t.deepEqual([status, output], [1, '']);
  t.match(errors, /^srvspec api serve: .*credentials: it exists already; /);
  t.equal(readFileSync(file, 'utf8'), 'precious');
  t.deepEqual(readdirSync(folder), ['credentials']);
  const later = await said(serveProgram(t, ['--state', state]));
  t.equal(typeof later.apiKey, 'string', 'no account was made whose key nobody has');
});

test('serve: the account of the environment', async (t) => {
  const state = join(folderFor(t), 'state');
  const env = { SRVSPEC_CLIENT_ID: 'me', SRVSPEC_API_KEY: 'very secret' };
  const first = serveProgram(t, ['--state', state], env);
  const line = await said(first);
  t.deepEqual([line.clientId, Object.keys(line)], ['me', ['url', 'panel', 'clientId']]);
  const asker = new Asker(String(line.url), { clientId: 'me', apiKey: 'very secret' });
  t.equal((await asker.get('/servers')).status, 200);
  const key = await newKeyProgram(t, '--panel', String(line.panel)).ended;
  t.match(key.output, /^[A-Za-z0-9_-]{43}$/, 'a new key, and nothing else');
  t.deepEqual([key.status, key.errors], [0, '']);
  t.equal((await asker.get('/servers')).status, 401);
  first.child.kill('SIGTERM');
  await first.ended;
  const again = await said(serveProgram(t, ['--state', state], env));
  t.equal((await new Asker(String(again.url), asker.credentials).get('/servers')).status, 401, 'revoked for good');
  const fresh = new Asker(String(again.url), { clientId: 'me', apiKey: key.output });
  t.equal((await fresh.get('/servers')).status, 200);
});

test('rejected command lines', async (t) => {
  const senseless = [['--nonsense'], ['word'], ['--port', '65536'], ['--port', 'x'], ['--action-ms=-1'], ['--state']];
  for (const words of senseless) {
    const { status, output, errors } = await refused(serveProgram(t, words));
    t.deepEqual([status, output], [2, ''], words.join(' '));
    t.match(errors, /^srvspec api serve: .*\n$/);
  }
  const env = { SRVSPEC_CLIENT_ID: 'a:b', SRVSPEC_API_KEY: 'very secret' };
  const { status, errors } = await refused(serveProgram(t, [], env));
  t.deepEqual([status, errors.includes('very secret')], [2, false]);
  t.equal((await newKeyProgram(t).ended).status, 2);
});

test('serve: a port that is in use', async (t) => {
  const folder = folderFor(t);
  const { server } = await testServer(t);
  const words = [
    '--state',
    join(folder, 'state'),
    '--credentials',
    join(folder, 'c'),
    '--port',
    new URL(server.url).port,
  ];
  const { status, errors } = await refused(serveProgram(t, words));
  t.equal(status, 1);
  t.match(errors, /^srvspec api serve: 127\.0\.0\.1:\d+: another program listens there; give another --port\n$/);
  t.deepEqual(readdirSync(folder), [], 'neither a panel nor a key remains');
});

test('serve: a full disk', async (t) => {
  const state = join(folderFor(t), 'state');
  const full = startProgram(t, withRoom(8, '--state', state));
  const { url, clientId, apiKey } = await said(full);
  const credentials = { clientId: String(clientId), apiKey: String(apiKey) };
  const asker = new Asker(String(url), credentials);
  const acknowledged: string[] = [];
  for (let number = 0; number < 60; number += 1) {
    const { status } = await asker.post('/servers', { name: `s${number}` });
    if (status === 200) acknowledged.push(`s${number}`);
    else if (status !== 500) t.fail(`status ${status}`);
  }
  t.ok(acknowledged.length > 5 && acknowledged.length < 60, `${acknowledged.length} fit`);
  const names = async (from: Asker) => (await from.list('/servers')).map(({ name }) => name);
  t.deepEqual(await names(asker), acknowledged, 'the stored state can be read');
  full.child.kill('SIGTERM');
  const { status, errors } = await full.ended;
  t.equal(status, 0);
  t.match(errors, /^reference API: .*state: cannot be written: it is larger than this process may write\n/);
  const roomy = await said(serveProgram(t, ['--state', state]));
  const later = new Asker(String(roomy.url), credentials);
  t.deepEqual(await names(later), acknowledged, 'nothing acknowledged is lost');
  t.equal((await later.post('/servers', { name: 'more' })).status, 200);
});
