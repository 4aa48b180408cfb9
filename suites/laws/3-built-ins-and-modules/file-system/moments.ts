/** 3/fs-stats, 3/fs-dirent: what is told is of the moment of the call, however late it is read. */
import { diskExample } from '../../../language/disk.js';
import { equal, list, record, satisfies } from '../../../language/expectation.js';
import { type DiskObservation, FOLDER, file } from '../../../language/fixture.js';
import { type CallForm, memberFor } from './calling.js';
import type { StatWay } from './stats.js';

/** All that a Stats object tells, but for times of reading. */
const MEMBERS = [
  'size', 'mode', 'dev', 'ino', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'blocks', 'mtimeMs', 'ctimeMs', 'mtime', 'ctime',
  'isFile', 'isDirectory', 'isSymbolicLink',
] as const; // biome-ignore format: a list

/**
 * Two Stats of one file: one is read at once, and the other once the file is longer and has other permissions, and then once more when a
 * folder has its name.
 */
export const keepsTelling = diskExample({
  disk: () => ({ at: file('content', { mode: 0o640, mtimeMs: 86_400_000 }) }),
  input: ({ way }: { readonly way: StatWay }) => ({ way, path: `${FOLDER}/at`, members: MEMBERS }),
  probe: async ({ given }, t) => {
    const path = given.path;
    const isOpened = given.way === 'fstatSync' || given.way === 'filehandle.stat';
    const opened: unknown = isOpened ? await t.fs.promises.open(path) : undefined;
    const fd = given.way === 'fstatSync' ? t.fs.openSync(path) : -1;
    const asked = (): unknown => {
      if (given.way === 'statSync') return t.fs.statSync(path);
      if (given.way === 'lstatSync') return t.fs.lstatSync(path);
      if (given.way === 'promises.stat') return t.fs.promises.stat(path);
      if (given.way === 'promises.lstat') return t.fs.promises.lstat(path);
      return given.way === 'fstatSync' ? t.fs.fstatSync(fd) : t.invoke(opened, 'stat', []);
    };
    const told = (stats: unknown): readonly unknown[] =>
      given.members.map((member) => {
        const value: unknown = Object(stats)[member];
        if (typeof value === 'function') return t.invoke(stats, member, []);
        return typeof value === 'object' ? Number(value) : value;
      });
    const one = await asked();
    const other = await asked();
    const first = told(one);
    t.fs.appendFileSync(path, ' and more');
    const later = told(other);
    t.fs.unlinkSync(path);
    t.fs.mkdirSync(path);
    const last = told(other);
    if (isOpened) await t.invoke(opened, 'close', []);
    if (fd >= 0) t.fs.closeSync(fd);
    return [first, later, last];
  },
  expect: () =>
    satisfies('the same at once and later', (value) => {
      const { gave }: DiskObservation<readonly (readonly unknown[])[]> = Object(value);
      if (!Array.isArray(gave) || gave.length !== 3) return 'three readings are expected';
      const readings: readonly (readonly unknown[])[] = gave;
      const [first = []] = readings;
      const wrong = MEMBERS.findIndex((_, i) => readings.some((told) => told[i] !== first[i]));
      if (wrong >= 0) return `${MEMBERS[wrong]} is ${readings.map((told) => String(told[wrong])).join(', then ')}`;
      return (first[0] === 7 && first[MEMBERS.indexOf('isFile')] === true) || 'it is another file';
    }),
});

/** An entry that becomes a folder once it is listed. */
export const keepsKind = diskExample({
  disk: () => ({ at: file('content') }),
  input: ({ form }: { readonly form: CallForm }) => ({ form, member: memberFor('readdir', form) }),
  probe: async ({ folder, given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const all: unknown = await t.invoke(on, given.member, [folder, { withFileTypes: true }]);
    t.fs.unlinkSync(`${folder}/at`);
    t.fs.mkdirSync(`${folder}/at`);
    const entry: unknown = Object(all)[0];
    const told = (): unknown => [Object(entry).name, t.invoke(entry, 'isFile', []), t.invoke(entry, 'isDirectory', [])];
    return [told(), told()];
  },
  expect: () => record({ gave: list(equal(['at', true, false]), equal(['at', true, false])) }),
});
