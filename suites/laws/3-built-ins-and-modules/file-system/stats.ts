/** 3/fs-stats: properties of entries in an fs.Stats. The oracle is the driver's own lstat, called after the target. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step, StepOf } from '../../../../spec/types/step.js';
import { diskExample } from '../../../language/disk.js';
import { all, presumed, record, satisfies } from '../../../language/expectation.js';
import { type DiskObservation, type EntryStat, FOLDER } from '../../../language/fixture.js';
import type { Law } from '../../../language/trial.js';
import { textOf } from '../../support/contents.js';
import { followOne } from '../../support/steps.js';
import type { FdForm } from './descriptor-steps.js';
import { type CallForm, callIn, closeIn, orderIn, pathIn } from './folder.js';
import { type EntryDescription, type TreeDescription, treeOf } from './trees.js';

/** Ways to an fs.Stats: operations of `fs` and of its promises, and descriptors that are opened for it. */
export type StatWay =
  | 'statSync' | 'lstatSync' | 'promises.stat' | 'promises.lstat' | 'fstatSync' | 'filehandle.stat'
  /** By `fstatSync` with the number of a FileHandle. */
  | 'number'; // biome-ignore format: a list

/** Steps that get the fs.Stats of a path, and open a file for it. */
function statSteps(way: StatWay, path: string, of: Omit<StepOf, 'on'>, flags: readonly Plain[] = []): readonly Step[] {
  const opened = (form: CallForm, stat: StepOf): readonly Step[] => [
    callIn(form, ['open', path, ...flags], { as: 'file', shown: false }),
    stat,
    closeIn(form, 'file'),
  ];
  switch (way) {
    case 'fstatSync':
      return opened('sync', callIn('sync', ['fstat', '$file'], of));
    case 'number':
      return opened('promise', callIn('sync', ['fstat', '$file.fd'], of));
    case 'filehandle.stat':
      return opened('promise', { ...of, on: '$file', call: 'stat', await: 'promise' });
    case 'statSync':
    case 'lstatSync':
      return [callIn('sync', [way.slice(0, -'Sync'.length), path], of)];
    default:
      return [callIn('promise', [way.slice('promises.'.length), path], of)];
  }
}

/** The members of a Stats object, and the results of its methods. */
const shownOf = (name: string, members: readonly string[]): readonly Step[] =>
  members.map((member) => (/^is[A-Z]/.test(member) ? [`$${name}`, member] : [`$${name}.${member}`]));

type StatValues = readonly unknown[];

/** The values of the steps that show some. */
const shownIn = (result: StatValues): readonly StatValues[] =>
  result.map((outcome) => Object(outcome)[1]).filter((values) => Array.isArray(values));

/** An fs.Stats of each path, and the expected members. */
interface StatsCalls {
  readonly way: StatWay;
  readonly tree?: TreeDescription;
  readonly paths: readonly string[];
  readonly flags?: readonly Plain[];
  readonly members: readonly string[];
  /** A file that is written to first, for some time. */
  readonly touched?: string;
  readonly is: (values: StatValues, path: string, disk: DiskObservation['disk']) => true | string;
}

/** This number of writes outlasts a clock tick of a file system. Command-line runtimes have no timers for this. */
const WRITES = 2000;

/** Not every file system keeps the time of creation. Whether the target answers is judged in any case. */
const isKept = record({
  disk: presumed(
    'a file system that keeps when entries were made',
    satisfies('the driver knows when entries were created', (value) => {
      const disk: DiskObservation['disk'] = Object(value);
      return Object.values(disk).every(({ stat }) => stat !== undefined && stat.birthtimeMs > 0) || 'it does not';
    }),
  ),
});

export const statsOf = <D>(callsOf: (data: D) => StatsCalls): Law<D> =>
  diskExample({
    stats: true,
    disk: (data: D) => treeOf(callsOf(data).tree ?? {}),
    inputOf: (data: D) => {
      const { way, paths, flags, members, touched } = callsOf(data);
      const touch = { on: 'fs', call: ['appendFileSync', touched ?? '', '.'], each: '$times', shown: false };
      const of = { as: 'stats', shown: shownOf('stats', members) };
      const steps = paths.flatMap((path) => statSteps(way, path, of, flags));
      return orderIn({ steps: touched === undefined ? steps : [touch, ...steps], times: Array(WRITES).fill(0) });
    },
    probe: followOne,
    expect: (data: D) => {
      const calls = callsOf(data);
      const isRight = satisfies('the values of lstat', (value) => complaintOf(calls, value));
      return calls.members.some((member) => member.startsWith('birthtime')) ? all(isKept, isRight) : isRight;
    },
  });

function complaintOf({ paths, is }: StatsCalls, value: unknown): true | string {
  const { result, disk }: DiskObservation<StatValues> = Object(value);
  const shown = shownIn(result);
  if (shown.length !== paths.length) return `${paths.length} fs.Stats are expected, and there are ${shown.length}`;
  for (const [i, path] of paths.entries()) {
    const isRight = is(shown[i] ?? [], path.slice(FOLDER.length + 1), disk);
    if (isRight !== true) return `of ${path}: ${isRight}`;
  }
  return true;
}

/** Whether these are the values, with times as numbers. */
export const areValues =
  (expected: StatValues) =>
  (values: StatValues): true | string => {
    const wrong = expected.findIndex((one, i) => values[i] !== one);
    return wrong < 0 || `value ${wrong} is ${String(values[wrong])}`;
  };

/** Whether a link itself is described. */
const isOfLinks = (way: StatWay): boolean => way === 'lstatSync' || way === 'promises.lstat';

/** Entries whose members differ; `leads` names the entry that a link leads to. */
interface StatSample {
  readonly tree: TreeDescription;
  readonly leads?: { readonly [link: string]: string };
  /** The opened paths, if a descriptor is used and they are not all paths. */
  readonly opened?: readonly string[];
}

const OLD = { atimeMs: 1000000000123.25, mtimeMs: 1500000000456.75 } as const;

/** An entry for each value, with a name that begins with the kind. */
const each = (kind: string, values: readonly number[], of: (value: number) => EntryDescription, radix = 10) =>
  Object.fromEntries(values.map((value) => [`${kind}-${value.toString(radix)}`, of(value)]));

const MODES = [0, 0o1, 0o2, 0o4, 0o10, 0o20, 0o40, 0o100, 0o200, 0o400, 0o777, 0o1644, 0o2755, 0o4755, 0o7777];
const FOLDER_MODES = [0o700, 0o711, 0o1777, 0o2750, 0o555];
const SIZES = [0, 1, 2, 255, 256, 4095, 4096, 4097, 65535, 65536];
const LARGE = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 33 + 5, 2 ** 40 + 1];
const TIMES = [
  0, 1, 999, 1000, 1500, -1, -1500, -86400000, 1000000000000.5, 2147483647999, 2147483648000, 4294967296000, 9e12,
] as const;

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
      ...each('file', MODES, (mode) => ({ file: '', mode }), 8),
      ...each('folder', FOLDER_MODES, (mode) => ({ folder: {}, mode }), 8),
      fifo: { fifo: true, mode: 0o620 },
      socket: { socket: true, mode: 0o751 },
      link: { link: 'file-1' },
    },
    leads: { link: 'file-1' },
  },
  sizes: {
    tree: {
      ...each('file', SIZES, (size) => 'x'.repeat(size)),
      characters: 'é€😀',
      short: { link: 'a' },
      long: { link: 'abcdefghij'.repeat(30) },
      'link-of-characters': { link: 'é€😀' },
    },
    opened: ['file-0', 'file-1', 'file-4096', 'file-65536', 'characters'],
  },
  large: { tree: each('file', LARGE, (size) => ({ file: 'x', size })) },
  times: { tree: each('file', TIMES, (mtimeMs) => ({ file: '', mtimeMs, atimeMs: mtimeMs + 7000.25 })) },
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

type SampleName = keyof typeof SAMPLES;

function pathsOf(way: StatWay, sample: SampleName): readonly string[] {
  const { tree, leads = {}, opened }: StatSample = SAMPLES[sample];
  const isByDescriptor = way === 'fstatSync' || way === 'filehandle.stat';
  if (isByDescriptor && opened !== undefined) return opened.map(pathIn);
  const leadsNowhere = (path: string) => Object(tree[path]).link !== undefined && leads[path] === undefined;
  return Object.keys(tree)
    .filter((path) => isOfLinks(way) || !leadsNowhere(path))
    .map(pathIn);
}

type MemberComparison = (value: unknown, found: number) => boolean;

/** The members agree with the driver's lstat of the path, or of its target. */
const agreeing =
  (
    members: readonly (keyof EntryStat)[],
    isAlike: MemberComparison,
    leads: { readonly [link: string]: string } = {},
  ): StatsCalls['is'] =>
  (values, path, disk) => {
    const found = disk[leads[path] ?? path]?.stat;
    if (found === undefined) return 'it is gone';
    const wrong = members.findIndex((member, i) => !isAlike(values[i], found[member]));
    const member = members[wrong];
    return member === undefined || `${member} is ${String(values[wrong])}, and lstat says ${found[member]}`;
  };

interface StatRow {
  readonly member: keyof EntryStat;
  readonly way: StatWay;
  readonly sample: SampleName;
}

/** The value of one member of each entry agrees with the driver's. */
const sampled = ({ member, way, sample }: StatRow, isAlike: MemberComparison): Omit<StatsCalls, 'members'> => {
  const { tree, leads }: StatSample = SAMPLES[sample];
  const is = agreeing([member], isAlike, isOfLinks(way) ? {} : leads);
  return { way, tree, paths: pathsOf(way, sample), is };
};

/** A number that lstat returns as well. */
export const agreesWithLstat = statsOf((data: StatRow) => ({
  ...sampled(data, (value, found) => value === found),
  members: [data.member],
}));

/** In milliseconds, whole ones or with fractions. */
const isSameTime: MemberComparison = (value, found) =>
  typeof value === 'number' &&
  (Math.abs(value - found) < 0.001 || value === Math.floor(found) || value === Math.trunc(found));

/** A timestamp may omit fractions of a millisecond. */
const isSameMoment: MemberComparison = (value, found) => Math.abs(Number(value) - found) < 1;

/** A time, as a number of milliseconds or as a timestamp; the first file is written to before, so that its times differ. */
export const agreesInTime = statsOf((data: StatRow & { readonly timestamp: boolean }) => ({
  ...sampled(data, data.timestamp ? isSameMoment : isSameTime),
  members: [data.timestamp ? data.member.replace(/Ms$/, '') : data.member],
  ...(data.sample === 'several' ? { touched: pathIn('file') } : {}),
}));

/** Members that agree for a file that nobody uses. */
const UNTOUCHED = [
  'dev', 'ino', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'size', 'blksize', 'blocks', 'mtimeMs', 'ctimeMs',
] as const; // biome-ignore format: a list

const OPENED: TreeDescription = {
  file: { file: 'some text', mode: 0o640 },
  empty: '',
  large: textOf(70_000),
  link: { link: 'file' },
  'hard-link': { same: 'file' },
  folder: { folder: { a: '' }, mode: 0o750 },
  pipe: { fifo: true },
};

const WAYS = { sync: 'fstatSync', handle: 'filehandle.stat', number: 'number' } as const;

/** All members of an open file; the name of a link leads to a file. Times are doubles on either side. */
export const describesOpen = statsOf(({ form, of }: { readonly form: FdForm; readonly of: string }) => ({
  way: WAYS[form],
  tree: OPENED,
  paths: [pathIn(of)],
  flags: [of === 'pipe' ? 'r+' : 'r'],
  members: UNTOUCHED,
  is: agreeing(UNTOUCHED, (value, found) => Math.abs(Number(value) - found) < 0.01, { link: 'file' }),
}));

/** All members of a Stats object, except the times of reading. */
const LASTING = [
  'size', 'mode', 'dev', 'ino', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'blocks', 'mtimeMs', 'ctimeMs', 'mtime', 'ctime',
  'isFile', 'isDirectory', 'isSymbolicLink',
] as const; // biome-ignore format: a list

const AT = pathIn('at');

/** Two Stats of one file: one is read at once, the other once the file is longer and again when a folder has its name. */
function lastingSteps(way: StatWay): readonly Step[] {
  const look = { value: '$other', shown: shownOf('other', LASTING) };
  return [
    ...statSteps(way, AT, { as: 'other', shown: false }),
    ...statSteps(way, AT, { as: 'one', shown: shownOf('one', LASTING) }),
    callIn('sync', ['appendFile', AT, ' and more']),
    look,
    callIn('sync', ['unlink', AT]),
    callIn('sync', ['mkdir', AT]),
    look,
  ];
}

export const keepsValues = diskExample({
  disk: () => treeOf({ at: { file: 'content', mode: 0o640, mtimeMs: 86_400_000 } }),
  inputOf: ({ way }: { readonly way: StatWay }) => orderIn({ steps: lastingSteps(way) }),
  probe: followOne,
  expect: () =>
    satisfies('the same immediately and later', (value) => {
      const readings = shownIn(Object(value).result);
      if (readings.length !== 3) return 'three readings are expected';
      const wrong = LASTING.findIndex((_, i) => new Set(readings.map((one) => Number(one[i]))).size > 1);
      if (wrong >= 0) return `${LASTING[wrong]} is ${readings.map((one) => String(one[wrong])).join(', then ')}`;
      const first = readings[0] ?? [];
      return (first[0] === 7 && first[LASTING.indexOf('isFile')] === true) || 'it is another file';
    }),
});
