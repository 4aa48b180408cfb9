import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from './system-errors.js';

/** What happens to a file: it is unlinked immediately, removed at its end, or kept. */
type TemporaryKind = 'nameless' | 'removed' | 'kept';

/** How much the number is increased if a file with that number exists. */
const leap = 123_456;

/** Digits of a number that names a file. */
const digits = 10;

/** The temporary files of one host. */
export class TemporaryFiles {
  readonly #otherwise: TemporaryFolder;
  readonly #open = new Set<TemporaryFile>();
  #last = 0;

  /** `otherwise` is the folder that is used if the configuration names none. */
  constructor(otherwise: TemporaryFolder) {
    this.#otherwise = otherwise;
  }

  /** Creates an empty file with one user, readable only for its owner. Throws the system's error. */
  create(folder: TemporaryFolder | undefined, kind: TemporaryKind): TemporaryFile {
    for (;;) {
      this.#last += 1;
      const path = placeOf(folder ?? this.#otherwise, this.#last);
      try {
        const file = new TemporaryFile(path, openWithin(path), kind, () => this.#open.delete(file));
        this.#open.add(file);
        return file;
      } catch (error) {
        if (!(error instanceof Error && codeOf(error) === 'EEXIST')) throw error;
        this.#last += leap;
      }
    }
  }

  /** Ends all files, even those in use. */
  close(): void {
    for (const file of this.#open) file.end();
  }
}

/** The last digits name the folders; the very last ones name the outermost. */
function placeOf({ path, levels }: TemporaryFolder, number: number): string {
  const name = String(number).padStart(digits, '0');
  const folders: string[] = [];
  let end = name.length;
  for (const length of levels) {
    folders.push(name.slice(Math.max(end - length, 0), end));
    end -= length;
  }
  return join(path, ...folders, name);
}

/** Opens a new file and creates its missing folders. */
function openWithin(path: string): number {
  try {
    return openSync(path, 'wx+', 0o600);
  } catch (error) {
    if (!(error instanceof Error && codeOf(error) === 'ENOENT')) throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'wx+', 0o600);
  }
}

/** A file that ends with its last user. */
export class TemporaryFile {
  readonly path: string;
  /** Bytes that were added. */
  size = 0;
  readonly #descriptor: number;
  readonly #isRemoved: boolean;
  readonly #onEnd: () => void;
  #users = 1;

  constructor(path: string, descriptor: number, kind: TemporaryKind, onEnd: () => void) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#isRemoved = kind === 'removed';
    this.#onEnd = onEnd;
    if (kind === 'nameless') unlinkSync(path);
  }

  append(bytes: Buffer): void {
    if (this.#users === 0) return;
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.size + at);
    this.size += bytes.length;
  }

  /** Reads at most that many bytes from a position on. */
  read(at: number, most: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.min(most, this.size - at));
    let length = 0;
    while (this.#users > 0 && length < bytes.length) {
      const read = readSync(this.#descriptor, bytes, length, bytes.length - length, at + length);
      // Another program has truncated the file.
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  }

  /** Adds a user. */
  hold(): void {
    if (this.#users > 0) this.#users += 1;
  }

  /** Removes a user. */
  release(): void {
    if (this.#users === 1) this.end();
    else if (this.#users > 0) this.#users -= 1;
  }

  /** Ends the file, even if it is in use: later writes are ignored, and reads find nothing. */
  end(): void {
    this.#users = 0;
    this.#onEnd();
    closeSync(this.#descriptor);
    if (!this.#isRemoved) return;
    try {
      unlinkSync(this.path);
    } catch {
      // Another program has removed it.
    }
  }
}

/** A folder for files that last as long as a request. */
export interface TemporaryFolder {
  readonly path: string;
  /** The number of characters in the names of its nested folders, from the outer one on. */
  readonly levels: readonly number[];
}
