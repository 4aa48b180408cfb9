import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { createConnection } from 'node:net';
import test from 'tape';
import { echo, TestConnection, tcpServer } from '../testing/tcp.js';
import { soon, until } from '../testing/waiting.js';
import { childrenOf, configuration, Host, isRunning, script } from './testing/nginx-program.js';

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
  await host.logged(/\[emerg\].*counts.* a different type in /);
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
