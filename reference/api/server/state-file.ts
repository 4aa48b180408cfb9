import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockFile } from './file-lock.js';
import type { JournalFile } from './journal.js';
import { HEADER, readJournal } from './journal-reading.js';
import type { StoredRecord } from './records.js';
import { codeOf, StateError } from './state-error.js';
import { WatchedFile } from './watched-file.js';

/** One path for one file, whatever links lead to it. Throws `StateError` when its folder is not there. */
export async function stateFilePath(file: string): Promise<string> {
  try {
    return await realpath(file).catch(async () => join(await realpath(dirname(file)), basename(file)));
  } catch (error) {
    throw new StateError(`${file}: the folder of the state file cannot be entered (${codeOf(error)})`);
  }
}

export interface OpenedStateFile {
  readonly records: readonly StoredRecord[];
  /** What was cut off: how many bytes, of a file that was longer. */
  readonly cut: { readonly bytes: number; readonly from: number };
  readonly file: JournalFile;
}

/**
 * Opens a state file, or makes it (mode 0600), locks it, and cuts off what a crash left of a last line. Throws `StateError`.
 */
export async function openStateFile(path: string): Promise<OpenedStateFile> {
  const handle = await openHandle(path);
  let unlock = () => Promise.resolve();
  try {
    const stat = await handle.stat({ bigint: true });
    checkKind(stat, path);
    unlock = await lockFile(path, stat);
    const { size, ...recovered } = await recover(handle, path);
    return { ...recovered, file: new WatchedFile(handle, path, size, unlock) };
  } catch (error) {
    await handle.close();
    await unlock();
    if (error instanceof StateError) throw error;
    throw new StateError(`${path}: the state file cannot be used (${codeOf(error)})`);
  }
}

function openHandle(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  return open(path, O_RDWR | O_APPEND | O_CREAT, 0o600).catch((error: unknown) => {
    throw new StateError(`${path}: the state file cannot be opened (${codeOf(error)})`);
  });
}

function checkKind(stat: BigIntStats, path: string): void {
  if (!stat.isFile()) throw new StateError(`${path}: the state must be a regular file`);
  if (stat.nlink > 1n)
    throw new StateError(
      `${path}: the state file has ${stat.nlink} names (hard links), by which two servers could share it; leave it one, or copy it`,
    );
}

type Recovered = Omit<OpenedStateFile, 'file'> & { readonly size: number };

async function recover(handle: FileHandle, path: string): Promise<Recovered> {
  const bytes = await handle.readFile();
  const { records, wholeBytes, endless } = readJournal(bytes, path);
  if (wholeBytes < bytes.length) await handle.truncate(wholeBytes);
  if (wholeBytes === 0) await begin(handle, path);
  if (endless) await handle.appendFile('\n');
  const { size } = await handle.stat();
  return { records, cut: { bytes: bytes.length - wholeBytes, from: wholeBytes }, size };
}

/** A new file is there after a crash only when its folder is on the disk too. */
async function begin(handle: FileHandle, path: string): Promise<void> {
  await handle.appendFile(HEADER);
  await handle.sync();
  await syncFolderOf(path);
}

/** Writes a folder's entries to the disk. */
export async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
