/** The command line, in this process and as users start it, for the tests of this folder. */
import { Writable } from 'node:stream';
import { runProcess } from '../../targets/support/process.js';
import { performCommand } from '../performing.js';

export { folderFor } from '../../../generators/build/testing/folder.js';

/** The program's file. */
export const MAIN = new URL('../main.js', import.meta.url).pathname;

export interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment outside of CI systems. */
export const OUTSIDE_CI: NodeJS.ProcessEnv = {
  ...process.env,
  GITHUB_ACTIONS: '',
  GITHUB_RUN_ID: '',
  GITHUB_STEP_SUMMARY: '',
};

/** `srvspec` in this process, which is faster than a process of its own. */
export const srvspec = (...args: readonly string[]): Promise<ProgramResult> => srvspecWith(OUTSIDE_CI, ...args);

/** The same in another environment. One at a time, since the environment and the outputs belong to the process. */
export async function srvspecWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<ProgramResult> {
  const [stdout, stderr] = [collector(), collector()];
  const status = await performedWith(env, stdout.stream, stderr.stream, args);
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

/** `srvspec` in this process, with a closed pipe as standard output; returns whether it wrote to it. */
export async function unread(
  ...args: readonly string[]
): Promise<Omit<ProgramResult, 'stdout'> & { readonly refused: boolean }> {
  const stderr = collector();
  let refused = false;
  const stdout = new Writable({
    // Pipes stay broken after an error.
    autoDestroy: false,
    write: (_piece, _encoding, done) => {
      refused = true;
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });
  // As the program does.
  stdout.on('error', () => undefined);
  const status = await performedWith(OUTSIDE_CI, stdout, stderr.stream, args);
  return { status, stderr: stderr.text(), refused };
}

async function performedWith(
  env: NodeJS.ProcessEnv,
  stdout: Writable,
  stderr: Writable,
  args: readonly string[],
): Promise<number> {
  const restores = [
    replaced('env', { ...env }),
    replaced('stdout', stdout),
    replaced('stderr', stderr),
    ...ENDING.map(withoutNewListeners),
  ];
  try {
    return await performCommand(args);
  } finally {
    for (const restore of restores) restore();
  }
}

/** Removes signal listeners that a command adds and keeps to the end of its process. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

function withoutNewListeners(signal: NodeJS.Signals): () => void {
  const before = process.listeners(signal);
  return () => {
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.removeListener(signal, listener);
  };
}

/** Replaces a property of the process; returns a function that restores it. */
function replaced(name: 'env' | 'stdout' | 'stderr', value: object): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name);
  if (before === undefined) throw new Error(`the process has no ${name}`);
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  return () => void Object.defineProperty(process, name, before);
}

/** An output that is no terminal. */
function collector(): { readonly stream: Writable; readonly text: () => string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString() };
}

/** `srvspec` in a process of its own. */
export const spawned = (...args: readonly string[]): Promise<ProgramResult> => spawnedWith(OUTSIDE_CI, ...args);

/** The same in another environment. */
export async function spawnedWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<ProgramResult> {
  const { exit, stdout, stderr } = await runProcess([process.execPath, MAIN, ...args], {
    env,
    deadlineMs: 600_000,
    tailBytes: 1 << 24,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, stdout: stdout.text(), stderr: stderr.text() };
}

/** The result of a shell command line with `$S` for the program. */
export async function shell(line: string, env: NodeJS.ProcessEnv = {}): Promise<{ status: number; text: string }> {
  const S = `"${process.execPath}" "${MAIN}"`;
  const { exit, stdout, stderr } = await runProcess(['bash', '-c', `set -o pipefail; ${line.replaceAll('$S', S)}`], {
    env: { ...OUTSIDE_CI, ...env },
    deadlineMs: 600_000,
  });
  return { status: exit.kind === 'status' ? exit.status : -1, text: `${stdout.text()}${stderr.text()}` };
}
