/** Our `nginx` in a folder of its own, for tests of its processes. */
import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tape';
import { soon, until } from '../../testing/waiting.js';

const program = fileURLToPath(new URL('../nginx-main.js', import.meta.url));
export const serveProgram = fileURLToPath(new URL('../serve-main.js', import.meta.url));

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** A folder with a configuration and our `nginx`; processes that remain in it are killed with the test. */
export class Host {
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
export function isRunning(pid: number): boolean {
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
export function processesIn(folder: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isOurs(pid, folder));
}

/** The child processes of a process, as the system lists them. */
export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}

/** A configuration with `workers` workers. */
export const configuration = (workers: number, rest = '') => `
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

/** Handlers of that configuration. */
export const script = (name: string) => `
  const slow = (r) => { r.error('begun'); setTimeout(() => r.return(200, '${name}'), 30); };
  const count = (r) => r.return(200, String(ngx.shared.counts.incr('all', 1, 0)));
  const hold = (r) => { r.error('begun'); setTimeout(() => r.return(200), 1e6); };
  export default { slow, count, hold, name: (r) => r.return(200, '${name}') };
`;
