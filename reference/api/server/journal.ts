import { lineOf } from './journal-reading.js';
import type { StoredRecord } from './records.js';
import { StateError } from './state-error.js';

/** Where records go before they count. */
export interface Journal {
  /** Resolves when the record outlives a crash, in the order of the calls. Rejects with `StateError`. */
  append(record: StoredRecord): Promise<void>;
  /** Waits for what was appended. */
  close(): Promise<void>;
}

export const memoryJournal: Journal = {
  append: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The file beneath a journal. */
export interface JournalFile {
  /** Writes all of the bytes at the end. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was written is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: StateError) => void;
}

/**
 * One record a line, with group commit: what is appended while the disk is busy is written and synced together, next.
 * After one failure nothing more is accepted, since an unknown part of the last line is in the file; the next
 * start cuts it off.
 */
export class FileJournal implements Journal {
  readonly #file: JournalFile;
  readonly #onFailure: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #refusal: StateError | undefined;

  constructor(file: JournalFile, onFailure: (error: unknown) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  append(record: StoredRecord): Promise<void> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: lineOf(record), resolve, reject });
      this.#writing ??= this.#writeGroups();
    });
  }

  async #writeGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#write(group);
    }
    this.#writing = undefined;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#file.append(Buffer.from(group.map(({ line }) => line).join('')));
      await this.#file.sync();
      for (const { resolve } of group) resolve();
    } catch (error) {
      this.#fail(error, group);
    }
  }

  #fail(error: unknown, group: readonly Waiting[]): void {
    const refusal = new StateError('the state could not be written; nothing is created until the server is restarted');
    this.#refusal = refusal;
    for (const { reject } of [...group, ...this.#waiting]) reject(refusal);
    this.#waiting = [];
    this.#onFailure(error);
  }

  async close(): Promise<void> {
    this.#refusal ??= new StateError('the state is closed');
    await this.#writing;
    await this.#file.close();
  }
}
