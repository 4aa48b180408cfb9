/**
 * Starts programs of a run: servers under test, command-line runtimes, tools. Each gets a process group of its own, so that its children
 * end with it, and none of them outlives this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ProgramMissing, TargetUnavailable } from '../../executor/target.js';
import { AttentiveTimer, starvationOf } from '../../wire/attention.js';
import { recordProgram } from './scratch.js';
import { underUmask } from './umask.js';

export interface ProcessOptions {
  readonly cwd?: string;
  /** The whole environment; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Written to the standard input, which is then closed; without it there is no standard input. */
  readonly input?: string | Uint8Array;
  /** Leaves the standard input open, for what is written later. */
  readonly talks?: true;
  /** The number of the last bytes of each output stream that are kept; by default 64 KiB. */
  readonly tailBytes?: number;
  /** Milliseconds between SIGTERM and SIGKILL in `end()`; by default 2000. */
  readonly graceMs?: number;
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', piece: Buffer) => void;
}

export type ProcessExit =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals };

/** How a program ended, as a clause without its subject. */
export const exitText = (exit: ProcessExit): string =>
  exit.kind === 'signal' ? `was ended by ${exit.signal}` : `ended with status ${exit.status}`;

/** The program could not be started: it is missing, or may not be run. */
export class ProcessNotStarted extends Error {
  override readonly name = 'ProcessNotStarted';
  /** For example `ENOENT`. */
  readonly code: string;
  constructor(program: string, cause: NodeJS.ErrnoException) {
    super(notStarted(program, cause), { cause });
    this.code = cause.code ?? '';
  }
}

/** Why a program was not started, and what to do. */
export function notStarted(
  program: string,
  { code, message }: Pick<NodeJS.ErrnoException, 'code' | 'message'>,
): string {
  if (code === 'ENOENT') return `there is no program ${program}; install it, or give its path`;
  if (code === 'EACCES') return `${program} cannot be run: it is a folder, or this user may not execute it`;
  return `${program} cannot be started: ${message}`;
}

/** A program that should have ended by itself exceeded its deadline and was killed. */
export class ProcessTimedOut extends Error {
  override readonly name = 'ProcessTimedOut';
  constructor(argv: readonly string[], deadlineMs: number) {
    super(`${argv.join(' ')}: still running after ${deadlineMs} ms`);
  }
}

/** The last bytes of a stream. */
export class OutputTail {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #kept = 0;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of earlier bytes that were dropped. */
  get dropped(): number {
    return Math.max(0, this.#total - this.#limit);
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#total += piece.length;
    this.#kept += piece.length;
    while (this.#kept - (this.#pieces[0]?.length ?? 0) >= this.#limit) this.#kept -= this.#pieces.shift()?.length ?? 0;
  }

  bytes(): Buffer {
    const kept = Buffer.concat(this.#pieces);
    return kept.subarray(Math.max(0, kept.length - this.#limit));
  }

  /** The bytes as UTF-8. */
  text(): string {
    return this.bytes().toString();
  }
}

const TAIL_BYTES = 65_536;
const GRACE_MS = 2000;
/** Milliseconds in which output may still come from a process that left the group, after the program itself has ended. */
const DRAIN_MS = 500;

export class RunningProcess {
  readonly pid: number;
  readonly stdout: OutputTail;
  readonly stderr: OutputTail;
  /** Of a program that `talks`; what it no longer reads is lost. */
  readonly stdin: Writable | null;
  /** Settles once the program and its group have ended and its output has been read; never rejects. */
  readonly exited: Promise<ProcessExit>;
  readonly #graceMs: number;
  #hasExited = false;

  constructor(child: ChildProcess, pid: number, options: ProcessOptions) {
    this.pid = pid;
    this.#graceMs = options.graceMs ?? GRACE_MS;
    const tail = (name: 'stdout' | 'stderr', stream: Readable | null) => {
      const kept = new OutputTail(options.tailBytes ?? TAIL_BYTES);
      stream?.on('data', (piece: Buffer) => {
        kept.add(piece);
        options.onOutput?.(name, piece);
      });
      return kept;
    };
    this.stdout = tail('stdout', child.stdout);
    this.stderr = tail('stderr', child.stderr);
    this.stdin = child.stdin;
    this.exited = new Promise((resolve) => {
      child.once('exit', () => this.#sweep(child));
      child.once('close', (status, signal) => {
        resolve(signal === null ? { kind: 'status', status: status ?? 0 } : { kind: 'signal', signal });
      });
    });
    register(pid);
  }

  /** Sends SIGTERM to the group, and SIGKILL after the grace period. Resolves with how the program ended, even if it ended before. */
  async end(): Promise<ProcessExit> {
    if (this.#hasExited) return this.exited;
    signalGroup(this.pid, 'SIGTERM');
    const insist = setTimeout(() => signalGroup(this.pid, 'SIGKILL'), this.#graceMs);
    try {
      return await this.exited;
    } finally {
      clearTimeout(insist);
    }
  }

  #sweep(child: ChildProcess): void {
    this.#hasExited = true;
    signalGroup(this.pid, 'SIGKILL');
    unregister(this.pid);
    const drained = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, DRAIN_MS);
    child.once('close', () => clearTimeout(drained));
  }
}

/**
 * Starts `argv[0]` with the rest as arguments, in a process group of its own.
 * @throws ProcessNotStarted
 */
export function startProcess(argv: readonly string[], options: ProcessOptions = {}): Promise<RunningProcess> {
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    const child = underUmask(() =>
      spawn(program, rest, {
        cwd: options.cwd,
        env: options.env,
        detached: true,
        stdio: [options.input === undefined && options.talks !== true ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      }),
    );
    child.once('error', (error) => reject(new ProcessNotStarted(program, error)));
    if (child.pid === undefined) return;
    // A program may end without reading its input; its exit is enough.
    child.stdin?.on('error', () => {});
    if (options.talks !== true) child.stdin?.end(options.input);
    resolve(new RunningProcess(child, child.pid, options));
  });
}

export interface ProcessResult {
  readonly exit: ProcessExit;
  readonly stdout: OutputTail;
  readonly stderr: OutputTail;
}

/**
 * Starts a program of a target.
 * @throws TargetUnavailable if it cannot be started
 */
export async function startTargetProcess(argv: readonly string[], options: ProcessOptions): Promise<RunningProcess> {
  try {
    return await startProcess(argv, options);
  } catch (error) {
    if (error instanceof ProcessNotStarted)
      throw new (error.code === 'ENOENT' ? ProgramMissing : TargetUnavailable)(error.message);
    throw error;
  }
}

/**
 * Starts a program and waits for its end.
 * @throws ProcessNotStarted
 * @throws ProcessTimedOut if it has not ended after `deadlineMs`, as `AttentiveTimer` counts them; then it is ended
 */
export async function runProcess(
  argv: readonly string[],
  options: ProcessOptions & { readonly deadlineMs: number },
): Promise<ProcessResult> {
  const running = await startProcess(argv, options);
  let late = false;
  const giveUp = (): void => {
    late = true;
    void running.end();
  };
  const timer = new AttentiveTimer(options.deadlineMs, giveUp, starvationOf(running.pid));
  const exit = await running.exited;
  timer.cancel();
  if (late) throw new ProcessTimedOut(argv, options.deadlineMs);
  return { exit, stdout: running.stdout, stderr: running.stderr };
}

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const groups = new Set<number>();

function register(pid: number): void {
  if (groups.size === 0) {
    process.on('exit', endAll);
    for (const signal of FATAL_SIGNALS) process.on(signal, endAllAndDie);
  }
  groups.add(pid);
  recordProgram(pid);
}

function unregister(pid: number): void {
  groups.delete(pid);
  if (groups.size > 0) return;
  process.off('exit', endAll);
  for (const signal of FATAL_SIGNALS) process.off(signal, endAllAndDie);
}

function endAll(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Ends this process by the signal, as without our listener, unless other listeners handle it. */
function endAllAndDie(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, endAllAndDie);
  process.kill(process.pid, signal);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // No process is left in the group.
  }
}
