/** 3/fs-stats/p1, 3/fs-dirent/p1: entries of every kind, and the methods that distinguish them. */
import { pathIn } from './folder.js';
import { areValues, type StatWay, statsOf } from './stats.js';
import type { EntryDescription, TreeDescription } from './trees.js';

const OF_STATS = ['isBlockDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket', 'isSymbolicLink'] as const;
export const OF_DIRENTS = [...OF_STATS, 'isCharacterDevice'] as const;

export type KindMethod = (typeof OF_DIRENTS)[number];

/** Names that do not show the kind, with the method that returns true for each. */
type EntryKinds = { readonly [name: string]: readonly [is: KindMethod, of: EntryDescription] };

const KINDS: EntryKinds = {
  a: ['isFile', 'content'],
  b: ['isFile', { file: '', mode: 0o755 }],
  c: ['isDirectory', { folder: {} }],
  d: ['isDirectory', { folder: { a: 'content' }, mode: 0o1700 }],
  e: ['isSymbolicLink', { link: 'a' }],
  f: ['isSymbolicLink', { link: 'c' }],
  g: ['isSymbolicLink', { link: 'nowhere' }],
  h: ['isFIFO', { fifo: true }],
  i: ['isSocket', { socket: true }],
};

/** Users who may not create devices get none. */
const DEVICES: EntryKinds = {
  j: ['isCharacterDevice', { device: 'character', major: 1, minor: 3 }],
  k: ['isBlockDevice', { device: 'block', major: 7, minor: 200 }],
  l: ['isSymbolicLink', { link: 'k' }],
};

interface KindRow {
  readonly devices: boolean;
}

/** Names with their methods. */
export const kindsOf = ({ devices }: KindRow): readonly (readonly [name: string, is: KindMethod])[] =>
  Object.entries(devices ? DEVICES : KINDS).map(([name, [is]]) => [name, is]);

export const treeOfKinds = ({ devices }: KindRow): TreeDescription =>
  Object.fromEntries(Object.entries(devices ? DEVICES : KINDS).map(([name, [, of]]) => [name, of]));

interface EntryRow extends KindRow {
  readonly way: StatWay;
  readonly path: string;
  /** The only method that returns true. Stats has no method for a character device. */
  readonly is: KindMethod;
}

export const isOfKind = statsOf(({ way, path, is, ...row }: EntryRow) => ({
  way,
  tree: treeOfKinds(row),
  paths: [pathIn(path)],
  members: OF_STATS,
  is: areValues(OF_STATS.map((method) => method === is)),
}));

/** The null device is inspected, not opened. */
export const isOfNoKind = statsOf(({ way }: { readonly way: StatWay }) => ({
  way,
  paths: ['/dev/null'],
  members: OF_STATS,
  is: areValues(OF_STATS.map(() => false)),
}));
