import { link, lstat, readlink, rename, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { codeOf, StateError } from './state-error.js';

/**
 * Takes a name in the file system that only one process can have: `take` makes a socket, or a link to one, and fails when the
 * name is taken. What a process left that ended without removing it is removed. Throws `StateError` when the socket answers.
 */
export async function claim(path: string, take: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      if (!['EEXIST', 'EADDRINUSE'].includes(codeOf(error))) throw error;
    }
    await removeStale(path);
  }
}

/** Does nothing when the name is free by now. */
async function removeStale(path: string): Promise<void> {
  const tested = await entryAt(path);
  if (tested === undefined) return;
  if (!tested.removable) throw new StateError(`${path}: this is there and no socket; remove it, or give --panel`);
  if (await answers(path)) throw new StateError(`${path}: a server that runs answers here; stop it first`);
  const aside = `${path}.stale-${process.pid}`;
  await rename(path, aside).catch(unlessGone);
  const moved = await entryAt(aside);
  // Another process may have been quicker: then it is its new socket that was moved, and goes back.
  if (moved !== undefined && moved.identity !== tested.identity) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(unlessGone);
}

interface Entry {
  readonly removable: boolean;
  /** Differs for another entry, also where the system uses the number of a removed one again. */
  readonly identity: string;
}

async function entryAt(path: string): Promise<Entry | undefined> {
  const stat = await lstat(path, { bigint: true }).catch(unlessGone);
  if (stat === undefined) return undefined;
  return { removable: stat.isSocket() || stat.isSymbolicLink(), identity: `${stat.ino} ${stat.mtimeNs}` };
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

function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
