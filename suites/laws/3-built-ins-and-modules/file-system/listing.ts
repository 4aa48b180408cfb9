/** 3/file-system-module/readdir-sync, 3/fs-dirent/p1: what is in a folder, in whatever order, and of what kind. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { attempted, type Expectation, satisfies, throws } from '../../../language/expectation.js';
import { type CallForm, inFolder, type PathForm, spelled } from './folder.js';
import { DEVICE_KINDS, DEVICES, ENTRIES, type KindMethod, OF_DIRENTS, TREE } from './kinds.js';
import { type WrittenForm, written } from './options.js';
import type { EntryDescription, TreeDescription } from './trees.js';

type NameEncoding = 'absent' | 'utf8' | 'buffer';

/** A name as fixtures write it, as a listing gives it. */
const named = (name: string, encoding: NameEncoding): unknown =>
  decode(spelled(name, encoding === 'buffer' ? 'buffer' : 'text'));

/** Equal values have equal keys; bytes differ from the text that they stand for. */
const keyOf = (value: unknown): string =>
  value instanceof Uint8Array
    ? `${Buffer.isBuffer(value)} ${Buffer.from(value).toString('hex')}`
    : JSON.stringify(value);

/** Each of these once, in any order: fast also for many. */
const eachOnce = (of: readonly unknown[], rowsOf: (value: unknown) => readonly unknown[] | string): Expectation =>
  satisfies(`${of.length} entries, each once`, (value) => {
    const rows = rowsOf(value);
    if (typeof rows === 'string') return rows;
    const keys = rows.map(keyOf);
    const expected = new Set(of.map(keyOf));
    const wrong = keys.findIndex((key, i) => !expected.has(key) || keys.indexOf(key) !== i);
    if (wrong >= 0) return `there is ${keys[wrong]}, or twice`;
    return keys.length === of.length || `there are ${keys.length} entries, and ${of.length} are expected`;
  });

const listOf = (value: unknown): readonly unknown[] | string => (Array.isArray(value) ? value : 'no array is given');

interface ListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly written: WrittenForm;
  /** Without them there is no listing. */
  readonly names?: readonly string[];
  readonly path?: string;
  readonly as?: PathForm;
  readonly tree?: TreeDescription;
}

const filesNamed = (names: readonly string[], of: EntryDescription = ''): TreeDescription => ({
  folder: { folder: Object.fromEntries(names.map((name) => [name, of])) },
});

/** Each name once, and no other. */
export const lists = inFolder(({ names, path = '{folder}/folder', encoding, ...data }: ListingRow) => ({
  form: data.form,
  as: data.as ?? 'text',
  tree: data.tree ?? filesNamed(names ?? []),
  ...(data.tree === undefined
    ? { also: { link: { link: 'folder' }, chain: { link: './link/' }, file: 'content' } }
    : {}),
  steps: [{ call: ['readdir', path, ...written(data.written, 'encoding', encoding)] }],
  outcomes: [
    attempted(
      names
        ? eachOnce(
            names.map((name) => named(name, encoding)),
            listOf,
          )
        : throws(),
    ),
  ],
}));

/** Of each fs.Dirent its name, and then what each method gives. */
const shownDirents = (methods: readonly string[]): readonly Step[] => [
  ['$all.length'],
  { value: '$item.name', each: '$all' },
  ...methods.map((method) => ({ on: '$item', call: method, each: '$all' })),
];

/** Names with the method that is true of each; all others are false. */
const direntsOf = (kinds: readonly (readonly [name: unknown, is: string])[], methods: readonly string[]): Expectation =>
  eachOnce(
    kinds.flatMap(([name, is]) => methods.map((method) => [keyOf(name), method, method === is])),
    (value) => {
      const [length, names, ...columns]: readonly unknown[] = Array.isArray(value) ? value : [];
      if (!Array.isArray(names) || names.length !== length) return 'no array is given';
      return names.flatMap((name, i) => methods.map((method, m) => [keyOf(name), method, Object(columns[m])[i]]));
    },
  );

interface DirentsCall {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly path: string;
  readonly tree: TreeDescription;
  readonly kinds: readonly (readonly [name: string, is: KindMethod])[];
  readonly methods: readonly KindMethod[];
}

/** A listing with the kinds of entries. */
const direntSteps = ({ form, encoding, path, tree, kinds, methods }: DirentsCall) => {
  const options: Plain = { withFileTypes: true, ...(encoding === 'absent' ? {} : { encoding }) };
  const all = kinds.map(([name, is]) => [named(name, encoding), is] as const);
  return {
    form,
    tree,
    steps: [{ call: ['readdir', path, options], as: 'all', shown: shownDirents(methods) }],
    outcomes: [attempted(direntsOf(all, methods))],
  };
};

interface TypedListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly kind: 'file' | 'folder';
  readonly names: readonly string[];
}

/** An fs.Dirent for each name of a file or folder, and no other. */
export const listsDirents = inFolder(({ kind, names, ...call }: TypedListingRow) => {
  const is = kind === 'file' ? 'isFile' : 'isDirectory';
  return direntSteps({
    ...call,
    path: '{folder}/folder',
    tree: filesNamed(names, kind === 'file' ? '' : { folder: { inside: '' } }),
    kinds: names.map((name) => [name, is]),
    methods: ['isFile', 'isDirectory'],
  });
});

interface KindListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly devices: boolean;
}

/** An fs.Dirent for entries of every kind. */
export const listsKinds = inFolder(({ devices, ...call }: KindListingRow) =>
  direntSteps({
    ...call,
    path: '{folder}',
    tree: devices ? DEVICES : TREE,
    kinds: Object.entries(devices ? DEVICE_KINDS : ENTRIES),
    methods: OF_DIRENTS,
  }),
);

/** So many entries that no system gives them all at once. */
interface LongListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly types: boolean;
  readonly count: number;
}

export const listsMany = inFolder(({ form, encoding, types, count }: LongListingRow) => {
  const names = Array.from({ length: count }, (_, i) => `${i}-${'abcdefghij'.repeat(6)}`);
  const call = { form, encoding, path: '{folder}/folder', tree: filesNamed(names) };
  if (types) return direntSteps({ ...call, kinds: names.map((name) => [name, 'isFile']), methods: ['isFile'] });
  return {
    form,
    tree: call.tree,
    steps: [{ call: ['readdir', call.path, { encoding, withFileTypes: false }] }],
    outcomes: [
      attempted(
        eachOnce(
          names.map((name) => named(name, encoding)),
          listOf,
        ),
      ),
    ],
  };
});
