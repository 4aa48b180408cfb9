/** Unpacks nginx and njs of a Debian release, and the libraries they need, into a folder, by mmdebstrap. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exitText, ProcessNotStarted, runProcess } from '../support/process.js';
import { isRunning } from '../support/processes.js';
import type { Release } from './hosts.js';

const PACKAGES = ['nginx', 'libnginx-mod-http-js', 'libnginx-mod-stream-js', 'njs'];
const DEADLINE_MS = 15 * 60_000;

const OPTIONS = [
  '--quiet',
  // Nothing of the release is installed or run, since only its files are needed.
  '--variant=extract',
  // Libraries are in one place in all releases.
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  // An outdated mirror is good enough, and the signatures are still checked.
  '--aptopt=Acquire::Check-Valid-Until "false"',
  `--include=${PACKAGES.join(',')}`,
];

/** The release could not be unpacked; the message names the reason. */
class UnpackFailed extends Error {
  override readonly name = 'UnpackFailed';
}

/**
 * Unpacks `release` as `folder`, replacing the present one. The folder appears complete or not at all.
 * @param mirror of Debian; by default mmdebstrap's own choice
 * @throws UnpackFailed
 */
export async function unpackRelease(release: Release, folder: string, mirror?: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeLeftovers(folder);
  const partial = `${folder}.part-${process.pid}`;
  try {
    await unpack([release, partial, ...(mirror === undefined ? [] : [mirror])]);
    await removeTree(folder);
    await rename(partial, folder);
  } finally {
    await removeTree(partial);
  }
}

async function unpack(operands: readonly string[]): Promise<void> {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  try {
    const command = ['mmdebstrap', ...OPTIONS, ...operands];
    const { exit, stdout, stderr } = await runProcess(command, { env, deadlineMs: DEADLINE_MS });
    if (exit.kind === 'signal') throw new UnpackFailed(`mmdebstrap ${exitText(exit)}`);
    if (exit.status !== 0) throw new UnpackFailed(explain(`${stdout.text()}${stderr.text()}`));
  } catch (error) {
    if (!(error instanceof ProcessNotStarted)) throw error;
    throw new UnpackFailed('needs mmdebstrap: apt-get install mmdebstrap', { cause: error });
  }
}

/** The errors in mmdebstrap's output, with their usual causes. */
function explain(output: string): string {
  const errors = output.split('\n').filter((line) => /^E: /.test(line));
  const causes = [
    [/apt-get update/, 'needs the network, or a mirror that answers (SRVSPEC_DEBIAN_MIRROR)'],
    [/chroot mode/, 'needs root, or user namespaces'],
  ] as const;
  const cause = causes.find(([pattern]) => errors.some((line) => pattern.test(line)))?.[1];
  const what = errors.slice(0, 3).join(' ') || output.trim().split('\n').slice(-3).join(' ');
  return `${cause === undefined ? '' : `${cause}: `}mmdebstrap: ${what}`;
}

/** Removes the remains of interrupted runs of ended processes beside `folder`. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.part-`;
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)))) {
      await removeTree(join(dirname(folder), name));
    }
  }
}

async function removeTree(folder: string): Promise<void> {
  // Programs that are just ending may still be writing, so removal is tried again for a while.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
