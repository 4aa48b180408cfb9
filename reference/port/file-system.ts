import type { Allocate } from './bytes.js';

/** How a call of the system ended. Of a failure cross the words for it, its code and number where it has them, and which call it was. */
export type SystemOutcome<T> = { readonly ok: true; readonly value: T } | SystemFailure;

export interface SystemFailure {
  readonly ok: false;
  readonly message: string;
  readonly code: string | undefined;
  readonly errno: number | undefined;
  readonly syscall: string;
}

/** 3/file-system-flags: how a file is opened. */
export type OpenFlag = 'a' | 'ax' | 'a+' | 'ax+' | 'as' | 'as+' | 'r' | 'r+' | 'rs+' | 'w' | 'wx' | 'w+' | 'wx+';

/**
 * Stands for a descriptor that is closed once the realm has forgotten the symbol, if nobody has closed it before. The number of the same
 * descriptor may by then be that of another one.
 */
export type DescriptorHandle = symbol;

/** A number counts in its realm alone: those of the host and of other realms are unknown there. */
export type Descriptor = number | DescriptorHandle;

/** What the system knows of a file; times are milliseconds. */
export interface StatsPort {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: number;
  readonly size: number;
  readonly blksize: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
}

/** An entry of a directory: one unit of its name for each byte, and the bits of a mode that tell its type; 0 where that is unknown. */
export interface EntryPort {
  readonly name: string;
  readonly type: number;
}

/**
 * Behind the File System module. Every call ends at once, as on real hosts: handlers of variables and filters wait for promises and not
 * for the event loop. Paths are bytes without NUL, and so are the paths that come back; the host takes what it needs of them, and of
 * data, during the call.
 */
export interface FileSystemPort {
  readonly access: (path: Uint8Array, mode: number) => SystemOutcome<undefined>;
  readonly stat: (path: Uint8Array) => SystemOutcome<StatsPort>;
  readonly lstat: (path: Uint8Array) => SystemOutcome<StatsPort>;
  readonly mkdir: (path: Uint8Array, mode: number, recursive: boolean) => SystemOutcome<undefined>;
  readonly rmdir: (path: Uint8Array, recursive: boolean) => SystemOutcome<undefined>;
  readonly readdir: (path: Uint8Array) => SystemOutcome<readonly EntryPort[]>;
  readonly readlink: (path: Uint8Array, allocate: Allocate) => SystemOutcome<Uint8Array>;
  readonly realpath: (path: Uint8Array, allocate: Allocate) => SystemOutcome<Uint8Array>;
  readonly rename: (from: Uint8Array, to: Uint8Array) => SystemOutcome<undefined>;
  readonly symlink: (target: Uint8Array, path: Uint8Array) => SystemOutcome<undefined>;
  readonly unlink: (path: Uint8Array) => SystemOutcome<undefined>;
  /** The content of a file, which must be a regular one. */
  readonly readFile: (path: Uint8Array, flag: OpenFlag, allocate: Allocate) => SystemOutcome<Uint8Array>;
  readonly writeFile: (path: Uint8Array, flag: OpenFlag, mode: number, data: Uint8Array) => SystemOutcome<undefined>;
  readonly open: (path: Uint8Array, flag: OpenFlag, mode: number) => SystemOutcome<number>;
  readonly openHandle: (path: Uint8Array, flag: OpenFlag, mode: number) => SystemOutcome<DescriptorHandle>;
  /** -1 once it is closed. */
  readonly numberOf: (handle: DescriptorHandle) => number;
  /** Fills the bytes as far as the file goes; without a position from the current one, which moves on. */
  readonly read: (descriptor: Descriptor, into: Uint8Array, position: number | undefined) => SystemOutcome<number>;
  readonly write: (descriptor: Descriptor, data: Uint8Array, position: number | undefined) => SystemOutcome<number>;
  readonly fstat: (descriptor: Descriptor) => SystemOutcome<StatsPort>;
  readonly close: (descriptor: Descriptor) => SystemOutcome<undefined>;
}
