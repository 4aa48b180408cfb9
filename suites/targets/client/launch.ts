/** Starts a client under test: as a program, or by a function in this process. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { TargetUnavailable } from '../../executor/target.js';
import { type StarvedTime, starvationOfAll } from '../../wire/attention.js';
import { notStarted, type ProcessOptions, type RunningProcess, startTargetProcess } from '../support/process.js';
import { commandLinesOf, membersOf } from '../support/processes.js';

export interface ClientInvocation {
  /** For example `servers list`, as a list. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** An empty folder, its working folder. */
  readonly folder: string;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

export interface ClientEnd {
  /** `undefined` if a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** It printed more than the limit, and was ended. */
  readonly flooded?: boolean;
}

export interface LaunchedClient {
  readonly ended: Promise<ClientEnd>;
  /** The present command lines of its processes; absent if it is no process. */
  readonly commandLines?: () => string;
  /** The time in which its processes had no processor; absent if it is no process. */
  readonly starved?: StarvedTime;
}

export type Launch = (order: ClientInvocation) => Promise<LaunchedClient>;

/** The limit for the bytes of each output, and the milliseconds that a program has to end after a signal. */
const OUTPUT_BYTES = 32 * 1024 * 1024;
const GRACE_MS = 500;

/** Starts a program with a process group of its own. Rejects with `TargetUnavailable`. */
export function launchProgram(argv: readonly string[]): Launch {
  return async ({ args, env, folder, signal }) => {
    const printed = { stdout: 0, stderr: 0 };
    const onOutput: ProcessOptions['onOutput'] = (stream, { length }) => {
      const before = printed[stream];
      printed[stream] += length;
      if (before <= OUTPUT_BYTES && printed[stream] > OUTPUT_BYTES) void running.end();
    };
    const how = { cwd: folder, env, tailBytes: OUTPUT_BYTES, graceMs: GRACE_MS, onOutput };
    const running = await startTargetProcess([...argv, ...args], how);
    signal.addEventListener('abort', () => void running.end(), { once: true });
    if (signal.aborted) void running.end();
    const starved = starvationOfAll(membersOf(running.pid));
    return { ended: endOf(running), commandLines: () => commandLinesOf(running.pid), starved };
  };
}

async function endOf({ exited, stdout, stderr }: RunningProcess): Promise<ClientEnd> {
  const exit = await exited;
  const flooded = stdout.dropped > 0 || stderr.dropped > 0;
  return {
    status: exit.kind === 'status' && !flooded ? exit.status : undefined,
    stdout: stdout.text(),
    stderr: stderr.text(),
    flooded,
  };
}

/**
 * The words of a command with absolute paths for files, since it is started in another folder. As in shells, a bare first word is searched
 * only in PATH. Throws `TargetUnavailable` if there is no such program.
 */
export function programOf(command: string): readonly string[] {
  const [program = '', ...rest] = command.trim().split(/\s+/);
  const first = program.includes('/') ? resolve(program) : inPath(program);
  if (first === undefined || !isRunnable(first)) {
    const code = first !== undefined && existsSync(first) ? 'EACCES' : 'ENOENT';
    throw new TargetUnavailable(notStarted(program, { code, message: code }));
  }
  return [first, ...rest.map((word) => (isFile(word) ? resolve(word) : word))];
}

const inPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isRunnable);

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
