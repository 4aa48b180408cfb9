/** Reads the files that a trial left on disk, and removes them. No link is followed, and only files are opened. */

import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { codeOf } from '../../../../spec/reading/file-fault.js';
import type { EntryKind, EntryStat, FoundEntry } from '../../../language/fixture.js';
import { textOfName } from '../../../language/names.js';
import { withHeldPath, within } from './held.js';

/** Limits, since a target may leave too much to read. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 10_000;
const MOST_LEVELS = 200;

/** How entries are read. */
interface Looking {
  readonly umask: number;
  /** With all fields of lstat. */
  readonly stats: boolean;
}

/** All entries below a folder, by path; `.` is the folder itself. Empty if the folder is gone. */
export function lookAt(path: string, looking: Looking): { [path: string]: FoundEntry } {
  const found: { [path: string]: FoundEntry } = {};
  let entries = 0;
  const add = (at: string, entry: FoundEntry): void => {
    entries += 1;
    if (entries > MOST_ENTRIES) throw new Error('the target left too many entries');
    found[at] = entry;
  };
  withHeldPath(Buffer.from(path), (root, fd) => {
    const info = fstatSync(fd);
    if (looking.stats || !info.isDirectory()) add('.', describe(info, looking));
    if (info.isDirectory()) lookInto(root, '', looking, add, 0);
  });
  return found;
}

function lookInto(
  folder: Buffer,
  before: string,
  looking: Looking,
  add: (path: string, entry: FoundEntry) => void,
  level: number,
): void {
  for (const name of namesIn(folder)) {
    if (level > MOST_LEVELS) throw new Error('the target left too many entries');
    const path = `${before}${textOfName(name)}`;
    const at = within(folder, name);
    withHeldPath(at, (self, fd) => {
      const info = fstatSync(fd);
      const facts = describe(info, looking);
      if (info.isSymbolicLink()) add(path, { ...facts, to: textOfName(readlinkSync(at, 'buffer')) });
      else if (info.isFile()) add(path, { ...facts, ...contentOf(self, info) });
      else add(path, facts);
      if (info.isDirectory()) lookInto(self, `${path}/`, looking, add, level + 1);
    });
  }
}

/** Sorted, so that reports are the same from run to run. */
const namesIn = (folder: Buffer): Buffer[] =>
  permitted(folder, 0o700, () => readdirSync(folder, 'buffer')).sort(Buffer.compare);

/** Reads an entry; if it may not be read, once more with this mode. */
function permitted<T>(path: Buffer, mode: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    chmodSync(path, mode);
    return read();
  }
}

function contentOf(self: Buffer, info: Stats): Pick<FoundEntry, 'bytes' | 'size' | 'nlink'> {
  const facts = { size: info.size, nlink: info.nlink };
  return info.size > MOST_BYTES ? facts : { ...facts, bytes: bytesOf(self, info) };
}

function bytesOf(self: Buffer, { size }: Stats): Buffer {
  if (size === 0) return Buffer.alloc(0);
  const fd = permitted(self, 0o600, () => openSync(self, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const bytes = Buffer.alloc(size);
    let done = 0;
    for (let read = 1; read > 0 && done < size; done += read) read = readSync(fd, bytes, done, size - done, done);
    return bytes.subarray(0, done);
  } finally {
    closeSync(fd);
  }
}

const describe = (info: Stats, { umask, stats }: Looking): FoundEntry => ({
  kind: kindOf(info),
  mode: info.mode & 0o7777,
  umask,
  ...(stats ? { stat: statOf(info) } : {}),
});

function kindOf(info: Stats): EntryKind {
  if (info.isFile()) return 'file';
  if (info.isDirectory()) return 'folder';
  if (info.isSymbolicLink()) return 'link';
  if (info.isFIFO()) return 'fifo';
  if (info.isSocket()) return 'socket';
  return info.isBlockDevice() ? 'block' : 'character';
}

const statOf = (info: Stats): EntryStat => {
  const { dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks } = info;
  const { atimeMs, mtimeMs, ctimeMs, birthtimeMs } = info;
  return { dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs };
};

/** Removes a folder with its content. Entries that cannot be removed stay, and are removed with the folder above. */
export function removeDiskTree(path: string): void {
  removeFolder(Buffer.from(path));
}

function removeFolder(path: Buffer): void {
  attempted(() =>
    withHeldPath(path, (self, fd) => {
      if (!fstatSync(fd).isDirectory()) return;
      attempted(() => chmodSync(self, 0o700));
      for (const entry of readdirSync(self, { encoding: 'buffer', withFileTypes: true })) {
        const at = within(self, entry.name);
        if (entry.isDirectory()) removeFolder(at);
        else removeEntry(at);
      }
    }),
  );
  attempted(() => rmdirSync(path));
}

/** Unlinks a name, whatever it leads to. If that is impossible, it has become a folder. */
function removeEntry(path: Buffer): void {
  try {
    unlinkSync(path);
  } catch {
    removeFolder(path);
  }
}

/** A missing entry needs no removal. A folder in which a program still writes stays. */
function attempted(remove: () => void): void {
  try {
    remove();
  } catch {
    // What is still there shows it.
  }
}
