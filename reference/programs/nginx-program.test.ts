import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'tape';
import { soon, until } from '../testing/waiting.js';
import {
  childrenOf,
  configuration,
  Host,
  isRunning,
  processesIn,
  script,
  serveProgram,
} from './testing/nginx-program.js';

/** Rounds of starting, reloading, reopening and stopping. */
const rounds = Number(process.env.SRVSPEC_ROUNDS ?? 1);

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
