import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
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
import { Agent, type ClientRequest, request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test, { type Test } from 'tape';
import { echo, TestConnection, tcpServer } from '../testing/tcp.js';
import { soon, until } from '../testing/waiting.js';

/** Rounds of starting, reloading, reopening and stopping. */
const rounds = Number(process.env.SRVSPEC_ROUNDS ?? 1);

const program = fileURLToPath(new URL('nginx-main.js', import.meta.url));
const serveProgram = fileURLToPath(new URL('serve-main.js', import.meta.url));

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** A folder with a configuration and our `nginx`; processes that remain in it are killed with the test. */
class Host {
  readonly folder = mkdtempSync(join(tmpdir(), 'srvspec-'));

  constructor(t: Test, configuration: string, script = '') {
    symlinkSync(program, join(this.folder, 'nginx'));
    this.write('nginx.conf', configuration);
    this.write('main.js', script);
    t.teardown(async () => {
      // A host that works as it should leaves no process to kill.
      for (const pid of processesIn(this.folder)) killIfRunning(pid);
      // Killed processes may still be writing.
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
    return Number(this.read('host.pid'));
  }

  /** Resolves with the processes of the host once it has that many workers. */
  async workers(count: number): Promise<ReadonlySet<string>> {
    const pids = new Set<string>();
    const ask = async () => pids.add(await this.ask('/pid'));
    await until(`${count} workers`, () => pids.size === count, ask);
    return pids;
  }

  /** Runs `nginx` until it ends. */
  nginx(...words: readonly string[]): Promise<Ended> {
    return this.run(this.path('nginx'), ...this.words, ...words);
  }

  /** Options that name the folder and the configuration. */
  get words(): readonly string[] {
    return ['-p', this.folder, '-e', 'early.log', '-c', 'nginx.conf'];
  }

  /** Runs a program until it ends. */
  run(file: string, ...words: readonly string[]): Promise<Ended> {
    let child: ChildProcess | undefined;
    const ended = new Promise<Ended>((resolve) => {
      child = execFile(file, words, { cwd: this.folder }, (error, output, errors) => {
        const status = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ status, output, errors });
      });
    });
    return soon(`${file} ${words.join(' ')}`, ended, () => child?.kill('SIGKILL'));
  }

  /** Sends a request; rejects if the connection is lost. */
  ask(path: string, agent?: Agent): Promise<string> {
    return answered(path, request({ socketPath: this.path('host.sock'), path, agent: agent ?? false }));
  }

  /** Sends the head of a request and waits until a worker reads its body. Calling the result sends the body. */
  async begin(path: string, agent: Agent): Promise<() => Promise<string>> {
    const headers = { 'content-length': 1, expect: '100-continue' };
    const sent = request({ socketPath: this.path('host.sock'), path, agent, method: 'POST', headers });
    const begun = new Promise<void>((resolve, reject) => sent.once('continue', resolve).on('error', reject));
    sent.flushHeaders();
    await soon(`the begin of ${path}`, begun, () => sent.destroy());
    return () => answered(path, sent, 'x');
  }

  /** Resolves when a log contains that many matches. */
  async logged(pattern: RegExp, times = 1, name = 'error.log'): Promise<void> {
    const holds = () => existsSync(this.path(name)) && this.read(name).split(pattern).length > times;
    await until(`${times} times ${pattern} in ${name}`, holds);
  }
}

/** Ends a request; rejects if the connection is lost. */
function answered(path: string, sent: ClientRequest, body?: string): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    sent.once('response', (response) => text(response).then(resolve, reject));
    sent.on('error', reject).end(body);
  });
  return soon(`an answer for ${path}`, answer, () => sent.destroy());
}

/** Whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Whether a process belongs to the host of a folder, and is not another one that has reused its number. */
function isOurs(pid: number, folder: string): boolean {
  try {
    return isRunning(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Kills a process, which may have ended since it was listed. Tape waits forever for a teardown that rejects. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (isRunning(pid)) throw error;
  }
}

/** Processes whose current folder this is, as that of a host's processes. */
function processesIn(folder: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isOurs(pid, folder));
}

/** The child processes of a process, as the system lists them. */
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
      location /hold { js_content main.hold; }
      location /pid { return 200 $pid; }
    }
  }
`;

const script = (name: string) => `
  const slow = (r) => { r.error('begun'); setTimeout(() => r.return(200, '${name}'), 30); };
  const count = (r) => r.return(200, String(ngx.shared.counts.incr('all', 1, 0)));
  const hold = (r) => { r.error('begun'); setTimeout(() => r.return(200), 1e6); };
  export default { slow, count, hold, name: (r) => r.return(200, '${name}') };
`;

test('a program that drives nginx: starts, reloads, reopens and stops it, loses no connection and leaves nothing behind', async (t) => {
  const host = new Host(t, configuration(2), script('old'));
  for (let round = 0; round < rounds; round++) {
    host.write('main.js', script('old'));
    const started = await host.nginx();
    t.deepEqual(started, { status: 0, output: '', errors: '' }, 'in the background, without output');
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
    // The old workers may have answered all requests while they were there.
    ask();
    const answers = new Set(await Promise.all(asked));
    t.deepEqual([...answers].sort(), ['new', 'old'], `${asked.length} requests, each with its response`);
    renameSync(host.path('access.log'), host.path('moved.log'));
    t.equal((await host.nginx('-s', 'reopen')).status, 0);
    await until('a new access.log', () => existsSync(host.path('access.log')));
    const how = round % 2 === 0 ? 'quit' : 'stop';
    t.equal((await host.nginx('-s', how)).status, 0);
    await until('the master ends', () => !isRunning(pid));
    const files = readdirSync(host.folder).filter((name) => /sock|pid/.test(name));
    t.deepEqual([files, processesIn(host.folder)], [[], []], `nothing is left after ${how}`);
  }
});

test('workers share their dictionaries, and are replaced when they die', async (t) => {
  const host = new Host(t, configuration(2, 'daemon on;'), script('it'));
  t.equal((await host.nginx()).status, 0);
  const pids = await host.workers(2);
  for (let i = 1; i <= 10; i++) t.equal(await host.ask('/count'), String(i));
  const [victim = ''] = pids;
  process.kill(Number(victim), 'SIGKILL');
  await host.logged(/\[alert\] \d+#\d+: worker process \d+ exited on signal 9\n/);
  await host.logged(/start worker process/, 3);
  const after = await host.workers(2);
  t.notOk(after.has(victim), 'another replaces it');
  t.equal(await host.ask('/count'), '11', 'the shared value is kept');
  // An open connection keeps its worker from ending by itself.
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  t.teardown(() => {
    for (const agent of agents) agent.destroy();
  });
  const kept = new Set<string>();
  for (const agent of agents) kept.add(await host.ask('/pid', agent));
  t.equal(kept.size, 2, 'two connections that stay open have different workers');
  const { pid } = host;
  process.kill(pid, 'SIGKILL');
  await until('workers end when their master ends', () => [...after].every((one) => !isRunning(Number(one))));
  t.pass('workers do not outlive their master');
  for (const left of ['host.pid', 'host.sock']) rmSync(host.path(left));
});

test('a reload: a refused configuration changes nothing; a new address and pid file take effect', async (t) => {
  const host = new Host(t, configuration(1), script('it'));
  t.equal((await host.nginx()).status, 0);
  const { pid } = host;
  t.equal(await host.ask('/count'), '1');
  host.write('nginx.conf', 'events {} nonsense;');
  process.kill(pid, 'SIGHUP');
  await host.logged(/\[emerg\] \d+#\d+: unknown directive "nonsense" in \S+nginx\.conf:1\n/);
  host.write('nginx.conf', configuration(1).replace('access.log', 'nowhere/access.log'));
  process.kill(pid, 'SIGHUP');
  await host.logged(
    /\[emerg\] \d+#\d+: open\(\) "\S+\/nowhere\/access\.log" failed \(2: No such file or directory\)\n/,
  );
  host.write('nginx.conf', configuration(1).replace('type=number', 'type=string'));
  process.kill(pid, 'SIGHUP');
  await host.logged(/\[emerg\].*counts.* another type in /);
  t.equal(await host.ask('/count'), '2', 'the old configuration stays in effect');
  host.write(
    'nginx.conf',
    configuration(1, 'env A;').replace('host.sock', 'other.sock').replace('host.pid', 'other.pid'),
  );
  process.kill(pid, 'SIGHUP');
  await until('another pid file', () => existsSync(host.path('other.pid')));
  await until('the previous socket is gone', () => !existsSync(host.path('host.sock')));
  t.notOk(existsSync(host.path('host.pid')), 'the previous pid file is gone');
  renameSync(host.path('other.pid'), host.path('host.pid'));
  renameSync(host.path('other.sock'), host.path('host.sock'));
  t.equal(await host.ask('/count'), '3', 'the dictionary keeps its content');
  renameSync(host.path('host.sock'), host.path('other.sock'));
  process.kill(pid, 'SIGTERM');
  await until('the master ends', () => !isRunning(pid));
  rmSync(host.path('host.pid'));
  t.notOk(existsSync(host.path('other.sock')));
});

test('the state of a dictionary survives reloads and restarts, and a file without a state is refused with its line', async (t) => {
  const configured = (zone: string) =>
    configuration(2, 'daemon on;').replace(
      'zone=counts:64k type=number',
      `zone=counts:${zone} type=number state=state/counts.json`,
    );
  const host = new Host(t, configured('64k'), script('it'));
  mkdirSync(host.path('state'));
  const stop = async (how: string) => {
    const { pid } = host;
    await host.nginx('-s', how);
    await until('the master ends', () => !isRunning(pid));
  };
  const counted: string[] = [];
  for (const how of ['quit', 'stop']) {
    t.equal((await host.nginx()).errors, '');
    counted.push(await host.ask('/count'));
    await host.nginx('-s', 'reload');
    await host.logged(/reconfiguring/, how === 'quit' ? 1 : 2);
    counted.push(await host.ask('/count'));
    await stop(how);
  }
  t.deepEqual(counted, ['1', '2', '3', '4']);
  t.equal(host.read('state/counts.json'), '{"all":{"value":4}}');
  host.write('nginx.conf', configured('128k'));
  await host.nginx();
  t.equal(await host.ask('/count'), '5', 'a zone with a new size');
  host.write('nginx.conf', configured('64k'));
  await host.nginx('-s', 'reload');
  await until('the zone is a new one', () => host.read('error.log').split('reconfiguring').length > 3);
  const next = new Set<string>();
  await until(
    'counting continues',
    () => next.has('7'),
    async () => next.add(await host.ask('/count')),
  );
  t.ok(next.has('6'), 'a zone with the next size starts with the previous content');
  await stop('quit');
  host.write('state/counts.json', '{"all":{"value":"4"}}');
  const refused =
    /invalid format while loading js_shared_dict_zone "counts" from state file ".*counts\.json": the entry "all" must have a number as its "value" in .*nginx\.conf:5/;
  for (const words of [[], ['-t']]) {
    const { status, errors } = await host.nginx(...words);
    t.equal(status, 1);
    t.match(errors, refused);
  }
});

test('master_process off: one worker always accepts, and ends at once on a quit command', async (t) => {
  const host = new Host(t, configuration(3, 'master_process off;'), script('it'));
  t.equal((await host.nginx()).status, 0);
  const { pid } = host;
  t.equal(childrenOf(pid).length, 1);
  process.kill(pid, 'SIGWINCH');
  await host.logged(/SIGWINCH/);
  t.equal(await host.ask('/'), 'it');
  const lost = host.ask('/hold').catch((error: Error) => error.message);
  await host.logged(/begun/);
  process.kill(pid, 'SIGQUIT');
  t.match(await lost, /hang up|ECONNRESET/);
  await until('the master ends', () => !isRunning(pid));
});

test('a reload: open connections lose nothing', async (t) => {
  const host = new Host(t, configuration(1), script('old'));
  t.equal((await host.nginx()).status, 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  t.equal(await host.ask('/', agent), 'old');
  host.write('main.js', script('new'));
  const slow = await host.begin('/', agent);
  process.kill(host.pid, 'SIGHUP');
  await host.logged(/gracefully shutting down/);
  t.equal(await slow(), 'old', 'a request in progress');
  await host.logged(/exited with code 0/);
  t.equal(await host.ask('/', agent), 'new', 'the next one');
  const last = await host.begin('/', agent);
  const { pid } = host;
  process.kill(pid, 'SIGQUIT');
  await host.logged(/gracefully shutting down/, 2);
  t.equal(await last(), 'new', 'one in progress when the host quits');
  await until('the master ends', () => !isRunning(pid));
});

test('periodic runs: a reload and a quit wait for runs in progress, and the new workers begin their own', async (t) => {
  const periodic = 'js_periodic main.runs interval=1h worker_affinity=01;';
  const runs = `import fs from 'fs';
    const wait = (file) => { if (fs.statSync(ngx.prefix + file, { throwIfNoEntry: false })) ngx.log(ngx.ERR, 'through'); else setTimeout(() => wait(file), 5); };
    const runs = () => { ngx.log(ngx.ERR, 'begun by ' + ngx.worker_id); wait('go'); };
    export default { runs, name: (r) => r.return(200, 'it') };`;
  const host = new Host(
    t,
    configuration(2).replace('location /slow', `location @p { ${periodic} } location /slow`),
    runs,
  );
  t.equal((await host.nginx()).status, 0);
  await host.logged(/begun by 1/);
  const { pid } = host;
  process.kill(pid, 'SIGHUP');
  await host.logged(/begun by 1/, 2);
  await host.logged(/gracefully shutting down/, 2);
  process.kill(pid, 'SIGQUIT');
  await host.logged(/gracefully shutting down/, 4);
  t.notOk(/through/.test(host.read('error.log')));
  host.write('go', '');
  await until('the master ends', () => !isRunning(pid));
  const log = host.read('error.log');
  t.equal(log.split('js: through').length - 1, 2, 'the host waited for both runs');
  t.notOk(/begun by 0|pending events/.test(log));
});

/** A stream server that marks data for the upstream. */
const marking = (port: number): string => `
  stream {
    js_import main.js;
    server { listen unix:stream.sock; js_filter main.marks; proxy_pass 127.0.0.1:${port}; }
  }
`;

const marks = (name: string) => `
  const marks = (s) => s.on('upload', (data, flags) => s.send(data && '${name} ' + data, flags));
  export default { marks, count() {}, slow() {}, hold() {}, name: (r) => r.return(200, '${name}') };
`;

test('sessions: a reload and a quit wait for open sessions, which keep their filter; a stop drops them', async (t) => {
  const whole = `${configuration(1)}${marking(await tcpServer(t, echo))}`;
  const host = new Host(t, whole, marks('old'));
  t.equal((await host.nginx()).status, 0);
  const { pid } = host;
  const connect = () => {
    const talk = new TestConnection(createConnection(host.path('stream.sock')));
    t.teardown(() => talk.socket.destroy());
    return talk;
  };
  const before = await connect().send(['a'], [5]);
  host.write('main.js', marks('new'));
  process.kill(pid, 'SIGHUP');
  await host.logged(/gracefully shutting down/);
  const after = await connect().send(['b'], [5]);
  await before.send(['c'], [10]);
  before.socket.end();
  t.equal(await before.rest(), 'old aold c', 'a session from before the reload');
  await host.logged(/exited with code 0/);
  process.kill(pid, 'SIGQUIT');
  await host.logged(/gracefully shutting down/, 2);
  t.ok(isRunning(pid), 'the master waits');
  await after.send(['d'], [10]);
  after.socket.end();
  t.equal(await after.rest(), 'new bnew d', 'a session from after it');
  await until('the master ends', () => !isRunning(pid));

  t.equal((await host.nginx()).status, 0);
  const dropped = await connect().send(['e'], [5]);
  process.kill(host.pid, 'SIGTERM');
  t.equal(await dropped.rest(), 'new e');
});

test('the command line: its output', async (t) => {
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
  host.write('nginx.conf', configuration(1).replace('access.log', 'nowhere/access.log'));
  const nowhere = `open() "${host.path('nowhere/access.log')}" failed (2: No such file or directory)`;
  const untold = await host.nginx('-t', '-e', 'nowhere/early.log');
  t.equal(
    untold.errors,
    `nginx: [alert] could not open error log file: ${nowhere.replace('access', 'early')}\n${fine
      .replace(/nginx: configuration.*/, `nginx: [emerg] ${nowhere}`)
      .replace(/$/, `nginx: configuration file ${file} test failed\n`)}`,
    'a log that cannot be opened is no syntax error',
  );
  t.equal((await host.nginx()).errors, `nginx: [emerg] ${nowhere}\n`);
  host.write('nginx.conf', configuration(1));
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

test('notes on a configuration: printed by -t, and written once to the log', async (t) => {
  const host = new Host(t, configuration(2, 'pcre_jit on;'), script('it'));
  const text = host.read('nginx.conf').replace('server {', 'server { server_name a/b;');
  host.write('nginx.conf', text);
  const line = text.slice(0, text.indexOf('server_name')).split('\n').length;
  const warning = `server name "a/b" has suspicious symbols in ${host.path('nginx.conf')}:${line}`;
  const notice = 'these settings have no effect here: pcre_jit';
  const { status, errors } = await host.nginx('-t');
  t.equal(status, 0);
  t.deepEqual(errors.split('\n').slice(0, 2), [`nginx: [warn] ${warning}`, `nginx: [notice] ${notice}`]);
  t.equal((await host.nginx('-tq')).errors, `nginx: [warn] ${warning}\n`);
  const { errors: early } = await host.nginx('-e', 'nowhere/early.log');
  t.equal(early.split('could not open error log file').length, 2, 'reported once, although another process continues');
  const { pid } = host;
  await host.nginx('-s', 'stop');
  await until('the master ends', () => !isRunning(pid));
  const log = host.read('error.log');
  t.equal(log.split(warning).length, 2, 'only the master reports it');
  t.equal(log.split(notice).length, 2);
});

test('serve in the background: standard error goes to the log, where script errors have the format of nginx', async (t) => {
  const host = new Host(
    t,
    configuration(1, 'daemon on;'),
    'export default { name() { null.x }, count() {}, slow() {} };',
  );
  t.equal((await host.run(process.execPath, serveProgram, ...host.words)).status, 0);
  t.match(await host.ask('/'), /500 Internal Server Error/);
  const { pid } = host;
  t.equal((await host.nginx('-s', 'stop')).status, 0);
  await until('the master ends', () => !isRunning(pid));
  const lines = host.read('error.log').split('\n').slice(0, -1);
  t.equal(lines.filter((line) => line.includes('js exception')).length, 1);
  t.deepEqual(
    lines.filter((line) => !/^\d{4}\//.test(line)).map((line) => line.replace(host.folder, '').slice(0, 30)),
    ['    at name (/main.js:1:32)', ', client: unix:, server: , req'],
  );
});

test('a start that fails is reported in the foreground and in the background, and leaves nothing behind', async (t) => {
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
    t.equal(await other.ask('/'), 'it', 'the process that has the address keeps it');
  }
});

test('WINCH: workers end after their requests in progress; the master and its connections wait for a reload', async (t) => {
  const host = new Host(t, configuration(2), script('old'));
  t.equal((await host.nginx()).status, 0);
  const { pid } = host;
  const slow = host.ask('/slow');
  await host.logged(/begun/);
  process.kill(pid, 'SIGWINCH');
  t.equal(await slow, 'old', 'a request in progress');
  await host.logged(/exited with code 0/, 2);
  t.deepEqual([isRunning(pid), childrenOf(pid)], [true, []], 'only the master remains');
  const waiting = host.ask('/');
  process.kill(pid, 'SIGWINCH');
  await host.logged(/signal 28 \(SIGWINCH\) received, stop accepting connections/, 2);
  host.write('nginx.conf', 'nonsense;');
  process.kill(pid, 'SIGHUP');
  await host.logged(/\[emerg\]/);
  t.ok(isRunning(pid), 'a refused configuration changes nothing');
  host.write('nginx.conf', configuration(2));
  host.write('main.js', script('new'));
  process.kill(pid, 'SIGHUP');
  t.equal(await waiting, 'new', 'a connection that waited');
  await host.logged(/start worker process/, 4);
  process.kill(pid, 'SIGWINCH');
  await host.logged(/exited with code 0/, 4);
  const client = createConnection(host.path('host.sock'));
  t.teardown(() => client.destroy());
  const lost = new Promise((resolve) => client.once('error', () => undefined).once('close', resolve));
  await soon('a connection', new Promise((resolve) => client.once('connect', resolve)));
  process.kill(pid, 'SIGWINCH');
  await host.logged(/SIGWINCH/, 4);
  process.kill(pid, 'SIGQUIT');
  await until('the master ends', () => !isRunning(pid));
  await soon('a connection without a worker ends', lost);
  t.notOk(existsSync(host.path('host.pid')), 'nothing is left');
});

test('in the foreground: a signal ends it, also while a handler loops; resizing the terminal has no effect', async (t) => {
  const loops = 'export default { name(r) { r.error(1); for (;;); }, count() { null.x }, slow() {}, hold() {} };';
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    const host = new Host(t, configuration(1, 'daemon off;'), loops);
    const child: ChildProcess = spawn(host.path('nginx'), host.words, {
      cwd: host.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errors = child.stderr === null ? '' : text(child.stderr);
    t.teardown(() => child.kill('SIGKILL'));
    const exited = new Promise((resolve) => child.once('exit', (status, by) => resolve(status ?? by)));
    await until('a pid file', () => existsSync(host.path('host.pid')));
    const workers = childrenOf(child.pid ?? 0);
    child.kill('SIGWINCH');
    await host.logged(/signal 28 \(SIGWINCH\) received\n/);
    t.match(await host.ask('/count'), /500 Internal Server Error/);
    await host.logged(/\[error\] .*js exception: TypeError/);
    const lost = host.ask('/').catch((error: Error) => error.message);
    await host.logged(/\[error\] /, 2);
    child.kill(signal);
    t.equal(await soon(`the end by ${signal}`, exited), signal === 'SIGKILL' ? signal : 0, signal);
    t.match(await lost, /hang up|ECONNRESET/);
    await until('its worker ends', () => !workers.some(isRunning));
    t.equal(await soon('the last line of its output', Promise.resolve(errors)), '', 'everything is in the log');
  }
});

test('a script that stops the master: its workers continue it', async (t) => {
  const stop = "export default { name(r) { process.kill(process.ppid, 'SIGSTOP'); r.return(200, 'sent'); } };";
  const host = new Host(t, configuration(1, 'daemon on;'), stop);
  t.equal((await host.run(process.execPath, serveProgram, ...host.words)).status, 0);
  t.match(await host.ask('/'), /sent/);
  t.equal((await host.workers(1)).size, 1, 'others are served');
  t.equal((await host.nginx('-s', 'stop')).status, 0);
});
