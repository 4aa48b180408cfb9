import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test, { type Test } from 'tape';
import { soon, until } from '../../testing/waiting.js';

/** Rounds of starting, reloading, reopening and stopping. */
const rounds = Number(process.env.SRVSPEC_ROUNDS ?? 1);

const program = fileURLToPath(new URL('nginx-main.js', import.meta.url));

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** A folder with a configuration and `nginx`, which is ours; what is left in it is ended with the test. */
class Host {
  readonly folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  /** Processes that tests have met. */
  readonly #seen = new Set<number>();

  constructor(t: Test, configuration: string, script = '') {
    symlinkSync(program, join(this.folder, 'nginx'));
    this.write('nginx.conf', configuration);
    this.write('main.js', script);
    t.teardown(async () => {
      // Of a host that is as it should be none is left that must be killed.
      if (existsSync(this.path('host.pid'))) this.#seen.add(this.pid);
      for (const pid of this.#seen) if (isOurs(pid, this.folder)) process.kill(pid, 'SIGKILL');
      // Those that are killed may still be writing.
      await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string): void {
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  get pid(): number {
    const pid = Number(this.read('host.pid'));
    this.#seen.add(pid);
    return pid;
  }

  /** The processes of so many workers. */
  async workers(count: number): Promise<ReadonlySet<string>> {
    const pids = new Set<string>();
    const ask = async () => pids.add(await this.ask('/pid'));
    await until(`${count} workers`, () => pids.size === count, ask);
    for (const pid of pids) this.#seen.add(Number(pid));
    return pids;
  }

  /** Runs `nginx` to its end. */
  nginx(...words: readonly string[]): Promise<Ended> {
    const all = ['-p', this.folder, '-e', 'early.log', '-c', 'nginx.conf', ...words];
    const ended = new Promise<Ended>((resolve) => {
      execFile(this.path('nginx'), all, { cwd: this.folder }, (error, output, errors) => {
        const status = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ status, output, errors });
      });
    });
    return soon(`nginx ${words.join(' ')}`, ended);
  }

  /** Sends a request; rejects where the connection is lost. */
  ask(path: string, agent?: Agent): Promise<string> {
    const answer = new Promise<string>((resolve, reject) => {
      const sent = request({ socketPath: this.path('host.sock'), path, agent: agent ?? false }, (response) =>
        text(response).then(resolve, reject),
      );
      sent.once('error', reject).end();
    });
    return soon(`an answer for ${path}`, answer);
  }

  /** Resolves when a log holds something so many times. */
  async logged(pattern: RegExp, times = 1, name = 'error.log'): Promise<void> {
    const holds = () => existsSync(this.path(name)) && this.read(name).split(pattern).length > times;
    await until(`${times} times ${pattern} in ${name}`, holds);
  }
}

/** One that has ended and waits for whoever adopted it runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Whether a process is of a folder's host, or of another with the number of one that has ended. */
function isOurs(pid: number, folder: string): boolean {
  try {
    return isRunning(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** The processes that a process has started, as the system tells. */
function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}

const configuration = (workers: number, rest = '') => `
  worker_processes ${workers}; pid host.pid; error_log error.log notice; ${rest}
  events {}
  http {
    js_import main.js; access_log access.log; js_shared_dict_zone zone=counts:64k type=number;
    server {
      listen unix:host.sock;
      location / { js_content main.name; }
      location /count { js_content main.count; }
      location /slow { js_content main.slow; }
      location /pid { return 200 $pid; }
    }
  }
`;

const script = (name: string) => `
  const slow = (r) => { r.error('begun'); setTimeout(() => r.return(200, '${name}'), 30); };
  const count = (r) => r.return(200, String(ngx.shared.counts.incr('all', 1, 0)));
  export default { slow, count, name: (r) => r.return(200, '${name}') };
`;

test('a program that drives nginx: started, reloaded, reopened and stopped, with no connection lost and nothing left', async (t) => {
  const host = new Host(t, configuration(2), script('old'));
  for (let round = 0; round < rounds; round++) {
    host.write('main.js', script('old'));
    const started = await host.nginx();
    t.deepEqual(started, { status: 0, output: '', errors: '' }, 'in the background, without a word');
    const { pid } = host;
    const workers = childrenOf(pid);
    t.equal(workers.length, 2, 'a master with two workers');
    const asked: Promise<string>[] = [];
    const ask = () => asked.push(host.ask('/slow').catch((error: Error) => error.message));
    for (let i = 0; i < 4; i++) ask();
    host.write('main.js', script('new'));
    t.equal((await host.nginx('-s', 'reload')).status, 0);
    const isOver = () => !workers.some(isRunning);
    await until('the workers before the reload end', isOver, () => {
      ask();
      return host.ask('/count');
    });
    const answers = new Set(await Promise.all(asked));
    t.deepEqual([...answers].sort(), ['new', 'old'], `${asked.length} requests, each with its response`);
    renameSync(host.path('access.log'), host.path('moved.log'));
    t.equal((await host.nginx('-s', 'reopen')).status, 0);
    await until('a new access.log', () => existsSync(host.path('access.log')));
    const how = round % 2 === 0 ? 'quit' : 'stop';
    t.equal((await host.nginx('-s', how)).status, 0);
    await until('the master ends', () => !isRunning(pid));
    t.notOk(existsSync(host.path('host.pid')) || existsSync(host.path('host.sock')), `nothing is left after ${how}`);
  }
});

test('workers: share their dictionaries, and are replaced when they die', async (t) => {
  const host = new Host(t, configuration(2, 'daemon on;'), script('it'));
  t.equal((await host.nginx()).status, 0);
  const pids = await host.workers(2);
  for (let i = 1; i <= 10; i++) t.equal(await host.ask('/count'), String(i));
  const [victim = ''] = pids;
  process.kill(Number(victim), 'SIGKILL');
  await host.logged(/\[alert\] \d+#\d+: worker process \d+ exited on signal 9\n/);
  await host.logged(/start worker process/, 3);
  const after = await host.workers(2);
  t.notOk(after.has(victim), 'another has its place');
  t.equal(await host.ask('/count'), '11', 'and what was shared is there');
  const { pid } = host;
  process.kill(pid, 'SIGKILL');
  await until('workers end with their master', () => [...after].every((one) => !isRunning(Number(one))));
  t.pass('workers do not outlive their master');
  for (const left of ['host.pid', 'host.sock']) rmSync(host.path(left));
});

test('a reload: a refused configuration changes nothing; another address and pid file are followed', async (t) => {
  const host = new Host(t, configuration(1), script('it'));
  t.equal((await host.nginx()).status, 0);
  const { pid } = host;
  t.equal(await host.ask('/count'), '1');
  host.write('nginx.conf', 'events {} nonsense;');
  process.kill(pid, 'SIGHUP');
  await host.logged(/\[emerg\] \d+#\d+: unknown directive "nonsense" in \S+nginx\.conf:1\n/);
  host.write('nginx.conf', configuration(1).replace('type=number', 'type=string'));
  process.kill(pid, 'SIGHUP');
  await host.logged(/\[emerg\].*counts.* another type\n/);
  t.equal(await host.ask('/count'), '2', 'the old one goes on');
  host.write(
    'nginx.conf',
    configuration(1, 'env A;').replace('host.sock', 'other.sock').replace('host.pid', 'other.pid'),
  );
  process.kill(pid, 'SIGHUP');
  await until('another pid file', () => existsSync(host.path('other.pid')));
  await until('the socket before is gone', () => !existsSync(host.path('host.sock')));
  t.notOk(existsSync(host.path('host.pid')), 'the pid file of before is gone');
  renameSync(host.path('other.pid'), host.path('host.pid'));
  renameSync(host.path('other.sock'), host.path('host.sock'));
  t.equal(await host.ask('/count'), '3', 'the dictionary has kept its content');
  renameSync(host.path('host.sock'), host.path('other.sock'));
  process.kill(pid, 'SIGTERM');
  await until('the master ends', () => !isRunning(pid));
  rmSync(host.path('host.pid'));
  t.notOk(existsSync(host.path('other.sock')));
});

test('a reload: connections that are open lose nothing', async (t) => {
  const host = new Host(t, configuration(1), script('old'));
  t.equal((await host.nginx()).status, 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  t.equal(await host.ask('/', agent), 'old');
  host.write('main.js', script('new'));
  const slow = host.ask('/slow', agent);
  process.kill(host.pid, 'SIGHUP');
  t.equal(await slow, 'old', 'a request under way');
  await host.logged(/exited with code 0/);
  t.equal(await host.ask('/', agent), 'new', 'the next one');
  const last = host.ask('/slow', agent);
  await host.logged(/begun/, 2);
  const { pid } = host;
  process.kill(pid, 'SIGQUIT');
  t.equal(await last, 'new', 'one under way when the host is told to quit');
  await until('the master ends', () => !isRunning(pid));
});

test('the command line: what it says', async (t) => {
  const host = new Host(t, configuration(1), script('it'));
  const file = host.path('nginx.conf');
  const fine = `nginx: the configuration file ${file} syntax is ok\nnginx: configuration file ${file} test is successful\n`;
  t.deepEqual(await host.nginx('-t'), { status: 0, output: '', errors: fine });
  t.deepEqual(await host.nginx('-tq'), { status: 0, output: '', errors: '' });
  const dumped = await host.nginx('-T');
  t.equal(dumped.output, `# configuration file ${file}:\n${host.read('nginx.conf')}\n`);
  t.deepEqual(
    readdirSync(host.folder).filter((name) => /sock|pid/.test(name)),
    [],
    'testing leaves nothing',
  );
  const refused = await host.nginx('-t', '-g', 'nonsense on;');
  t.equal(refused.status, 1);
  t.equal(
    refused.errors,
    `nginx: [emerg] unknown directive "nonsense" in command line\nnginx: configuration file ${file} test failed\n`,
  );
  t.match(
    host.read('early.log'),
    /^\d{4}(\/\d\d){2} \d\d(:\d\d){2} \[emerg\] \d+#\d+: unknown directive "nonsense" in command line\n$/,
  );
  const nobody = await host.nginx('-s', 'reload');
  t.equal(nobody.status, 1);
  t.equal(nobody.errors, `nginx: [error] open() "${host.path('host.pid')}" failed (2: No such file or directory)\n`);
  t.match((await host.nginx('-v')).errors, /^nginx version: srvspec\/\d+\.\d+\.\d+\n$/);
  for (const [words, complaint] of [
    [['-x'], 'invalid option: "x"'],
    [['word'], 'invalid option: "word"'],
    [['-s', 'go'], 'invalid option: "-s go"'],
    [['-g'], 'option "-g" requires parameter'],
  ] as const)
    t.deepEqual(await host.nginx(...words), { status: 1, output: '', errors: `nginx: ${complaint}\n` });
});

test('what is to be said of a configuration: by -t, and once in the log', async (t) => {
  const host = new Host(t, configuration(2, 'pcre_jit on;'), script('it'));
  const text = host.read('nginx.conf').replace('server {', 'server { server_name a/b;');
  host.write('nginx.conf', text);
  const line = text.slice(0, text.indexOf('server_name')).split('\n').length;
  const warning = `server name "a/b" has suspicious symbols in ${host.path('nginx.conf')}:${line}`;
  const notice = 'these settings change nothing here: pcre_jit';
  const { status, errors } = await host.nginx('-t');
  t.equal(status, 0);
  t.deepEqual(errors.split('\n').slice(0, 2), [`nginx: [warn] ${warning}`, `nginx: [notice] ${notice}`]);
  t.equal((await host.nginx('-tq')).errors, `nginx: [warn] ${warning}\n`);
  await host.nginx();
  const { pid } = host;
  await host.nginx('-s', 'stop');
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  const log = host.read('error.log');
  t.equal(log.split(warning).length, 2, 'the master alone tells');
  t.equal(log.split(notice).length, 2);
});

test('a start that fails: told in the foreground and in the background, with nothing left', async (t) => {
  for (const daemon of ['on', 'off']) {
    const other = new Host(t, configuration(1), script('it'));
    t.equal((await other.nginx()).status, 0);
    const host = new Host(
      t,
      configuration(2, `daemon ${daemon};`).replace('unix:', `unix:${other.folder}/`),
      script('it'),
    );
    const { status, errors } = await host.nginx();
    t.equal(status, 1, daemon);
    t.match(errors, /^nginx: \[emerg\] bind\(\) to unix:\S+host\.sock failed \(98: Address already in use\)\n$/);
    t.notOk(existsSync(host.path('host.pid')));
    t.equal(await other.ask('/'), 'it', 'who has the address keeps it');
  }
});

test('in the foreground: a signal ends it, also while a handler loops', async (t) => {
  const loops = 'export default { name(r) { r.error(1); for (;;); }, count() {}, slow() {} };';
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const host = new Host(t, configuration(1, 'daemon off;'), loops);
    const words = ['-p', host.folder, '-e', 'early.log', '-c', 'nginx.conf'];
    const child: ChildProcess = spawn(host.path('nginx'), words, { cwd: host.folder, stdio: 'inherit' });
    t.teardown(() => child.kill('SIGKILL'));
    const exited = new Promise((resolve) => child.once('exit', (status, by) => resolve(status ?? by)));
    await until('a pid file', () => existsSync(host.path('host.pid')));
    const lost = host.ask('/').catch((error: Error) => error.message);
    await host.logged(/\[error\] /);
    child.kill(signal);
    t.equal(await soon(`the end by ${signal}`, exited), 0, signal);
    t.match(await lost, /hang up|ECONNRESET/);
  }
});
