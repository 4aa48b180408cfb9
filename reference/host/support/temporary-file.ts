import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from './system-errors.js';

/** What becomes of a file: it has no name from its beginning on, loses it at its end, or stays. */
export type TemporaryKind = 'nameless' | 'removed' | 'kept';

/** How far the number goes on where a file of that number is there already. */
const leap = 123_456;

/** Digits of a number that names a file. */
const digits = 10;

/** The temporary files of one host. */
export class TemporaryFiles {
  readonly #otherwise: TemporaryFolder;
  readonly #open = new Set<TemporaryFile>();
  #last = 0;

  /** `otherwise` is the folder where the configuration names none. */
  constructor(otherwise: TemporaryFolder) {
    this.#otherwise = otherwise;
  }

  /** Makes an empty file with one user, readable for its owner alone. Throws what the system says. */
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

  /** Ends all files, whoever uses them. */
  close(): void {
    for (const file of this.#open) file.end();
  }
}

/** The last digits name the folders, those of the outermost at the end. */
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

/** Opens a new file; its folders are made where they are missing. */
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

  /** So many bytes at most, from a place on. */
  read(at: number, most: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.min(most, this.size - at));
    let length = 0;
    while (this.#users > 0 && length < bytes.length) {
      const read = readSync(this.#descriptor, bytes, length, bytes.length - length, at + length);
      // Somebody has cut it off.
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  }

  /** One more uses it. */
  hold(): void {
    if (this.#users > 0) this.#users += 1;
  }

  /** One user is through with it. */
  release(): void {
    if (this.#users === 1) this.end();
    else if (this.#users > 0) this.#users -= 1;
  }

  /** Ends it, whoever uses it: nothing is added to it from then on, and nothing is found in it. */
  end(): void {
    this.#users = 0;
    this.#onEnd();
    closeSync(this.#descriptor);
    if (!this.#isRemoved) return;
    try {
      unlinkSync(this.path);
    } catch {
      // Somebody else has removed it.
    }
  }
}

/** A folder for files that last as long as a request. */
export interface TemporaryFolder {
  readonly path: string;
  /** How many characters the names of the folders within it have, from the outer one on. */
  readonly levels: readonly number[];
}
