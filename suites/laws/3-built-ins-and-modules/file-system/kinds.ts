/** 3/fs-stats/p1, 3/fs-dirent/p1: entries of every kind, and the methods that tell them apart. */
import { pathIn } from './folder.js';
import { areValues, type StatWay, statsOf } from './stats.js';
import type { TreeDescription } from './trees.js';

const OF_STATS = ['isBlockDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket', 'isSymbolicLink'] as const;
export const OF_DIRENTS = [...OF_STATS, 'isCharacterDevice'] as const;

export type KindMethod = (typeof OF_DIRENTS)[number];

/** Names that say nothing of the kind, and the method that is true of each. */
export const ENTRIES: { readonly [name: string]: KindMethod } = {
  a: 'isFile',
  b: 'isFile',
  c: 'isDirectory',
  d: 'isDirectory',
  e: 'isSymbolicLink',
  f: 'isSymbolicLink',
  g: 'isSymbolicLink',
  h: 'isFIFO',
  i: 'isSocket',
};

export const TREE: TreeDescription = {
  a: 'content',
  b: { file: '', mode: 0o755 },
  c: { folder: {} },
  d: { folder: { a: 'content' }, mode: 0o1700 },
  e: { link: 'a' },
  f: { link: 'c' },
  g: { link: 'nowhere' },
  h: { fifo: true },
  i: { socket: true },
};

/** Some users may not make devices, who get none. */
export const DEVICES: TreeDescription = {
  j: { device: 'character', major: 1, minor: 3 },
  k: { device: 'block', major: 7, minor: 200 },
  l: { link: 'k' },
};

export const DEVICE_KINDS: { readonly [name: string]: KindMethod } = {
  j: 'isCharacterDevice',
  k: 'isBlockDevice',
  l: 'isSymbolicLink',
};

interface KindRow {
  readonly way: StatWay;
  readonly devices: boolean;
  readonly path: string;
  /** True of it; nothing else is. Of a character device Stats has no method. */
  readonly is: KindMethod;
}

export const isOfKind = statsOf(({ way, devices, path, is }: KindRow) => ({
  way,
  tree: devices ? DEVICES : TREE,
  paths: [pathIn(path)],
  members: OF_STATS,
  is: areValues(OF_STATS.map((method) => method === is)),
}));

/** The null device is looked at, and not opened. */
export const isOfNoKind = statsOf(({ way }: { readonly way: StatWay }) => ({
  way,
  paths: ['/dev/null'],
  members: OF_STATS,
  is: areValues(OF_STATS.map(() => false)),
}));
