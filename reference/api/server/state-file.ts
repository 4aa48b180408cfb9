import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { HEADER, lineOf, readJournal } from './journal.js';
import type { StoredRecord } from './records.js';
import { codeOf, StateError } from './state-error.js';

type Unlock = () => Promise<void>;

/**
 * The file of a server's state, one record a line. It is written only while it is found at its path, has no other name, and
 * holds only what was written here. Otherwise records would go to a file that the next start does not find.
 */
export class StateFile {
  /** What it held when it was opened. */
  readonly records: readonly StoredRecord[];
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #unlock: Unlock;
  #size: number;
  #written: Promise<void> = Promise.resolve();
  #refusal: StateError | undefined;

  private constructor(
    path: string,
    handle: FileHandle,
    unlock: Unlock,
    records: readonly StoredRecord[],
    size: number,
  ) {
    this.#path = path;
    this.#handle = handle;
    this.#unlock = unlock;
    this.records = records;
    this.#size = size;
  }

  /** Opens a state file, or makes it (mode 0600), locks it, and cuts off a last line that is not whole. Rejects with `StateError`. */
  static async open(path: string): Promise<StateFile> {
    const handle = await openHandle(path);
    let unlock: Unlock = () => Promise.resolve();
    try {
      unlock = await lockFile(handle, path);
      const { records, size } = await recover(handle, path);
      const file = new StateFile(path, handle, unlock, records, size);
      await file.#check();
      return file;
    } catch (error) {
      await handle.close();
      await unlock();
      throw error instanceof StateError
        ? error
        : new StateError(`${path}: the state file cannot be used (${codeOf(error)})`);
    }
  }

  /**
   * Resolves when the record outlives a crash, in the order of the calls. Rejects with `StateError`. After one failure nothing
   * more is accepted, since an unknown part of the last line is in the file; the next start cuts it off.
   */
  append(record: StoredRecord): Promise<void> {
    const written = this.#written.then(() => this.#append(Buffer.from(lineOf(record))));
    this.#written = written.catch(() => undefined);
    return written;
  }

  /** Waits for what was appended. */
  async close(): Promise<void> {
    await this.#written;
    await this.#handle.close();
    await this.#unlock();
  }

  async #append(line: Buffer): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal;
    try {
      await this.#check();
      await this.#handle.appendFile(line);
      this.#size += line.length;
      await this.#handle.datasync();
      await this.#check();
    } catch (error) {
      const why = error instanceof StateError ? error.message : `${this.#path}: cannot be written (${codeOf(error)})`;
      process.stderr.write(`reference API: ${why}; nothing is created any more\n`);
      this.#refusal = new StateError(
        'the state could not be written; nothing is created until the server is restarted',
      );
      throw this.#refusal;
    }
  }

  async #check(): Promise<void> {
    const there = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const { dev, ino, nlink, size } = await this.#handle.stat({ bigint: true });
    const refuse = (what: string): never => {
      throw new StateError(`${this.#path}: the state file ${what}`);
    };
    if (there?.dev !== dev || there.ino !== ino) refuse('was removed, renamed or replaced');
    if (nlink > 1n)
      refuse(`has ${nlink} names (hard links), by which two servers could share it; leave it one, or copy it`);
    if (size !== BigInt(this.#size)) refuse('was changed by another program');
  }
}

async function openHandle(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT, 0o600).catch((error: unknown) => {
    throw new StateError(`${path}: the state file cannot be opened (${codeOf(error)})`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new StateError(`${path}: the state must be a regular file`);
}

/**
 * Locks a file, whatever name it is found by. The lock is a socket that has no file, so that nothing is left of a process that
 * was killed. Only Linux has such sockets; elsewhere the control panel alone keeps two servers apart.
 */
async function lockFile(handle: FileHandle, path: string): Promise<Unlock> {
  if (process.platform !== 'linux') return () => Promise.resolve();
  const { dev, ino } = await handle.stat({ bigint: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isLocked = codeOf(error) === 'EADDRINUSE';
      reject(
        isLocked ? new StateError(`${path}: a server that runs has this file open already; stop it first`) : error,
      );
    });
    server.listen(`\0srvspec-api-state-${dev}-${ino}`, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function recover(handle: FileHandle, path: string) {
  const bytes = await handle.readFile();
  const { records, wholeBytes } = readJournal(bytes, path);
  const dropped = bytes.length - wholeBytes;
  if (dropped > 0) {
    process.stderr.write(
      `reference API: ${path}: dropped the last ${dropped} bytes, of a record that was never written whole\n`,
    );
    await handle.truncate(wholeBytes);
  }
  if (wholeBytes > 0) return { records, size: wholeBytes };
  await handle.appendFile(HEADER);
  await handle.sync();
  await syncFolderOf(path);
  return { records, size: HEADER.length };
}

/** A new file is there after a crash only when its folder is on the disk too. */
export async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
