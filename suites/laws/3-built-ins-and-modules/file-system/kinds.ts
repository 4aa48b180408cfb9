/** 3/fs-stats/p1, 3/fs-dirent/p1: what kind of entry it is. */
import { diskExample } from '../../../language/disk.js';
import { equal, list, record, unordered } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import { type CallForm, memberFor } from './calling.js';
import { type StatQuery, type StatWay, telling } from './stats.js';
import { type TreeDescription, treeOf } from './trees.js';

const OF_STATS = ['isBlockDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket', 'isSymbolicLink'] as const;
const OF_DIRENTS = [...OF_STATS, 'isCharacterDevice'] as const;

type KindMethod = (typeof OF_DIRENTS)[number];

/** Names that say nothing of the kind, and the method that is true of each. */
const ENTRIES: { readonly [name: string]: KindMethod } = {
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

const TREE: TreeDescription = {
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

const DEVICES: TreeDescription = {
  j: { device: 'character', major: 1, minor: 3 },
  k: { device: 'block', major: 7, minor: 200 },
  l: { link: 'k' },
};

const DEVICE_KINDS: { readonly [name: string]: KindMethod } = {
  j: 'isCharacterDevice',
  k: 'isBlockDevice',
  l: 'isSymbolicLink',
};

/** Some users may not make devices, who get none. */
interface DeviceChoice {
  readonly devices: boolean;
}

interface KindRow extends DeviceChoice {
  readonly way: StatWay;
  readonly path: string;
  /** True of it; nothing else is. Of a character device Stats has no method. */
  readonly is: KindMethod;
}

const treeWith = ({ devices }: DeviceChoice): TreeDescription => (devices ? DEVICES : TREE);

export const isOfKind = diskExample({
  disk: (data: KindRow) => treeOf(treeWith(data)),
  input: ({ way, path }: KindRow): StatQuery => ({ way, paths: [`${FOLDER}/${path}`], members: OF_STATS }),
  probe: telling,
  expect: ({ is }: KindRow) => record({ gave: list(equal(OF_STATS.map((method) => method === is))) }),
});

/** Entries of a listing with what is true of each. */
interface KindListingRow extends DeviceChoice {
  readonly form: CallForm;
  readonly encoding: 'absent' | 'utf8' | 'buffer';
}

export const areOfKinds = diskExample({
  disk: (data: KindListingRow) => treeOf(treeWith(data)),
  input: ({ form, encoding }: KindListingRow) => ({
    form,
    member: memberFor('readdir', form),
    options: encoding === 'absent' ? { withFileTypes: true } : { withFileTypes: true, encoding },
    methods: OF_DIRENTS,
  }),
  probe: async ({ folder, given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const all = await t.invoke(on, given.member, [folder, given.options]);
    const entries: unknown[] = Object(all);
    return entries.map((entry) => {
      const kinds = given.methods.map((method) => t.invoke(entry, method, []));
      return [Object(entry).name, kinds];
    });
  },
  expect: ({ devices, encoding }: KindListingRow) => {
    const kinds = Object.entries(devices ? DEVICE_KINDS : ENTRIES);
    const named = (name: string): unknown => (encoding === 'buffer' ? Buffer.from(name) : name);
    const entries = kinds.map(([name, is]) => equal([named(name), OF_DIRENTS.map((method) => method === is)]));
    return record({ gave: unordered(...entries) });
  },
});

/** It is looked at, and not opened. */
export const isNoKind = diskExample({
  disk: () => ({}),
  input: ({ way }: { readonly way: StatWay }): StatQuery => ({ way, paths: ['/dev/null'], members: OF_STATS }),
  probe: telling,
  expect: () => record({ gave: list(equal(OF_STATS.map(() => false))) }),
});
