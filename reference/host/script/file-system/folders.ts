/** 3/file-system-module/mkdir-sync, 3/file-system-module/rmdir-sync: creates and removes directories recursively. */
import { lstatSync, mkdirSync, readdirSync, rmdirSync, statSync, unlinkSync } from 'node:fs';
import { FileSystemError } from './outcome.js';

const slash = Buffer.from('/');

/** Creates a directory and its missing parents, each with the mode. Node's own recursive function does not accept paths as bytes. */
export function makeFolders(path: Buffer, mode: number): void {
  // A leading slash is the root, which exists.
  for (let at = path.indexOf(slash, 1); at >= 0 && at < path.length - 1; at = path.indexOf(slash, at + 1))
    makeFolder(path.subarray(0, at), mode);
  makeFolder(path, mode);
}

function makeFolder(path: Buffer, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isExisting(error)) throw error;
    const stats = statSync(path, { throwIfNoEntry: false });
    // A dangling link.
    if (stats === undefined) throw error;
    if (!stats.isDirectory()) throw new FileSystemError('mkdir', 'ENOTDIR');
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Removes a directory. With `recursive` it removes all content, and links but never their targets. */
export function removeTree(path: Buffer, recursive: boolean): undefined {
  if (recursive && lstatSync(path).isDirectory()) {
    for (const entry of readdirSync(path, { encoding: 'buffer', withFileTypes: true })) {
      const inner = Buffer.concat([path, slash, entry.name]);
      if (entry.isDirectory()) removeTree(inner, true);
      else unlinkSync(inner);
    }
  }
  rmdirSync(path);
}
