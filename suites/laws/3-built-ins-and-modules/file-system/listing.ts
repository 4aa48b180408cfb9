/** 3/file-system-module/readdir-sync, 3/fs-dirent/p1: entries of a folder, in any order, and their kinds. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { attempted, type Expectation, satisfies, throws } from '../../../language/expectation.js';
import { type CallForm, type FolderSteps, inFolder, type PathForm, spelled } from './folder.js';
import { type KindMethod, kindsOf, OF_DIRENTS, treeOfKinds } from './kinds.js';
import { type WrittenForm, written } from './options.js';
import type { TreeDescription } from './trees.js';

type NameEncoding = 'absent' | 'utf8' | 'buffer';

/** A name of a fixture, in the form of a listing. */
const named = (name: string, encoding: NameEncoding): unknown =>
  decode(spelled(name, encoding === 'buffer' ? 'buffer' : 'text'));

/** Equal values have equal keys; bytes differ from the text that they encode. */
const keyOf = (value: unknown): string =>
  value instanceof Uint8Array
    ? `${Buffer.isBuffer(value)} ${Buffer.from(value).toString('hex')}`
    : JSON.stringify(value);

/** Each of these once, in any order, and fast even for many. An observation may consist of several. */
const eachOnce = (of: readonly unknown[], rowsOf: (value: unknown) => unknown = (value) => value): Expectation =>
  satisfies(`${of.length} entries, each once`, (value) => {
    const rows = rowsOf(value);
    if (!Array.isArray(rows)) return 'the result is not an array';
    const keys = new Set(rows.map(keyOf));
    const expected = new Set(of.map(keyOf));
    const more = [...keys].find((key) => !expected.has(key));
    if (more !== undefined) return `there is ${more}`;
    return (rows.length === of.length && keys.size === of.length) || `there are ${rows.length} entries`;
  });

/** A listing of entries with the method that returns true for each; all others return false. */
function direntSteps(
  { form, encoding, path }: { readonly form: CallForm; readonly encoding: NameEncoding; readonly path: string },
  kinds: readonly (readonly [name: string, is: KindMethod])[],
  methods: readonly KindMethod[] = ['isFile', 'isDirectory'],
): FolderSteps {
  const options: Plain = { withFileTypes: true, ...(encoding === 'absent' ? {} : { encoding }) };
  const shown = [
    ['$all.length'],
    { value: '$item.name', each: '$all' },
    ...methods.map((method) => ({ on: '$item', call: method, each: '$all' })),
  ];
  const expected = kinds.flatMap(([name, is]) => methods.map((one) => [keyOf(named(name, encoding)), one, one === is]));
  const observed = (value: unknown) => {
    const [length, names, ...columns]: readonly unknown[] = Array.isArray(value) ? value : [];
    if (!Array.isArray(names) || names.length !== length) return undefined;
    return names.flatMap((name, i) => methods.map((method, m) => [keyOf(name), method, Object(columns[m])[i]]));
  };
  return {
    form,
    steps: [{ call: ['readdir', path, options], as: 'all', shown }],
    outcomes: [attempted(eachOnce(expected, observed))],
  };
}

interface ListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  /** Names of all entries, or their number; without either there is no listing. */
  readonly names?: readonly string[];
  readonly count?: number;
  readonly tree?: TreeDescription;
  readonly path?: string;
  readonly as?: PathForm;
  readonly written?: WrittenForm;
  /** An fs.Dirent for each name. */
  readonly types?: boolean;
  readonly kind?: 'file' | 'folder';
}

const namesOf = ({ names, count }: ListingRow): readonly string[] | undefined =>
  count === undefined ? names : Array.from({ length: count }, (_, i) => `${i}-${'abcdefghij'.repeat(6)}`);

const LINKS: TreeDescription = { link: { link: 'folder' }, chain: { link: './link/' }, file: 'content' };

/** Each name once, and no other. */
const lists = inFolder((row: ListingRow): FolderSteps => {
  const { form, encoding, as = 'text', path = '{folder}/folder', kind = 'file', types = false } = row;
  const names = namesOf(row);
  const entries = names?.map((name) => [name, kind === 'file' ? '' : { folder: { inside: '' } }]) ?? [];
  const tree = row.tree ?? { ...LINKS, folder: { folder: Object.fromEntries(entries) } };
  if (types) {
    const is = kind === 'file' ? 'isFile' : 'isDirectory';
    return { tree, ...direntSteps({ form, encoding, path }, names?.map((name) => [name, is]) ?? []) };
  }
  const outcome = names === undefined ? throws() : eachOnce(names.map((name) => named(name, encoding)));
  const options = written(row.written ?? 'absent', 'encoding', encoding);
  return { form, as, tree, steps: [{ call: ['readdir', path, ...options] }], outcomes: [attempted(outcome)] };
});

/** One law with several names for what its cases check: at standard depth each name covers its axes separately. */
export { lists, lists as listsDirents, lists as listsEntries, lists as listsMany, lists as refusesToList };

interface KindListingRow {
  readonly form: CallForm;
  readonly encoding: NameEncoding;
  readonly devices: boolean;
}

/** An fs.Dirent for entries of every kind. */
export const listsKinds = inFolder(({ form, encoding, ...row }: KindListingRow) => ({
  tree: treeOfKinds(row),
  ...direntSteps({ form, encoding, path: '{folder}' }, kindsOf(row), OF_DIRENTS),
}));
