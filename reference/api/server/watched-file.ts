import { type FileHandle, stat } from 'node:fs/promises';
import type { JournalFile } from './journal.js';
import { codeOf, StateError } from './state-error.js';

/**
 * A state file that is written only while it is found at its path, has no other name, and holds what was written here alone;
 * what is written is acknowledged only when that is so afterwards, too. Otherwise records would go to a file that the next
 * start does not find, or to one that another server writes.
 */
export class WatchedFile implements JournalFile {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #unlock: () => Promise<void>;
  #size: number;

  constructor(handle: FileHandle, path: string, size: number, unlock: () => Promise<void>) {
    this.#handle = handle;
    this.#path = path;
    this.#size = size;
    this.#unlock = unlock;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#check();
    await this.#handle.appendFile(bytes);
    this.#size += bytes.length;
  }

  async sync(): Promise<void> {
    await this.#handle.datasync();
    await this.#check();
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await this.#unlock();
  }

  async #check(): Promise<void> {
    const complaint = await this.#complaint();
    if (complaint !== undefined) throw new StateError(`${complaint} while it was served`);
  }

  async #complaint(): Promise<string | undefined> {
    const named = await stat(this.#path, { bigint: true }).catch((error: unknown) => {
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
    });
    const { dev, ino, nlink, size } = await this.#handle.stat({ bigint: true });
    if (named?.dev !== dev || named.ino !== ino) return 'was removed, renamed or replaced';
    if (nlink > 1n) return `has ${nlink} names (hard links), another of which was made`;
    return size === BigInt(this.#size) ? undefined : 'was changed by another program';
  }
}
