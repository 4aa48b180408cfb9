/** Unpacks a Debian release with nginx and njs into a folder, by debootstrap. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ProcessNotStarted, runProcess } from '../support/process.js';
import type { Release } from './hosts.js';

const PACKAGES = ['nginx', 'libnginx-mod-http-js', 'libnginx-mod-stream-js', 'njs'];
const DEADLINE_MS = 15 * 60_000;

/** The release could not be unpacked; the message says what is lacking. */
export class UnpackFailed extends Error {
  override readonly name = 'UnpackFailed';
}

/**
 * Unpacks `release` as `folder`, taking the place of what is there. The folder appears complete or not at all.
 * @param mirror of Debian, debootstrap's own choice when not given.
 * @throws UnpackFailed
 */
export async function unpackRelease(release: Release, folder: string, mirror?: string): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new UnpackFailed('needs root: debootstrap makes device files and changes its root');
  await mkdir(dirname(folder), { recursive: true });
  await removeLeftovers(folder);
  const partial = `${folder}.part-${process.pid}`;
  try {
    await debootstrap([release, partial, ...(mirror === undefined ? [] : [mirror])]);
    await unmountBelow(partial);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await removeTree(partial);
  }
}

async function debootstrap(operands: readonly string[]): Promise<void> {
  const command = ['debootstrap', '--variant=minbase', `--include=${PACKAGES.join(',')}`, ...operands];
  const env = {
    ...process.env,
    PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin`,
    DEBIAN_FRONTEND: 'noninteractive',
  };
  try {
    const { exit, stdout, stderr } = await runProcess(command, { env, deadlineMs: DEADLINE_MS });
    if (exit.kind === 'signal') throw new UnpackFailed(`debootstrap was ended by ${exit.signal}`);
    if (exit.status !== 0) throw new UnpackFailed(explain(`${stdout.text()}${stderr.text()}`));
  } catch (error) {
    if (!(error instanceof ProcessNotStarted)) throw error;
    throw new UnpackFailed('needs debootstrap: apt-get install debootstrap', { cause: error });
  }
}

/** The last lines of debootstrap's output, with what is known of their usual causes. */
function explain(output: string): string {
  const errors = output.split('\n').filter((line) => /^[EW]: /.test(line));
  const offline = errors.some((line) => /Failed getting release|Couldn't download|Invalid Release/.test(line));
  const what = errors.slice(-3).join(' ') || output.trim().split('\n').slice(-3).join(' ');
  return `${offline ? 'needs the network, or a mirror that answers (SRVSPEC_DEBIAN_MIRROR): ' : ''}debootstrap: ${what}`;
}

/** What an interrupted run of a process that is gone left beside `folder`. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.part-`;
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)))) {
      await removeTree(join(dirname(folder), name));
    }
  }
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

async function removeTree(folder: string): Promise<void> {
  await unmountBelow(folder);
  // Programs that were ended this moment may still be writing: try again for a while.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * Unmounts what debootstrap mounts while it works (`proc`), deepest first.
 * @throws UnpackFailed when something stays mounted: the folder must not be removed then.
 */
async function unmountBelow(folder: string): Promise<void> {
  for (const place of (await mountsBelow(folder)).reverse()) {
    const { stderr } = await runProcess(['umount', place], { deadlineMs: DEADLINE_MS });
    if ((await mountsBelow(place)).includes(place)) throw new UnpackFailed(`${place} stays mounted: ${stderr.text()}`);
  }
}

async function mountsBelow(folder: string): Promise<string[]> {
  const lines = (await readFile('/proc/self/mounts', 'utf8')).split('\n');
  const unescaped = (text: string) =>
    text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  const root = existsSync(folder) ? await realpath(folder) : folder;
  const places = lines.map((line) => unescaped(line.split(' ')[1] ?? ''));
  return places.filter((place) => place === root || place.startsWith(`${root}/`));
}
