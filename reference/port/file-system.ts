import type { Allocate } from './bytes.js';

/** How a system call ended. A failure has a message, the system's error code and number if there are any, and the name of the call. */
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
 * A handle to a descriptor. The descriptor is closed once the realm has garbage-collected the symbol, unless it was closed before. By then
 * its number may belong to another descriptor.
 */
export type DescriptorHandle = symbol;

/** A number is valid only in the realm that opened it: descriptors of the host and of other realms are unknown there. */
export type Descriptor = number | DescriptorHandle;

/** The status of a file; times are in milliseconds. */
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

/**
 * An entry of a directory: its name, with one code unit for each byte, and the file-type bits of its mode, or 0 where the type is unknown.
 */
export interface EntryPort {
  readonly name: string;
  readonly type: number;
}

/**
 * The host side of the File System module. Every call returns at once, as on real hosts, because handlers of variables and filters wait for
 * promises but not for the event loop. Paths are bytes without NUL in both directions. The host copies what it needs of paths and data
 * during the call.
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
  /** The content of a file, which must be a regular file. */
  readonly readFile: (path: Uint8Array, flag: OpenFlag, allocate: Allocate) => SystemOutcome<Uint8Array>;
  readonly writeFile: (path: Uint8Array, flag: OpenFlag, mode: number, data: Uint8Array) => SystemOutcome<undefined>;
  readonly open: (path: Uint8Array, flag: OpenFlag, mode: number) => SystemOutcome<number>;
  readonly openHandle: (path: Uint8Array, flag: OpenFlag, mode: number) => SystemOutcome<DescriptorHandle>;
  /** The number, or -1 once the descriptor is closed. */
  readonly numberOf: (handle: DescriptorHandle) => number;
  /** Fills the bytes until the end of the file. Without a position it reads from the current one and advances it. */
  readonly read: (descriptor: Descriptor, into: Uint8Array, position: number | undefined) => SystemOutcome<number>;
  readonly write: (descriptor: Descriptor, data: Uint8Array, position: number | undefined) => SystemOutcome<number>;
  readonly fstat: (descriptor: Descriptor) => SystemOutcome<StatsPort>;
  readonly close: (descriptor: Descriptor) => SystemOutcome<undefined>;
}
