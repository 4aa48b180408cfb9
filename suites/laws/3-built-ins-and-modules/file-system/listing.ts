/** 3/file-system-module/readdir-sync: what is in a folder, in whatever order. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample } from '../../../language/disk.js';
import {
  attempted,
  type Expectation,
  equal,
  list,
  record,
  satisfies,
  throws,
  unordered,
} from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import type { Law } from '../../../language/trial.js';
import { type CallForm, endBy, fileCall, type PathForm, runCall, runCalls, spelled } from './calling.js';
import { optionForms, UNDEFINED } from './options.js';
import { type EntryDescription, type TreeDescription, treeOf } from './trees.js';

interface NamesQuery {
  readonly form: CallForm;
  readonly written: keyof typeof OPTIONS;
  readonly encoding: 'utf8' | 'buffer';
}

/** How names are asked for. */
const OPTIONS = {
  ...optionForms('encoding'),
  'undefined-members': () => [{ encoding: UNDEFINED, withFileTypes: UNDEFINED }],
  'no-types': (encoding: string) => [{ encoding, withFileTypes: false }],
};

/** Names as fixtures write them. */
const named = (name: string, encoding: NamesQuery['encoding']): unknown =>
  spelled(name, encoding === 'buffer' ? 'buffer' : 'text');

const callOf = ({ form, written, encoding }: NamesQuery, path: string, as: PathForm = 'text') =>
  fileCall({ operation: 'readdir', form, as, given: [path, ...OPTIONS[written](encoding)] });

interface ListingRow extends NamesQuery {
  readonly names: readonly string[];
  /** Where it is listed; what else is beside it is not told. */
  readonly path?: string;
  readonly as?: PathForm;
}

const LINKS: TreeDescription = { link: { link: 'folder' }, chain: { link: './link/' }, file: 'content' };

/** Each name once, and no other. */
export const lists = diskExample({
  disk: ({ names }: ListingRow) =>
    treeOf({ ...LINKS, folder: { folder: Object.fromEntries(names.map((name) => [name, ''])) } }),
  input: (data: ListingRow) => callOf(data, `${FOLDER}/${data.path ?? 'folder'}`, data.as),
  probe: runCall,
  expect: ({ form, names, encoding }: ListingRow) =>
    record({ gave: endBy(form, unordered(...names.map((name) => equal(named(name, encoding))))) }),
});

/** Names of files, or of folders, that are told with the kind of their entry. */
interface TypedListingRow {
  readonly form: CallForm;
  readonly encoding: NamesQuery['encoding'];
  readonly kind: 'file' | 'folder';
  readonly names: readonly string[];
}

/** An fs.Dirent for each name, and no other. */
export const listsTyped = diskExample({
  disk: ({ names, kind }: TypedListingRow) => {
    const entry: EntryDescription = kind === 'file' ? '' : { folder: { inside: '' } };
    return treeOf({ folder: { folder: Object.fromEntries(names.map((name) => [name, entry])) } });
  },
  input: ({ form, encoding }: TypedListingRow) =>
    fileCall({ operation: 'readdir', form, given: [`${FOLDER}/folder`, { encoding, withFileTypes: true }] }),
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const all: unknown = await t.invoke(on, given.member, given.args);
    if (!Array.isArray(all)) return 'no array is given';
    return all.map((entry: unknown) => {
      const isFile = t.invoke(entry, 'isFile', []);
      return [Object(entry).name, isFile, t.invoke(entry, 'isDirectory', [])];
    });
  },
  expect: ({ encoding, kind, names }: TypedListingRow) => {
    const entries = names.map((name) => equal([named(name, encoding), kind === 'file', kind === 'folder']));
    return record({ gave: unordered(...entries) });
  },
});

/** Entries of every kind are listed by their names alone, and nothing of what is in folders. */
export const listsEntries = diskExample({
  disk: () =>
    treeOf({
      file: 'content',
      empty: { folder: {} },
      full: { folder: { inside: 'content', folder: { folder: { deep: 'content' } } } },
      link: { link: 'full' },
      dangling: { link: 'nowhere' },
      fifo: { fifo: true },
      socket: { socket: true },
      '.hidden': { folder: { inside: '' } },
    }),
  input: (data: NamesQuery) => callOf(data, FOLDER),
  probe: runCall,
  expect: ({ form, encoding }: NamesQuery) => {
    const names = ['file', 'empty', 'full', 'link', 'dangling', 'fifo', 'socket', '.hidden'];
    return record({ gave: endBy(form, unordered(...names.map((name) => equal(named(name, encoding))))) });
  },
});

/** So many entries that no system tells them all at once. */
interface LongListingRow {
  readonly form: CallForm;
  readonly encoding: 'utf8' | 'buffer';
  readonly types: boolean;
  readonly count: number;
}

const longName = (i: number): string => `${i}-${'abcdefghij'.repeat(6)}`;

/** Told are the numbers that the names begin with, once each name is found to be whole. */
export const listsMany = diskExample({
  disk: ({ count }: LongListingRow) =>
    treeOf({ folder: { folder: Object.fromEntries(Array.from({ length: count }, (_, i) => [longName(i), ''])) } }),
  input: ({ form, encoding, types }: LongListingRow) => ({
    ...fileCall({ operation: 'readdir', form, given: [`${FOLDER}/folder`, { encoding, withFileTypes: types }] }),
    isBytes: encoding === 'buffer',
    isTyped: types,
    rest: longName(0).slice(1),
  }),
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const all = await t.invoke(on, given.member, given.args);
    const entries: unknown[] = Object(all);
    let wrong = 0;
    const numbers: number[] = [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      const name: unknown = given.isTyped ? Object(entry).name : entry;
      const text = given.isBytes && Buffer.isBuffer(name) ? name.toString() : `${name}`;
      const at = text.indexOf('-');
      const isName = given.isBytes ? Buffer.isBuffer(name) : typeof name === 'string';
      const isFile = !given.isTyped || t.invoke(entry, 'isFile', []) === true;
      if (isName && isFile && at > 0 && text.slice(at) === given.rest) numbers.push(Number(text.slice(0, at)));
      else wrong += 1;
    }
    return { wrong, numbers };
  },
  expect: ({ count }: LongListingRow) =>
    record({
      gave: record({
        wrong: 0,
        numbers: satisfies(`each number below ${count} once`, (value) => {
          const numbers: readonly unknown[] = Array.isArray(value) ? value : [];
          const isWhole = numbers.length === count && new Set(numbers).size === count;
          return (isWhole && numbers.every((n) => Number(n) < count)) || `${numbers.length} names are told`;
        }),
      }),
    }),
});

/** What is no folder. */
export const refuses = diskExample({
  disk: () =>
    treeOf({
      file: 'content',
      link: { link: 'file' },
      dangling: { link: 'nowhere' },
      loop: { link: 'loop' },
      fifo: { fifo: true },
      folder: { folder: {} },
    }),
  input: (data: NamesQuery & { readonly path: string }) => callOf(data, data.path),
  probe: runCall,
  expect: ({ form }) => record({ gave: endBy(form, throws()) }),
});

/** A listing is of its moment: what is made and removed later is in the next one. */
export const listsAnew = diskExample({
  disk: () => treeOf({ folder: { folder: { a: '', b: '' } } }),
  input: ({ form }: { readonly form: CallForm }) => {
    const order = (operation: string, ...given: readonly Plain[]) => fileCall({ operation, form, given });
    const listing = order('readdir', `${FOLDER}/folder`);
    return [
      listing,
      order('writeFile', `${FOLDER}/folder/c`, ''),
      listing,
      order('unlink', `${FOLDER}/folder/a`),
      order('rename', `${FOLDER}/folder/b`, `${FOLDER}/folder/d`),
      order('mkdir', `${FOLDER}/folder/e`),
      listing,
    ];
  },
  probe: runCalls,
  expect: ({ form }: { readonly form: CallForm }) => {
    const names = (...all: readonly string[]): Expectation => endBy(form, unordered(...all));
    const done = endBy(form, equal(undefined));
    return record({ gave: list(names('a', 'b'), done, names('a', 'b', 'c'), done, done, done, names('c', 'd', 'e')) });
  },
});

/** What the documents leave open. Names are told in an order of ours, since systems have one each. */
export const listed: Law<{ readonly form: CallForm; readonly options: Plain }> = diskExample({
  disk: () => treeOf({ folder: { folder: { a: '', 'b%ff': '', c: { folder: { d: '' } } } } }),
  input: ({ form, options }: { readonly form: CallForm; readonly options: Plain }) =>
    fileCall({ operation: 'readdir', form, given: [`${FOLDER}/folder`, options] }),
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const end = await t.outcome(() => t.invoke(on, given.member, given.args));
    const all: unknown = end[1];
    if (!Array.isArray(all)) return end;
    const named = (entry: unknown): string => `${typeof entry === 'string' ? entry : Object(entry).name}`;
    const told = all.map((entry: unknown) => [named(entry), typeof entry]);
    return ['returned', told.sort((a, b) => (`${a[0]}` < `${b[0]}` ? -1 : 1))];
  },
  expect: () => record({ gave: attempted(throws()) }),
});
