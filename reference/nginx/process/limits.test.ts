import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type Test } from 'tape';
import { depths, lookout } from '../../testing/escape.js';
import { soon, until } from '../../testing/waiting.js';
import type { StartOptions } from '../messages.js';
import { Generation } from './generation.js';
import { type AcceptedConnection, MasterSockets } from './listening.js';
import { MasterState } from './master-state.js';
import { openCounts, spawnWorker } from './spawn.js';
import { WorkerProcess } from './worker-process.js';

const configuration = `
  worker_processes 2; error_log error.log notice;
  events {}
  http {
    js_import main.js;
    server { listen unix:host.sock; location / { js_content main.handle; } location /pid { return 200 $pid; } }
  }
`;

/** Serves like the master, with its own script and limits. */
class Served {
  readonly alerts: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  readonly #sockets = new MasterSockets((accepted) => this.#waits(accepted));
  readonly #waiting: AcceptedConnection[] = [];
  #generation: Generation | undefined;
  /** Called with each alert. */
  #heard: () => void = () => undefined;

  async start(
    t: Test,
    script: string,
    limits: Partial<StartOptions>,
    state = new MasterState(openCounts()),
    child = spawnWorker(state.counts.descriptor),
  ): Promise<void> {
    writeFileSync(join(this.#folder, 'nginx.conf'), configuration.replace('host.sock', this.#path));
    writeFileSync(join(this.#folder, 'main.js'), `export default { handle(r) { r.warn('held'); ${script} } };`);
    const options: StartOptions = { configuration: 'nginx.conf', prefix: this.#folder, ...limits };
    const first = new WorkerProcess(0, () => this.#passOn(), state, child);
    // A failure from here on must not leave a process that keeps this one waiting.
    t.teardown(async () => {
      this.#sockets.closeAllBut([]);
      first.kill();
      await Promise.all([first.exited, this.#generation?.end('stop')]);
      for (const { socket } of this.#waiting) socket.destroy();
      await rm(this.#folder, { recursive: true, maxRetries: 5 });
    });
    const answer = await soon('a worker', first.begin('serve', options));
    if (answer?.kind !== 'planned') throw new Error(`not served: ${JSON.stringify(answer)}`);
    await this.#sockets.open(answer.plan.addresses);
    this.#generation = new Generation(first, answer.plan, {
      zones: new Map(),
      options,
      state,
      events: {
        log: (level, message) => {
          if (level === 'alert') this.alerts.push(message);
          this.#heard();
        },
        onFree: () => this.#passOn(),
        onReturned: (accepted) => this.#waits(accepted),
        onChanged: () => t.fail('nothing was changed'),
        onLost: () => t.fail('no worker is left'),
      },
    });
    await soon('the other workers', this.#generation.complete());
  }

  /** Resolves when that many alerts were logged. */
  async alerted(count: number): Promise<void> {
    const more = () => soon(`alert ${count}`, new Promise<void>((resolve) => (this.#heard = resolve)));
    while (this.alerts.length < count) await more();
  }

  ask(path: string): Promise<string> {
    const sent = request({ socketPath: this.#path, path, agent: false });
    const answer = new Promise<string>((resolve, reject) => {
      sent.once('response', (response) => text(response).then(resolve, reject));
      sent.on('error', reject).end();
    });
    return soon(`an answer for ${path}`, answer, () => sent.destroy());
  }

  /** How many handlers have begun to exceed a limit. */
  get held(): number {
    return readFileSync(join(this.#folder, 'error.log'), 'utf8').split('held').length - 1;
  }

  get #path(): string {
    return join(this.#folder, 'host.sock');
  }

  #waits(accepted: AcceptedConnection): void {
    this.#waiting.push(accepted);
    this.#passOn();
  }

  #passOn(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#generation?.give(next) === true; ) {
      this.#waiting.shift();
      next = this.#waiting[0];
    }
  }
}

/** The two workers. */
async function bothOf(served: Served): Promise<ReadonlySet<string>> {
  const pids = new Set<string>();
  await until(
    'two workers',
    () => pids.size === 2,
    async () => pids.add(await served.ask('/pid')),
  );
  return pids;
}

/** Makes one worker exceed a limit; meanwhile and afterwards others are served. */
async function tryOn(t: Test, served: Served, alert: RegExp): Promise<void> {
  const pids = await bothOf(served);
  const held = served.ask('/').then(
    () => 'answered',
    (error: Error) => ('code' in error ? 'broken off' : error.message),
  );
  // Connections that its worker accepts before it reads this request end with it.
  await until('a worker that is held', () => served.held === 1);
  const others = await Promise.all(Array.from({ length: 6 }, () => served.ask('/pid')));
  t.equal(others.length, 6, 'other connections continue');
  t.equal(await held, 'broken off');
  await served.alerted(2);
  t.match(served.alerts[0] ?? '', alert);
  t.match(served.alerts[1] ?? '', /^worker process \d+ exited on signal 9$/);
  const after = await bothOf(served);
  t.equal([...after].filter((pid) => !pids.has(pid)).length, 1, 'one is replaced, the other continues');
}

test('a handler that loops: its worker is ended and replaced, and another gets the connections that it had not received', {
  timeout: 20_000,
}, async (t) => {
  const served = new Served();
  await served.start(t, 'for (;;);', { handlerTimeout: 400 });
  await tryOn(t, served, /^worker process \d+ was blocked by a handler for more than 400 ms$/);
});

test('a handler that fills memory: its worker is ended and replaced', async (t) => {
  const served = new Served();
  await served.start(t, 'const all = []; for (;;) all.push(new Uint8Array(2e7).fill(1));', { workerMemory: 4e8 });
  await tryOn(t, served, /^worker process \d+ exceeds its memory limit$/);
});

test('a worker whose master has ended ends, even with an open connection', async (t) => {
  const served = new Served();
  const state = new MasterState(openCounts());
  const child = spawnWorker(state.counts.descriptor);
  await served.start(t, 'setTimeout(() => r.return(200), 1e6);', {}, state, child);
  const asked = Promise.all([served.ask('/'), served.ask('/')]);
  const held = asked.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  await until('a request in each worker', () => served.held === 2);
  child.disconnect();
  await served.alerted(1);
  t.equal(served.alerts[0], `worker process ${child.pid} exited with code 1`);
  t.match(await held, /hang up|ECONNRESET/);
});

test('a script that stops its process: the process is continued, and nobody is delayed', async (t) => {
  for (const signal of ['SIGSTOP', 'SIGTSTP', 'SIGTTOU']) {
    const served = new Served();
    await served.start(t, `process.kill(process.pid, '${signal}'); r.return(200, 'continued');`, {});
    const [answer, ...others] = await Promise.all([
      served.ask('/'),
      served.ask('/pid'),
      served.ask('/pid'),
      served.ask('/pid'),
    ]);
    t.equal(answer, 'continued', signal);
    t.equal(others.length, 3);
    // In a process group without a shell the system ignores all of them except SIGSTOP.
    const isStopped = signal === 'SIGSTOP' || served.alerts.length > 0;
    if (isStopped) t.match(served.alerts[0] ?? '', /^worker process \d+ was stopped by a signal, continuing it$/);
  }
});

test('a script that stops its process repeatedly is ended like a loop', { timeout: 20_000 }, async (t) => {
  const served = new Served();
  await served.start(t, "for (;;) process.kill(process.pid, 'SIGSTOP');", { handlerTimeout: 700 });
  const pids = await bothOf(served);
  await served.ask('/').catch(() => 'broken off');
  await until('the alert', () => served.alerts.some((alert) => /was blocked by a handler/.test(alert)));
  await until('another worker', () => served.alerts.some((alert) => /exited on signal 9/.test(alert)));
  const after = await bothOf(served);
  t.equal([...after].filter((pid) => !pids.has(pid)).length, 1, 'one is replaced');
});

// In a thread, Node 20 and 22 never call them.
test('the callback of a registry runs like all code of a script', async (t) => {
  const served = new Served();
  const script = `
    ${lookout} ${depths}
    const registry = new FinalizationRegistry(() => {
      atDepths('its callback', () => new Error('x').stack, () => import('x'));
      answer = 'called ' + report();
    });
    let answer;
    for (let at = 0; at < 3; at += 1) registry.register({}, at);
    const collect = () => {
      // Only a full collection finds objects that are no longer reachable.
      new Array(1e6).fill(registry);
      if (answer === undefined) setTimeout(collect, 1);
      else r.return(200, answer);
    };
    collect();`;
  await served.start(t, script, {});
  t.equal(await served.ask('/'), 'called ');
});
