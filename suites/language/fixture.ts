/**
 * Files of a trial: the tree that the driver creates in the trial's folder, and the entries that it finds there afterwards.
 * `{folder}` represents the path of that folder in every text or bytes: inputs, links, expectations and observations. Names
 * are strings; a byte of a name that is not UTF-8 is written `%ff`, and `%` itself `%25`.
 */
import type { Stats } from 'node:fs';

/** Represents the absolute path of a trial's folder, without a slash at its end. */
export const FOLDER = '{folder}';

/**
 * Properties of an entry besides its kind. The driver chooses omitted ones in a fixture, and an expectation does not judge
 * them.
 */
export interface EntryFacts {
  /** Permissions in the form of chmod: 0o644. */
  readonly mode?: number;
  /** Milliseconds since the epoch. */
  readonly atimeMs?: number;
  readonly mtimeMs?: number;
  /** The owner, if the driver may change it; by default the driver's user. */
  readonly uid?: number;
  readonly gid?: number;
}

export type Entry =
  /** Zeros follow up to `size`, which need no space. */
  | (EntryFacts & { readonly kind: 'file'; readonly bytes: Uint8Array; readonly size?: number })
  | (EntryFacts & { readonly kind: 'folder'; readonly entries: Tree })
  /** `to` is the text of the link. */
  | { readonly kind: 'link'; readonly to: string }
  /** Another name of a file, whose path begins in the trial's folder. */
  | { readonly kind: 'hard-link'; readonly to: string }
  | (EntryFacts & { readonly kind: 'fifo' })
  | (EntryFacts & { readonly kind: 'socket' })
  /** Only some users may create one. */
  | (EntryFacts & { readonly kind: 'character' | 'block'; readonly major: number; readonly minor: number });

export interface Tree {
  readonly [name: string]: Entry;
}

/** The files of a trial. */
export interface Disk {
  readonly tree: Tree;
  /** Whether each entry is read with all facts of lstat, under `stat`, which differ from run to run. */
  readonly stats?: boolean;
}

export const file = (content: string | Uint8Array, facts: EntryFacts & { readonly size?: number } = {}): Entry => ({
  kind: 'file',
  bytes: Buffer.from(content),
  ...facts,
});
export const folder = (entries: Tree = {}, facts: EntryFacts = {}): Entry => ({ kind: 'folder', entries, ...facts });
export const link = (to: string): Entry => ({ kind: 'link', to });
export const hardLink = (to: string): Entry => ({ kind: 'hard-link', to });
export const fifo = (facts: EntryFacts = {}): Entry => ({ kind: 'fifo', ...facts });
export const socket = (facts: EntryFacts = {}): Entry => ({ kind: 'socket', ...facts });

export const device = (kind: 'character' | 'block', major: number, minor: number, facts: EntryFacts = {}): Entry => ({
  kind,
  major,
  minor,
  ...facts,
});

/** The facts of `lstat` about an entry: the numbers among Node's. */
export type EntryStat = { readonly [fact in keyof Stats as Stats[fact] extends number ? fact : never]: number };

export type EntryKind = 'file' | 'folder' | 'link' | 'fifo' | 'socket' | 'character' | 'block';

/** One entry as the driver found it. */
export interface FoundEntry {
  readonly kind: EntryKind;
  /** Only the permissions. */
  readonly mode: number;
  /** Of a file, unless it is too large to be read. */
  readonly bytes?: Uint8Array;
  readonly size?: number;
  /** The number of names of a file. */
  readonly nlink?: number;
  /** Of a link. */
  readonly to?: string;
  /** The umask of the target, to judge the permissions of entries that it created. */
  readonly umask: number;
  readonly stat?: EntryStat;
}

/** The observation of a trial with files. */
export interface DiskObservation<G = unknown> {
  readonly result: G;
  /** By path: `a`, `dir/b`. The folder itself is `.` if `stats` are requested, or if it is no longer a folder. */
  readonly disk: { readonly [path: string]: FoundEntry };
  readonly bound: boolean;
}
