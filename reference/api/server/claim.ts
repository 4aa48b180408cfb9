import { lstat, mkdir, readlink, rmdir, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, StateError } from './state-error.js';

/** How often a name is tried that others are about to free, and milliseconds in between. */
const ATTEMPTS = 50;
const PAUSE = 20;

/** A name that was taken, and which entry it was then. */
export interface Taken {
  readonly name: string;
  readonly identity: string;
}

/**
 * Takes a name in the file system that only one process can have. `take` makes a link to a socket that answers already, and
 * fails with `EEXIST` when the name is taken. A leftover of a process that has ended is removed. Throws
 * `StateError` when a process answers at the name.
 */
export async function claim(path: string, take: () => Promise<void>): Promise<Taken> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await take();
      return { name: path, identity: (await entryAt(path))?.identity ?? '' };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!(await removeStale(path))) await delay(PAUSE);
  }
  throw new StateError(`${path}: what is left here of another server cannot be removed; remove it and ${path}~*`);
}

/** Whether the name is free by now; otherwise another process is about to free it. */
async function removeStale(path: string): Promise<boolean> {
  const stale = await entryAt(path);
  if (stale === undefined) return true;
  if (!stale.removable) throw new StateError(`${path}: this is there and no socket; remove it, or give --panel`);
  if (await answers(path)) throw new StateError(`${path}: a server that runs answers here; stop it first`);
  return removeAlone(path, stale.identity);
}

/**
 * Removes one entry and never the one that another process put in its place: whoever has made the folder named after the
 * entry may remove it, and nobody else. Resolves with whether it was up to us.
 */
export async function removeAlone(path: string, identity: string): Promise<boolean> {
  const right = `${path}~${identity}`;
  try {
    await mkdir(right);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    if ((await entryAt(path))?.identity === identity) await unlink(path);
    return true;
  } finally {
    await rmdir(right);
  }
}

interface Entry {
  readonly removable: boolean;
  /** Differs for another entry, also where the system uses the number of a removed one again. */
  readonly identity: string;
}

async function entryAt(path: string): Promise<Entry | undefined> {
  const stat = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  if (stat === undefined) return undefined;
  return { removable: stat.isSocket() || stat.isSymbolicLink(), identity: `${stat.ino}-${stat.mtimeNs}` };
}

/** Whether a process listens at a socket; a link is followed first, since it can lead to a path that is shorter. */
async function answers(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => path);
  return new Promise((resolve) => {
    const socket = connect(target, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
  });
}
