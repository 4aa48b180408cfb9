/** Paths of open files and folders, so that no replacement by a target is followed. */
import { closeSync, openSync } from 'node:fs';

/** Linux: opens a file or folder without access to its content, whatever its permissions. */
const O_PATH = 0o10000000;
const O_NOFOLLOW = 0o400000;

/**
 * Calls the function with a path to the file or folder itself, without following a link as the last name. The path stays valid if the name
 * changes meanwhile.
 */
export function withHeldPath<T>(path: Buffer, use: (path: Buffer, fd: number) => T): T {
  const fd = openSync(path, O_PATH | O_NOFOLLOW);
  try {
    return use(Buffer.from(`/proc/self/fd/${fd}`), fd);
  } finally {
    closeSync(fd);
  }
}

export const within = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);
