import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats, statSync } from 'node:fs';
import type { ByteString } from '../../host/support/byte-string.js';

/** What a path names, or the error code of looking it up. */
type FileStatus =
  | { readonly kind: 'file'; readonly size: number; readonly modified: number }
  | { readonly kind: 'folder' | 'other' }
  | { readonly kind: 'failed'; readonly code: string };

/** A file that is being read; its opener closes it. */
export class StaticFile {
  readonly kind = 'file';
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly #descriptor: number;

  constructor(descriptor: number, { size, modified }: Pick<StaticFile, 'size' | 'modified'>) {
    this.#descriptor = descriptor;
    this.size = size;
    this.modified = modified;
  }

  /** Bytes from a position on, fewer than requested at the end of the file. */
  readNow(from: number, count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count);
    return bytes.subarray(0, readSync(this.#descriptor, bytes, 0, count, from));
  }

  /** {@link readNow} without blocking. */
  read(from: number, count: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(count);
    return new Promise((resolve, reject) => {
      read(this.#descriptor, bytes, 0, count, from, (error, length) =>
        error === null ? resolve(bytes.subarray(0, length)) : reject(error),
      );
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Methods that files answer. */
export const servedMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Errors for a missing file. */
export const absentCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Looks up a path. */
export function look(path: ByteString): FileStatus {
  try {
    return foundIn(statSync(Buffer.from(path, 'latin1')));
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

/** Opens a file for reading. A path that is not a regular file is closed again; a pipe without a writer does not block. */
export function openFile(path: ByteString): StaticFile | Exclude<FileStatus, { readonly kind: 'file' }> {
  try {
    const descriptor = openSync(Buffer.from(path, 'latin1'), constants.O_RDONLY | constants.O_NONBLOCK);
    const found = foundIn(fstatSync(descriptor));
    if (found.kind === 'file') return new StaticFile(descriptor, found);
    closeSync(descriptor);
    return found;
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

function foundIn(stats: Stats): Exclude<FileStatus, { readonly kind: 'failed' }> {
  if (stats.isFile()) return { kind: 'file', size: stats.size, modified: Math.floor(stats.mtimeMs / 1000) };
  return { kind: stats.isDirectory() ? 'folder' : 'other' };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EIO';
}
