/** Paths of what is held open: nothing that a target puts in its place is followed. */
import { closeSync, openSync } from 'node:fs';

/** Linux: a folder or file that is looked at and not opened, whatever its permissions. */
const O_PATH = 0o10000000;
const O_NOFOLLOW = 0o400000;

/** Calls with a path to what is there, itself and no link of its last name; it stays the same whatever is done to its name meanwhile. */
export function withHeldPath<T>(path: Buffer, use: (path: Buffer, fd: number) => T): T {
  const fd = openSync(path, O_PATH | O_NOFOLLOW);
  try {
    return use(Buffer.from(`/proc/self/fd/${fd}`), fd);
  } finally {
    closeSync(fd);
  }
}

export const within = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);
