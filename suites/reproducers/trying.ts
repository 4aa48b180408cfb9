/** Runs a reproducer as a user does: its `run.sh`, in an otherwise empty folder. */

import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../targets/support/folders.js';
import { freePorts } from '../targets/support/host/free-port.js';
import { ProcessTimedOut, runProcess } from '../targets/support/process.js';
import { scratchFolder } from '../targets/support/scratch.js';

export type ReproducerFiles = { readonly [name: string]: string | Uint8Array };

/** The facts about this machine for the shell script: NGINX and MODULES, or NJS. */
export type ProgramPaths = { readonly [name: string]: string };

/** The file with the right text of this index. */
export const expectedFile = (index: number): string => (index === 0 ? 'expected.txt' : `expected-${index + 1}.txt`);

export interface ScriptRun {
  /** 0 the fault is there, 1 it is not, 2 undecided. */
  readonly status: number;
  /** The observation; absent if the run did not reach it. */
  readonly seen: Buffer | undefined;
  readonly printed: string;
}

/** Milliseconds for a whole run: a start, and waits of five seconds. */
const DEADLINE_MS = 60_000;

export async function writeFiles(folder: string, files: ReproducerFiles): Promise<void> {
  await makeFolder(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  if ('run.sh' in files) await chmod(join(folder, 'run.sh'), 0o755);
}

/** How often other ports are taken if another process took a free port first. */
const MOST_TRIES = 3;
const TAKEN = /EADDRINUSE|\(98: /;

/** One run, in an empty folder of its own. */
export async function tryOnce(files: ReproducerFiles, environment: ProgramPaths, ports = 1): Promise<ScriptRun> {
  for (let tries = 1; ; tries++) {
    const tried = await runIn(await scratchFolder(), files, environment, ports);
    if (tried.status !== 2 || !TAKEN.test(tried.printed) || tries === MOST_TRIES) return tried;
  }
}

async function runIn(
  folder: string,
  files: ReproducerFiles,
  environment: ProgramPaths,
  ports: number,
): Promise<ScriptRun> {
  const seenFile = join(folder, 'seen-by-run');
  try {
    await writeFiles(join(folder, 'copy'), files);
    const numbers = await freePorts(ports);
    const free = Object.fromEntries(numbers.map((number, i) => [i === 0 ? 'PORT' : `PORT${i}`, String(number)]));
    const env = { ...process.env, ...environment, ...free, SEEN: seenFile };
    const { exit, stdout, stderr } = await runProcess(['sh', join(folder, 'copy', 'run.sh')], {
      deadlineMs: DEADLINE_MS,
      env,
    });
    const seen = await readFile(seenFile).catch(() => undefined);
    return {
      status: exit.kind === 'status' ? exit.status : 2,
      seen,
      printed: `${stdout.text()}${stderr.text()}`.trim(),
    };
  } catch (error) {
    if (error instanceof ProcessTimedOut) return { status: 2, seen: undefined, printed: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
