/** 3/file-system-module/p1: a realm's access to files. */
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  readvSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Allocate } from '../../../port/bytes.js';
import type {
  Descriptor,
  DescriptorHandle,
  EntryPort,
  FileSystemPort,
  OpenFlag,
  StatsPort,
  SystemOutcome,
} from '../../../port/file-system.js';
import { filled, taken, viewed } from '../../support/realms/memory.js';
import { RealmDescriptors } from './descriptors.js';
import { makeFolders, removeTree } from './folders.js';
import { FileSystemError, systemOutcome } from './outcome.js';

const { O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

/** 3/file-system-flags */
const openFlags: Readonly<Record<OpenFlag, number>> = {
  a: O_APPEND | O_CREAT | O_WRONLY,
  ax: O_APPEND | O_CREAT | O_EXCL | O_WRONLY,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_EXCL | O_RDWR,
  as: O_APPEND | O_CREAT | O_SYNC | O_WRONLY,
  'as+': O_APPEND | O_CREAT | O_SYNC | O_RDWR,
  r: O_RDONLY,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  w: O_CREAT | O_TRUNC | O_WRONLY,
  wx: O_CREAT | O_EXCL | O_TRUNC | O_WRONLY,
  'w+': O_CREAT | O_RDWR | O_TRUNC,
  'wx+': O_CREAT | O_EXCL | O_RDWR | O_TRUNC,
};

/** Every kind of permission that `access` can check. */
const anyAccess = constants.R_OK | constants.W_OK | constants.X_OK;

/** The longest content that a Buffer of a script can hold. */
const mostContent = 2 ** 31 - 1;

/** The most that Linux reads or writes in one call. */
const mostAtOnce = 0x7ffff000;

/** 3/file-system-module: the file system of the machine. It is a class, so that nothing is prepared that a realm does not use. */
export class HostFileSystem implements FileSystemPort {
  readonly #descriptors = new RealmDescriptors();

  /** Closes the files that the realm has left open. */
  closeAll(): void {
    this.#descriptors.dropAll();
  }

  access(path: Uint8Array, mode: number): SystemOutcome<undefined> {
    return systemOutcome(() => {
      if ((mode & ~anyAccess) !== 0) throw new FileSystemError('access', 'EINVAL');
      accessSync(taken(path), mode);
      return undefined;
    });
  }

  stat(path: Uint8Array): SystemOutcome<StatsPort> {
    return systemOutcome(() => factsOf(statSync(taken(path))));
  }

  lstat(path: Uint8Array): SystemOutcome<StatsPort> {
    return systemOutcome(() => factsOf(lstatSync(taken(path))));
  }

  mkdir(path: Uint8Array, mode: number, recursive: boolean): SystemOutcome<undefined> {
    const make = recursive ? makeFolders : mkdirSync;
    return systemOutcome(() => void make(taken(path), mode), 'mkdir');
  }

  rmdir(path: Uint8Array, recursive: boolean): SystemOutcome<undefined> {
    return systemOutcome(() => removeTree(taken(path), recursive), 'rmdir');
  }

  readdir(path: Uint8Array): SystemOutcome<readonly EntryPort[]> {
    return systemOutcome(() => {
      const entries = readdirSync(taken(path), { encoding: 'buffer', withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name.toString('latin1'), type: typeOf(entry) }));
    }, 'opendir');
  }

  readlink(path: Uint8Array, allocate: Allocate): SystemOutcome<Uint8Array> {
    return systemOutcome(() => filled(readlinkSync(taken(path), 'buffer'), allocate));
  }

  realpath(path: Uint8Array, allocate: Allocate): SystemOutcome<Uint8Array> {
    return systemOutcome(() => filled(realpathSync.native(taken(path), 'buffer'), allocate));
  }

  rename(from: Uint8Array, to: Uint8Array): SystemOutcome<undefined> {
    return systemOutcome(() => void renameSync(taken(from), taken(to)));
  }

  symlink(target: Uint8Array, path: Uint8Array): SystemOutcome<undefined> {
    return systemOutcome(() => void symlinkSync(taken(target), taken(path)));
  }

  unlink(path: Uint8Array): SystemOutcome<undefined> {
    return systemOutcome(() => void unlinkSync(taken(path)));
  }

  readFile(path: Uint8Array, flag: OpenFlag, allocate: Allocate): SystemOutcome<Uint8Array> {
    return systemOutcome(() =>
      withFile(opened(path, flag, 0o666), (own) => {
        const { size, isRegular } = regular(own);
        if (!isRegular) throw new FileSystemError('stat', undefined, 'File is not regular');
        if (size > mostContent) throw new FileSystemError('read', 'EFBIG');
        return filled(readFileSync(own), allocate);
      }),
    );
  }

  writeFile(path: Uint8Array, flag: OpenFlag, mode: number, data: Uint8Array): SystemOutcome<undefined> {
    return systemOutcome(() => withFile(opened(path, flag, mode), (own) => void writeFileSync(own, viewed(data))));
  }

  open(path: Uint8Array, flag: OpenFlag, mode: number): SystemOutcome<number> {
    return systemOutcome(() => this.#descriptors.add(() => opened(path, flag, mode)));
  }

  openHandle(path: Uint8Array, flag: OpenFlag, mode: number): SystemOutcome<DescriptorHandle> {
    return systemOutcome(() => this.#descriptors.hold(() => opened(path, flag, mode)));
  }

  numberOf(handle: DescriptorHandle): number {
    return this.#descriptors.numberOf(handle) ?? -1;
  }

  read(descriptor: Descriptor, into: Uint8Array, position: number | undefined): SystemOutcome<number> {
    return systemOutcome(() => {
      const own = this.#own(descriptor, 'read');
      const memory = viewed(into);
      const place = placeOf(position, 'read');
      // Node returns from a `readSync` of no bytes without a system call; the system reports an error if the file cannot be read.
      if (memory.length === 0) return readvSync(own, [memory], place ?? undefined);
      return readSync(own, memory, 0, Math.min(memory.length, mostAtOnce), place);
    });
  }

  write(descriptor: Descriptor, data: Uint8Array, position: number | undefined): SystemOutcome<number> {
    return systemOutcome(() => {
      const own = this.#own(descriptor, 'write');
      const memory = viewed(data);
      return writeSync(own, memory, 0, Math.min(memory.length, mostAtOnce), placeOf(position, 'write'));
    });
  }

  fstat(descriptor: Descriptor): SystemOutcome<StatsPort> {
    return systemOutcome(() => factsOf(fstatSync(this.#own(descriptor, 'lstat'))));
  }

  close(descriptor: Descriptor): SystemOutcome<undefined> {
    return systemOutcome(() => {
      if (!this.#descriptors.close(descriptor)) throw new FileSystemError('close', 'EBADF');
      return undefined;
    });
  }

  #own(descriptor: Descriptor, syscall: string): number {
    const own = this.#descriptors.find(descriptor);
    if (own === undefined) throw new FileSystemError(syscall, 'EBADF');
    return own;
  }
}

/** Never waits for the other end of a FIFO to be opened: that would block the thread forever. */
function opened(path: Uint8Array, flag: OpenFlag, mode: number): number {
  return openSync(taken(path), openFlags[flag] | O_NONBLOCK, mode);
}

function withFile<T>(own: number, work: (own: number) => T): T {
  try {
    return work(own);
  } finally {
    closeSync(own);
  }
}

function regular(own: number): { readonly size: number; readonly isRegular: boolean } {
  const stats = fstatSync(own);
  return { size: stats.size, isRegular: stats.isFile() };
}

/** A position for Node. Numbers that are not safe integers are beyond the end of every file. */
function placeOf(position: number | undefined, syscall: string): number | null {
  if (position === undefined) return null;
  if (position < 0) throw new FileSystemError(syscall, 'EINVAL');
  return Math.min(position, Number.MAX_SAFE_INTEGER);
}

function factsOf(stats: Stats): StatsPort {
  const { dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks } = stats;
  const { atimeMs, mtimeMs, ctimeMs, birthtimeMs } = stats;
  return { dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs };
}

/** The file-type bits of an entry. */
function typeOf(entry: Dirent<Buffer>): number {
  if (entry.isFile()) return constants.S_IFREG;
  if (entry.isDirectory()) return constants.S_IFDIR;
  if (entry.isSymbolicLink()) return constants.S_IFLNK;
  if (entry.isFIFO()) return constants.S_IFIFO;
  if (entry.isSocket()) return constants.S_IFSOCK;
  if (entry.isBlockDevice()) return constants.S_IFBLK;
  return entry.isCharacterDevice() ? constants.S_IFCHR : 0;
}
