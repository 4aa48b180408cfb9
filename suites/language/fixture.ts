/**
 * What a trial has on disk: the tree that the driver makes in a folder of the trial's own, and what it finds there afterwards. `{folder}`
 * stands for the path of that folder wherever a text or bytes hold it, in inputs, links, expectations and in what is observed, whatever
 * its real path was. Names are texts; a byte of a name that is no UTF-8 is written `%ff`, and `%` itself `%25`.
 */

/** Stands for the absolute path of a trial's folder, without a slash at its end. */
export const FOLDER = '{folder}';

/** What an entry may have besides its kind; what is left out is the driver's choice in a fixture, and not judged in an expectation. */
export interface Facts {
  /** Permissions, as chmod takes them: 0o644. */
  readonly mode?: number;
  /** Milliseconds since the epoch. */
  readonly atimeMs?: number;
  readonly mtimeMs?: number;
  /** Whose it is, where the driver may give entries away; its own otherwise. */
  readonly uid?: number;
  readonly gid?: number;
}

/** One entry of a fixture. */
export type Entry =
  /** Up to `size` there are zeros, which need no room. */
  | (Facts & { readonly kind: 'file'; readonly bytes: Uint8Array; readonly size?: number })
  | (Facts & { readonly kind: 'folder'; readonly entries: Tree })
  /** `to` as it stands in the link. */
  | { readonly kind: 'link'; readonly to: string }
  /** Another name of a file, whose path begins at the trial's folder. */
  | { readonly kind: 'hard-link'; readonly to: string }
  | (Facts & { readonly kind: 'fifo' })
  | (Facts & { readonly kind: 'socket' })
  /** Only some users may make one. */
  | (Facts & { readonly kind: 'character' | 'block'; readonly major: number; readonly minor: number });

export interface Tree {
  readonly [name: string]: Entry;
}

/** What a trial has on disk. */
export interface Disk {
  readonly tree: Tree;
  /** Each entry is read with all that lstat says, under `stat`; it differs from run to run. */
  readonly stats?: boolean;
}

export const file = (content: string | Uint8Array, facts: Facts & { readonly size?: number } = {}): Entry => ({
  kind: 'file',
  bytes: Buffer.from(content),
  ...facts,
});
export const folder = (entries: Tree = {}, facts: Facts = {}): Entry => ({ kind: 'folder', entries, ...facts });
export const link = (to: string): Entry => ({ kind: 'link', to });
export const hardLink = (to: string): Entry => ({ kind: 'hard-link', to });
export const fifo = (facts: Facts = {}): Entry => ({ kind: 'fifo', ...facts });
export const socket = (facts: Facts = {}): Entry => ({ kind: 'socket', ...facts });

export const device = (kind: 'character' | 'block', major: number, minor: number, facts: Facts = {}): Entry => ({
  kind,
  major,
  minor,
  ...facts,
});

/** What `lstat` says of an entry. */
export interface EntryStat {
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

export type EntryKind = 'file' | 'folder' | 'link' | 'fifo' | 'socket' | 'character' | 'block';

/** One entry as the driver found it. */
export interface FoundEntry {
  readonly kind: EntryKind;
  /** Permissions alone. */
  readonly mode: number;
  /** Of a file, unless it is too large to be read. */
  readonly bytes?: Uint8Array;
  readonly size?: number;
  /** Names that a file has. */
  readonly nlink?: number;
  /** Of a link. */
  readonly to?: string;
  /** Of the target, for whoever judges the permissions of what it made. */
  readonly umask: number;
  readonly stat?: EntryStat;
}

/** What is observed of a trial on disk. */
export interface DiskObservation<G = unknown> {
  readonly gave: G;
  /** By path: `a`, `dir/b`. The folder itself is `.` where `stats` are asked for, or where it is no folder any more. */
  readonly disk: { readonly [path: string]: FoundEntry };
  readonly bound: boolean;
}
