import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test, { type Test } from 'tape';

function folderWith(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts one of the programs, which is killed with the test at the latest. */
function start(
  t: Test,
  program: 'exec' | 'serve',
  cwd: string,
  words: readonly string[],
): [ChildProcess, Promise<Ended>] {
  const path = program === 'exec' ? '../programs/exec-main.js' : '../programs/serve-main.js';
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [file, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)]).then(
    ([status, output, errors]): Ended => ({ status, output, errors }),
  );
  return [child, ended];
}

function exec(t: Test, script: string, ...words: string[]): Promise<Ended> {
  const folder = folderWith(t, { 'main.js': script, 'lib.js': "export default { name: 'lib' };" });
  return start(t, 'exec', folder, ['main.js', ...words])[1];
}

test('exec: console, arguments, modules, timers and the event exit', async (t) => {
  const { status, output, errors } = await exec(
    t,
    `import lib from './lib.js';
     import querystring from 'querystring';
     console.log('a', { b: [1, 'x'] });
     console.error('to the errors');
     console.log(process.argv.slice(1), lib.name, querystring.stringify({ a: 1 }), typeof srv);
     rt.on('exit', () => console.log('exit'));
     setTimeout((value) => console.log(value), 5, 'timer');
     Promise.resolve().then(() => console.log('job'));`,
    'one',
    'two',
  );
  const lines = ['a', "{b:[1,'x']}", "['main.js','one','two']", 'lib', 'a=1', 'undefined', 'job', 'timer', 'exit'];
  t.deepEqual(output.split('\n'), [...lines, '']);
  t.equal(errors, 'to the errors\n');
  t.equal(status, 0);
});

test('exec: another name for the runtime global', async (t) => {
  const folder = folderWith(t, { 'main.js': 'console.log(njs.version, typeof rt, process.argv.length);' });
  const { output } = await start(t, 'exec', folder, ['--rt', 'njs', 'main.js'])[1];
  t.equal(output, '0.9.9\nundefined\n2\n');
  t.equal((await start(t, 'exec', folder, ['--rt'])[1]).status, 2, 'no name');
});

test('exec: the names of real hosts, unless others are given', async (t) => {
  const folder = folderWith(t, {
    'main.js': 'console.log(rt === njs, typeof srv, typeof ngx);',
    'host.js': 'ngx.log(1);',
  });
  t.equal((await start(t, 'exec', folder, ['main.js'])[1]).output, 'true\nundefined\nundefined\n');
  const named = await start(t, 'exec', folder, ['--srv', 'host', '--rt', 'engine', 'main.js'])[1];
  t.equal(named.status, 1);
  t.match(named.errors, /rt is not defined[\s\S]*\nhint: it is called engine here; --rt rt names it so\n$/);
  t.match((await start(t, 'exec', folder, ['host.js'])[1]).errors, /\nhint: ngx exists only in a host/);
  t.equal((await start(t, 'exec', folder, ['--rt', 'a b', 'main.js'])[1]).status, 2, 'no name');
});

/** Scripts that fail, and their error messages. */
const failing: readonly (readonly [string, RegExp])[] = [
  ["throw new TypeError('top');", /^TypeError: top\n {4}at .*main\.js:1:7\n$/],
  ["setTimeout(() => { throw new Error('in a timer'); }, 1);", /^Error: in a timer\n/],
  ["Promise.reject(new Error('rejected'));", /^Error: unhandled promise rejection: Error: rejected\n/],
  ["rt.on('exit', () => { throw new Error('while ending'); });", /^Error: while ending\n/],
  ['let x = ;', /^SyntaxError: Unexpected token ';' in .*main\.js\n {2}main\.js:1:9\n/],
  ["import 'nowhere';", /^cannot find module "nowhere"\n {2}main\.js:1:8\n/],
  ["throw 'a string';", /^a string\n$/],
];

test('exec: an older runtime', async (t) => {
  const folder = folderWith(t, { 'main.js': 'console.log(rt.version, rt.version_number, typeof rt.memoryStats);' });
  const { output } = await start(t, 'exec', folder, ['--runtime-version', '0.7.4', 'main.js'])[1];
  t.equal(output, `0.7.4\n${0x000704}\nundefined\n`);
  for (const version of ['0.9.10', '0.8']) {
    const { status, errors } = await start(t, 'exec', folder, ['--runtime-version', version, 'main.js'])[1];
    t.deepEqual([status, errors.includes(version)], [2, true], version);
  }
});

test('exec: a script that fails', async (t) => {
  for (const [script, message] of failing) {
    const { status, errors } = await exec(t, script);
    t.equal(status, 1, script);
    t.match(errors, message);
  }
});

test('exec: output is whole, however long', async (t) => {
  const { output } = await exec(t, "for (let i = 0; i < 2000; i++) console.log('x'.repeat(999));");
  t.equal(output.length, 2_000_000);
});

const configuration = `
  error_log stderr info; daemon off; pid host.pid;
  events {}
  http { js_import main.js; server { listen unix:host.sock; location / { js_content main.content; } } }
`;

/** Starts a host in a folder; resolves once its pid file exists, which it writes when it listens. */
async function serve(t: Test, folder: string, words: readonly string[]): Promise<[ChildProcess, Promise<Ended>]> {
  const listening = new Promise<void>((resolve) => {
    const watching = watch(folder, (_, name) => {
      if (name !== 'host.pid') return;
      watching.close();
      resolve();
    });
  });
  const started = start(t, 'serve', folder, words);
  await Promise.race([listening, started[1].then(({ errors }) => Promise.reject(new Error(errors)))]);
  return started;
}

/** The answer of a host on a unix socket. */
function answerOf(path: string, request = 'GET / HTTP/1.0\r\n\r\n'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(request));
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.once('error', reject).once('close', () => resolve(received));
  });
}

test('serve: until a signal ends it', async (t) => {
  const script =
    "export default { content: (r) => r.return(200, ngx.version + njs.version + process.argv.join('|')) };";
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    const folder = folderWith(t, { 'host.conf': configuration, 'main.js': script });
    const words = ['-e', 'stderr', '-p', folder, '-c', 'host.conf', '--srv', 'ngx', '--rt', 'njs'];
    const [child, ended] = await serve(t, folder, words);
    const answer = await answerOf(join(folder, 'host.sock'));
    t.ok(answer.endsWith(`1.25.00.9.9srvspec|serve|${words.join('|')}`), 'it serves, with the requested names');
    child.kill(signal);
    t.equal((await ended).status, 0, signal);
  }
});

const LOGGED = `
  error_log stderr; pid host.pid; events {}
  http {
    js_import main.js; access_log access.log;
    server {
      listen unix:host.sock; location / { js_content main.content; } location /quiet { access_log off; return 204; }
    }
  }
`;

test('serve: the names of real hosts by default, and the access log', async (t) => {
  const script = 'export default { content: (r) => r.return(200, String(ngx === srv && njs === rt)) };';
  const folder = folderWith(t, { 'host.conf': LOGGED, 'main.js': script });
  const [child, ended] = await serve(t, folder, ['-p', folder, '-c', 'host.conf']);
  const socket = join(folder, 'host.sock');
  const answer = await answerOf(socket);
  t.ok(answer.endsWith('true'), 'both pairs of names');
  await answerOf(socket, 'GET /quiet HTTP/1.0\r\n\r\n');
  await answerOf(socket, 'GET /?a="1 HTTP/1.0\r\nReferer: r\r\nUser-Agent: u\r\n\r\n');
  child.kill('SIGQUIT');
  await ended;
  const [first = '', second = '', ...rest] = readFileSync(join(folder, 'access.log'), 'utf8').split('\n');
  t.match(first, /^unix: - - \[\d\d\/\w{3}\/\d{4}(:\d\d){3} [+-]\d{4}\] "GET \/ HTTP\/1\.0" 200 4 "-" "-"$/);
  t.match(second, / "GET \/\?a=\\x221 HTTP\/1\.0" \d{3} \d+ "r" "u"$/, 'escaped, with the client’s headers');
  t.deepEqual(rest, [''], 'no line if it is off');
});

test('serve: a handler that does not find a global gets a hint with its name, once', async (t) => {
  const script = `export default { content: async (r) => {
    if (r.args.late) await Promise.resolve();
    if (r.args.other) other.log(1);
    ngx.log(ngx.ERR, njs.version);
  } };`;
  const folder = folderWith(t, { 'host.conf': LOGGED, 'main.js': script });
  const words = ['-p', folder, '-c', 'host.conf', '--srv', 'host', '--rt', 'engine'];
  const [child, ended] = await serve(t, folder, words);
  const socket = join(folder, 'host.sock');
  await answerOf(socket);
  await answerOf(socket, 'GET /?late=1 HTTP/1.0\r\n\r\n');
  await answerOf(socket, 'GET /?other=1 HTTP/1.0\r\n\r\n');
  child.kill('SIGQUIT');
  const { errors } = await ended;
  const hint = '(hint: it is called host here; --srv ngx names it so)';
  const messages = errors.split(/^(?=\d{4}\/)/m).filter((line) => line.includes('is not defined'));
  t.deepEqual(
    messages.map((line) => line.split(hint).length - 1),
    [1, 1, 0],
    errors,
  );
});

test('serve: rejected command lines and configurations', async (t) => {
  const folder = folderWith(t, { 'host.conf': 'events {}\nnonsense;' });
  const refused = await start(t, 'serve', folder, ['-p', folder, '-c', 'host.conf'])[1];
  t.deepEqual(
    [refused.status, refused.errors],
    [1, `srvspec: [emerg] unknown directive "nonsense" in ${folder}/host.conf:2\n`],
  );
  t.equal((await start(t, 'serve', folder, [])[1]).status, 2, 'no configuration');
  t.equal((await start(t, 'serve', folder, ['--nonsense'])[1]).status, 2, 'an unknown option');
  const newer = await start(t, 'serve', folder, ['-c', 'host.conf', '--runtime-version', '1.0.0'])[1];
  t.deepEqual([newer.status, newer.errors.includes('1.0.0')], [2, true], 'a version that the documents do not know');
  const described = await start(t, 'serve', folder, ['-V'])[1];
  t.match(described.errors, /^nginx version: srvspec\/\d+\.\d+\.\d+\n/);
});
