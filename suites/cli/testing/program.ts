/** The command line, in this process and as users start it, for the tests of this folder. */
import { PassThrough, Writable } from 'node:stream';
import { type ProcessOptions, runProcess } from '../../targets/support/process.js';
import { performCommand } from '../performing.js';

export { folderFor } from '../../../generators/build/testing/folder.js';

/** The program's file. */
export const MAIN = new URL('../main.js', import.meta.url).pathname;

export interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs. */
  readonly text: string;
}

const resultOf = (status: number, stdout: string, stderr: string): ProgramResult => ({
  status,
  stdout,
  stderr,
  text: `${stdout}${stderr}`,
});

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
  const status = await performedWith(env, stdout, stderr, args);
  return resultOf(status, stdout.read() ?? '', stderr.read() ?? '');
}

/** `srvspec` in this process, with a closed pipe as standard output; returns whether it wrote to it. */
export async function unread(
  ...args: readonly string[]
): Promise<Pick<ProgramResult, 'status' | 'stderr'> & { readonly refused: boolean }> {
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
  const status = await performedWith(OUTSIDE_CI, stdout, stderr, args);
  return { status, stderr: stderr.read() ?? '', refused };
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

/** An output that is no terminal, with room for all that is written before it is read. */
const collector = (): PassThrough => new PassThrough({ highWaterMark: 1 << 28 }).setEncoding('utf8');

/** `srvspec` in a process of its own. */
export const spawned = (...args: readonly string[]): Promise<ProgramResult> => spawnedWith(OUTSIDE_CI, ...args);

/** The same in another environment. */
export const spawnedWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<ProgramResult> =>
  ended([process.execPath, MAIN, ...args], { env });

/** Any program, with the end of its outputs. */
export async function ended(argv: readonly string[], options: ProcessOptions): Promise<ProgramResult> {
  const { exit, stdout, stderr } = await runProcess(argv, { deadlineMs: 600_000, tailBytes: 1 << 24, ...options });
  return resultOf(exit.kind === 'status' ? exit.status : -1, stdout.text(), stderr.text());
}

/** The result of a shell command line with `$S` for the program. */
export function shell(line: string, env: NodeJS.ProcessEnv = {}): Promise<ProgramResult> {
  const S = `"${process.execPath}" "${MAIN}"`;
  return ended(['bash', '-c', `set -o pipefail; ${line.replaceAll('$S', S)}`], { env: { ...OUTSIDE_CI, ...env } });
}
