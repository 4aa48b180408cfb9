/** 3/fs-stats: what is told of entries. The oracle is the driver's own lstat, which finds them as the target left them. */
import { diskExample, type InFolder } from '../../../language/disk.js';
import { all, type Expectation, presumed, record, satisfies, typed } from '../../../language/expectation.js';
import type { DiskObservation, EntryStat } from '../../../language/fixture.js';
import type { Probe } from '../../../language/trial.js';
import { pathIn } from './calling.js';
import { type TreeDescription, treeOf } from './trees.js';

/** Ways to a Stats object: operations of `fs` and of its promises, and a descriptor that is opened for it. */
export type StatWay = 'statSync' | 'lstatSync' | 'promises.stat' | 'promises.lstat' | 'fstatSync' | 'filehandle.stat';

/** What the probe is told. */
export interface StatQuery {
  readonly way: StatWay;
  readonly paths: readonly string[];
  readonly members: readonly string[];
  /** A file that is written to first, once some time has passed. */
  readonly touched?: string;
}

/** Of each path a list of the members' values; what methods give, and times as numbers. */
export const telling: Probe<InFolder<StatQuery>> = async ({ given }, t) => {
  if (given.touched !== undefined) {
    // No timers: command-line runtimes have none.
    const until = Date.now() + 10;
    for (let i = 0; i < 10000000 && Date.now() < until; i++);
    t.fs.appendFileSync(given.touched, 'more');
  }
  const all: unknown[] = [];
  for (let i = 0; i < given.paths.length; i++) {
    const path = given.paths[i] || '';
    let stats: unknown;
    if (given.way === 'statSync') stats = t.fs.statSync(path);
    else if (given.way === 'lstatSync') stats = t.fs.lstatSync(path);
    else if (given.way === 'promises.stat') stats = await t.fs.promises.stat(path);
    else if (given.way === 'promises.lstat') stats = await t.fs.promises.lstat(path);
    else if (given.way === 'fstatSync') {
      const fd = t.fs.openSync(path);
      stats = t.fs.fstatSync(fd);
      t.fs.closeSync(fd);
    } else {
      const handle = await t.fs.promises.open(path);
      stats = await t.invoke(handle, 'stat', []);
      await t.invoke(handle, 'close', []);
    }
    const told: unknown[] = [];
    for (let m = 0; m < given.members.length; m++) {
      const value: unknown = Object(stats)[given.members[m] || ''];
      if (typeof value === 'function') told.push(t.invoke(stats, given.members[m] || '', []));
      else told.push(typeof value === 'object' ? Number(value) : value);
    }
    all.push(told);
  }
  return all;
};

/** Whether a link itself is told of. */
const isOfLinks = (way: StatWay): boolean => way === 'lstatSync' || way === 'promises.lstat';

/** Entries that differ in what is told of them; `leads` says which one a link leads to. */
interface StatSample {
  readonly tree: TreeDescription;
  readonly leads?: { readonly [link: string]: string };
  /** What is opened, where the way is by a descriptor and that is not everything. */
  readonly opened?: readonly string[];
}

const OLD = { atimeMs: 1000000000123.25, mtimeMs: 1500000000456.75 } as const;

const SAMPLES = {
  several: {
    tree: {
      file: { file: 'x'.repeat(1000), mode: 0o640, uid: 1234, gid: 2345, ...OLD },
      empty: { file: '', mode: 0o604, uid: 3, gid: 70000, atimeMs: 1600000000001, mtimeMs: 900000000002 },
      folder: { folder: { nested: { folder: {} } }, mode: 0o750, uid: 4000000000, gid: 1, ...OLD },
      link: { link: 'file' },
      chain: { link: 'link' },
      'folder-link': { link: 'folder' },
    },
    leads: { link: 'file', chain: 'file', 'folder-link': 'folder' },
  },
  names: {
    tree: {
      one: 'content',
      two: 'content',
      'other-two': { same: 'two' },
      many: 'content',
      folder: {
        folder: { many: { same: 'many' }, deeper: { folder: { many: { same: 'many' } } }, more: { folder: {} } },
      },
      'many-too': { same: 'many' },
      'empty-folder': { folder: {} },
      'link-to-two': { link: 'other-two' },
    },
    leads: { 'link-to-two': 'other-two' },
  },
  modes: {
    tree: {
      ...Object.fromEntries(
        [0, 0o1, 0o2, 0o4, 0o10, 0o20, 0o40, 0o100, 0o200, 0o400, 0o777, 0o1644, 0o2755, 0o4755, 0o7777].map((mode) => [
          `file-${mode.toString(8)}`,
          { file: '', mode },
        ]),
      ),
      ...Object.fromEntries(
        [0o700, 0o711, 0o1777, 0o2750, 0o555].map((mode) => [`folder-${mode.toString(8)}`, { folder: {}, mode }]),
      ),
      fifo: { fifo: true, mode: 0o620 },
      socket: { socket: true, mode: 0o751 },
      link: { link: 'file-1' },
    },
    leads: { link: 'file-1' },
  },
  sizes: {
    tree: {
      ...Object.fromEntries(
        [0, 1, 2, 255, 256, 4095, 4096, 4097, 65535, 65536].map((size) => [`file-${size}`, 'x'.repeat(size)]),
      ),
      characters: 'é€😀',
      short: { link: 'a' },
      long: { link: 'abcdefghij'.repeat(30) },
      'link-of-characters': { link: 'é€😀' },
    },
    opened: ['file-0', 'file-1', 'file-4096', 'file-65536', 'characters'],
  },
  large: {
    tree: Object.fromEntries(
      [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 33 + 5, 2 ** 40 + 1].map((size) => [
        `file-${size}`,
        { file: 'x', size },
      ]),
    ),
  },
  times: {
    tree: Object.fromEntries(
      [0, 1, 999, 1000, 1500, -1, -1500, -86400000, 1e12 + 0.5, 2147483647999, 2147483648000, 4294967296000, 9e12].map(
        (mtimeMs, i) => [`file-${i}`, { file: '', mtimeMs, atimeMs: mtimeMs + 7000.25 }],
      ),
    ),
  },
  devices: {
    tree: {
      null: { device: 'character', major: 1, minor: 3 },
      many: { device: 'character', major: 240, minor: 300, mode: 0o600 },
      disk: { device: 'block', major: 7, minor: 200, mode: 0o660 },
      file: 'content',
      link: { link: 'disk' },
    },
    leads: { link: 'disk' },
  },
} satisfies { readonly [name: string]: StatSample };

interface StatRow {
  readonly member: keyof EntryStat;
  readonly way: StatWay;
  readonly sample: keyof typeof SAMPLES;
}

const pathsOf = ({ way, sample }: Pick<StatRow, 'way' | 'sample'>): readonly string[] => {
  const { tree, leads = {}, opened }: StatSample = SAMPLES[sample];
  const isByDescriptor = way === 'fstatSync' || way === 'filehandle.stat';
  if (isByDescriptor && opened !== undefined) return opened;
  const leadsNowhere = (path: string) => Object(tree[path]).link !== undefined && leads[path] === undefined;
  return Object.keys(tree).filter((path) => isOfLinks(way) || !leadsNowhere(path));
};

/** The driver's facts of what a path is told of. */
function factsOf(
  { way, sample }: Pick<StatRow, 'way' | 'sample'>,
  path: string,
  disk: DiskObservation['disk'],
): EntryStat | undefined {
  const { leads = {} }: StatSample = SAMPLES[sample];
  return disk[isOfLinks(way) ? path : (leads[path] ?? path)]?.stat;
}

type FactComparison = (told: unknown, found: number) => boolean;

/** The value of one member for each path agrees with the driver's. */
const agrees = (of: StatRow, agreed: FactComparison): Expectation =>
  satisfies(`${of.member} is what the driver's lstat says`, (value) => {
    const { gave, disk }: DiskObservation<unknown> = Object(value);
    const paths = pathsOf(of);
    if (!Array.isArray(gave) || gave.length !== paths.length) return `${paths.length} values are expected`;
    const wrong = paths.findIndex((path, i) => {
      const facts = factsOf(of, path, disk);
      return facts === undefined || !agreed(Object(gave[i])[0], facts[of.member]);
    });
    if (wrong < 0) return true;
    const path = paths[wrong] ?? '';
    return `of ${path} it is ${String(Object(gave[wrong])[0])}, and lstat says ${factsOf(of, path, disk)?.[of.member]}`;
  });

const isSame: FactComparison = (told, found) => told === found;

/** In milliseconds, whole ones or with what is less than one. */
const isSameTime: FactComparison = (told, found) =>
  typeof told === 'number' &&
  (Math.abs(told - found) < 0.001 || told === Math.floor(found) || told === Math.trunc(found));

/** A timestamp may leave out what is less than a millisecond. */
const isSameMoment: FactComparison = (told, found) => typeof told === 'number' && Math.abs(told - found) < 1;

/** Not every file system remembers when an entry was made. That the target answers at all is judged anyhow. */
const isKnown = record({
  gave: typed('array'),
  disk: presumed(
    'a file system that keeps when entries were made',
    satisfies('the driver knows when entries were made', (value) => {
      const disk: DiskObservation['disk'] = Object(value);
      return Object.values(disk).every(({ stat }) => stat !== undefined && stat.birthtimeMs > 0) || 'it does not';
    }),
  ),
});

/** A number that lstat gives as well. */
export const tells = diskExample({
  stats: true,
  disk: ({ sample }: StatRow) => treeOf(SAMPLES[sample].tree),
  input: (data: StatRow): StatQuery => ({ way: data.way, paths: pathsOf(data).map(pathIn), members: [data.member] }),
  probe: telling,
  expect: (data: StatRow) => agrees(data, isSame),
});

/** A time, as a number of milliseconds or as a timestamp; the first file is written to before, so that its times differ. */
interface TimeRow extends StatRow {
  readonly timestamp: boolean;
}

export const tellsTime = diskExample({
  stats: true,
  disk: ({ sample }: TimeRow) => treeOf(SAMPLES[sample].tree),
  input: (data: TimeRow): StatQuery => ({
    way: data.way,
    paths: pathsOf(data).map(pathIn),
    members: [data.timestamp ? data.member.replace(/Ms$/, '') : data.member],
    ...(data.sample === 'several' ? { touched: pathIn('file') } : {}),
  }),
  probe: telling,
  expect: (data: TimeRow) => {
    const told = agrees(data, data.timestamp ? isSameMoment : isSameTime);
    return data.member === 'birthtimeMs' ? all(isKnown, told) : told;
  },
});
