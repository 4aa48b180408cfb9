/** The reference host as a program under load: started, loaded and measured by benchmarks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../targets/support/process.js';
import type { SessionLoad } from './sessions.js';

const SERVE = fileURLToPath(new URL('../../reference/programs/serve-main.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('client-main.js', import.meta.url));
const SESSIONS = fileURLToPath(new URL('sessions-main.js', import.meta.url));
const CHEAP_CLIENT = fileURLToPath(new URL('cheap-client-main.js', import.meta.url));

/** Far more than any load takes. */
const DEADLINE_MS = 3_600_000;

/** The resources of one process of the host. */
export interface HostUsage {
  readonly pid: number;
  readonly megabytes: number;
  readonly sockets: number;
  readonly files: number;
  /** Microseconds of processor time so far. */
  readonly cpu: number;
}

const LONGEST_COMPLAINT = 1000;

/** Clock ticks of /proc last 10 ms on every system. */
const TICK_US = 10_000;

/** A running host; `socket` is where it listens, `streamSocket` where its stream server may. */
export class Serving {
  readonly socket: string;
  readonly streamSocket: string;
  readonly #pid: number;
  readonly #stop: () => Promise<void>;

  constructor(socket: string, pid: number, stop: () => Promise<void>) {
    this.socket = socket;
    this.streamSocket = streamSocketBeside(socket);
    this.#pid = pid;
    this.#stop = stop;
  }

  /** Milliseconds until a client process of its own has sent so many requests. */
  load(count: number, ...paths: readonly string[]): Promise<number> {
    return client(CLIENT, this.socket, String(count), ...paths);
  }

  /** The master first, then its workers. */
  async held(): Promise<readonly HostUsage[]> {
    const children = await readFile(`/proc/${this.#pid}/task/${this.#pid}/children`, 'utf8');
    const workers = children.trim().split(' ').filter(Boolean).map(Number);
    return Promise.all([this.#pid, ...workers].map(heldBy));
  }

  /** Microseconds of processor time of all processes so far. */
  readonly cpu = async (): Promise<number> => (await this.held()).reduce((sum, one) => sum + one.cpu, 0);

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** Milliseconds until a very cheap client has sent so many requests to a socket, some together on each connection. */
export function loadCheaply(socket: string, count: number, together: number): Promise<number> {
  return client(CHEAP_CLIENT, socket, String(count), String(together));
}

/** Milliseconds until so many sessions were held. */
export function loadWithSessions(socket: string, { sessions, size, batch }: SessionLoad): Promise<number> {
  return client(SESSIONS, socket, String(sessions), String(size), String(batch));
}

async function client(program: string, ...args: readonly string[]): Promise<number> {
  const { stdout, stderr } = await runProcess([process.execPath, program, ...args], { deadlineMs: DEADLINE_MS });
  const ms = Number(stdout.text());
  if (stdout.text() === '' || Number.isNaN(ms)) throw new Error(`the client failed: ${stderr.text()}`);
  return ms;
}

/** A program of ours that listens: at a port or socket that it prints. */
export interface BenchPeer {
  readonly address: string;
  /** Microseconds of processor time so far. */
  readonly cpu: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a program of this folder. */
export async function startPeer(program: string, ...args: readonly string[]): Promise<BenchPeer> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [address] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  return {
    address: String(address),
    cpu: async () => (await heldBy(child.pid ?? 0)).cpu,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Starts a program that listens at a socket in a folder of its own. */
export async function listening(program: string, ...more: readonly string[]): Promise<BenchPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const peer = await startPeer(program, join(folder, 'socket'), ...more);
  const stop = async (): Promise<void> => {
    await peer.stop();
    await rm(folder, { recursive: true });
  };
  return { ...peer, stop };
}

/** Microseconds for one of many: until it is done, under permanent load; and of processor time in the server alone. */
export interface Rate {
  readonly us: number;
  readonly cpuUs: number;
}

/** `load` takes milliseconds. The first ones are slower than later ones, so some are not measured. */
export async function rateOf(
  { cpu }: Pick<BenchPeer, 'cpu'>,
  { warming, count }: { readonly warming: number; readonly count: number },
  load: (count: number) => Promise<number>,
): Promise<Rate> {
  await load(warming);
  const before = await cpu();
  const ms = await load(count);
  return { us: (ms * 1000) / count, cpuUs: ((await cpu()) - before) / count };
}

/** The resources of a process. */
async function heldBy(pid: number): Promise<HostUsage> {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')));
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  // The third field is behind the name in parentheses.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  const cpu = (Number(fields[11]) + Number(fields[12])) * TICK_US;
  return { pid, megabytes, sockets, files: targets.length - sockets, cpu };
}

function streamSocketBeside(socket: string): string {
  return `${socket}.stream`;
}

/**
 * Starts a host with so many workers. The directives are for its http block beside the server, for the server, and for its stream block;
 * `script` is imported as `main`.
 */
export async function serveBench(given: {
  readonly workers: number;
  readonly http?: string;
  readonly server?: string;
  readonly stream?: string;
  readonly script: string;
}): Promise<Serving> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const socket = join(folder, 'host.sock');
  await writeFile(join(folder, 'main.js'), given.script);
  await writeFile(
    join(folder, 'host.conf'),
    `error_log error.log; worker_processes ${given.workers}; events {} http { js_import main.js; ${given.http ?? ''} server { listen unix:${socket}; ${(given.server ?? '').replaceAll('<socket>', socket)} } } stream { js_import main.js; ${(given.stream ?? '').replaceAll('<stream>', streamSocketBeside(socket))} }\n`,
  );
  const host = spawn(process.execPath, [SERVE, '-p', folder, '-c', 'host.conf'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The reason why it does not start. Later output has errors that scripts have thrown on purpose.
  let complaint = '';
  host.stderr.on('data', (text: Buffer) => {
    if (complaint.length < LONGEST_COMPLAINT) complaint += text;
  });
  const ended = once(host, 'exit');
  const stop = async (): Promise<void> => {
    host.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const isUp = await Promise.race([once(createInterface(host.stdout), 'line'), ended.then(() => undefined)]);
  if (isUp !== undefined && host.pid !== undefined) return new Serving(socket, host.pid, stop);
  await stop();
  throw new Error(`the host did not start: ${complaint.slice(0, LONGEST_COMPLAINT)}`);
}
