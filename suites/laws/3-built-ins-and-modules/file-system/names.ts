/** 3/file-system-module/rename-sync, readlink-sync, realpath-sync: what names lead to, and how they are given. */
import { diskExample, fileWith, folderWith, onDisk } from '../../../language/disk.js';
import { absent, type Expectation, equal, record, satisfies, throws } from '../../../language/expectation.js';
import { type DiskObservation, FOLDER, link } from '../../../language/fixture.js';
import { textOf } from '../../support/contents.js';
import { percent } from '../../support/spelling.js';
import { type CallForm, endBy, type FileCallEnd, fileCall, memberFor, runCall, runCalls, spelled } from './calling.js';
import { type FileEncoding, optionForms, UNDEFINED } from './options.js';
import { type EntryDescription, type TreeDescription, treeAfter, treeOf } from './trees.js';

/** What has the new name when an entry gets it. */
const ONTO: { readonly [name: string]: EntryDescription | undefined } = {
  nothing: undefined,
  file: { file: 'replaced' },
  'empty-folder': { folder: {} },
  'full-folder': { folder: { file: 'kept' } },
  'link-to-file': { link: 'other' },
  'link-to-folder': { link: 'folder' },
  'link-to-nothing': { link: 'nowhere' },
  fifo: { fifo: true },
};

interface RenameRow {
  readonly form: CallForm;
  readonly from: EntryDescription;
  readonly onto: string;
}

const around = ({ from, onto }: RenameRow): TreeDescription => {
  const there = ONTO[onto];
  return { other: 'other', folder: { folder: { kept: 'kept' } }, from, ...(there === undefined ? {} : { to: there }) };
};

const isFolder = (of: EntryDescription): boolean => typeof of === 'object' && 'folder' in of;

/** A directory takes the place of an empty one alone, and everything else that of what is no directory. */
function mayMove({ from, onto }: RenameRow): boolean {
  const there = ONTO[onto];
  return there === undefined || onto === 'empty-folder'
    ? there === undefined || isFolder(from)
    : isFolder(from) === isFolder(there) && !isFolder(there);
}

export const moves = diskExample({
  disk: (data: RenameRow) => treeOf(around(data)),
  input: ({ form }: RenameRow) => fileCall({ operation: 'rename', form, given: [`${FOLDER}/from`, `${FOLDER}/to`] }),
  probe: runCall,
  expect: (data: RenameRow) =>
    mayMove(data)
      ? onDisk(endBy(data.form, absent), treeAfter(around(data), { from: null, to: data.from }))
      : onDisk(endBy(data.form, throws()), treeAfter(around(data), {})),
});

/** Two names of one file, of which one is to become the other. */
interface HardLinkRow {
  readonly form: CallForm;
  readonly from: string;
  readonly to: string;
}

const TWICE: TreeDescription = {
  file: 'content',
  second: { same: 'file' },
  folder: { folder: { third: { same: 'file' } } },
};

export const keepsBoth = diskExample({
  disk: () => treeOf(TWICE),
  input: ({ form, from, to }: HardLinkRow) =>
    fileCall({ operation: 'rename', form, given: [`${FOLDER}/${from}`, `${FOLDER}/${to}`] }),
  probe: runCall,
  expect: ({ form }: HardLinkRow) => {
    const one = fileWith('content', { nlink: 3 });
    return onDisk(endBy(form, absent), { file: one, second: one, folder: folderWith({ third: one }) });
  },
});

/** The entry has the same number as before, and the driver's facts. */
interface RenamedEntryRow {
  readonly form: CallForm;
  readonly from: Exclude<EntryDescription, string>;
}

export const keeps = diskExample({
  stats: true,
  disk: ({ from }: RenamedEntryRow) => treeOf({ from, folder: { folder: {} } }),
  input: ({ form }: RenamedEntryRow) => [
    fileCall({ operation: 'lstat', form, given: [`${FOLDER}/from`] }),
    fileCall({ operation: 'rename', form, given: [`${FOLDER}/from`, `${FOLDER}/folder/to`] }),
  ],
  probe: runCalls,
  expect: ({ from }: RenamedEntryRow) =>
    satisfies('the same entry under its new name', (value) => isSame(Object(value), Object(from))),
});

function isSame(
  { gave, disk }: DiskObservation<readonly FileCallEnd[]>,
  from: { readonly mode?: number; readonly mtimeMs?: number },
): true | string {
  const ino = Object(gave[0]?.outcome[1]).ino;
  const found = disk['folder/to'];
  if (found?.stat === undefined) return 'nothing has the new name';
  if (found.stat.ino !== ino) return `its number is ${found.stat.ino} and was ${String(ino)}`;
  if (found.mode !== from.mode) return `its permissions are ${found.mode.toString(8)}`;
  return Math.abs(found.stat.mtimeMs - (from.mtimeMs ?? 0)) < 1 || `it was modified at ${found.stat.mtimeMs}`;
}

/** How an encoding is asked for. */
const OPTIONS = { ...optionForms('encoding'), 'undefined-member': () => [{ encoding: UNDEFINED }] };

type PathEncoding = FileEncoding | 'buffer';

const encoded = (bytes: Buffer, encoding: PathEncoding): unknown =>
  encoding === 'buffer' ? bytes : bytes.toString(encoding);

interface ReadlinkRow {
  readonly form: CallForm;
  readonly written: keyof typeof OPTIONS;
  readonly encoding: PathEncoding;
  /** What the link holds: a text, bytes in hex, or a text of so many bytes. */
  readonly to?: string;
  readonly bytes?: string;
  readonly length?: number;
}

const heldOf = ({ to, bytes, length = 1 }: ReadlinkRow): Buffer =>
  bytes === undefined ? Buffer.from(to ?? textOf(length)) : Buffer.from(bytes, 'hex');

export const readsLink = diskExample({
  disk: (data: ReadlinkRow) => ({ link: link(percent(heldOf(data))) }),
  input: ({ form, written, encoding }: ReadlinkRow) =>
    fileCall({ operation: 'readlink', form, given: [`${FOLDER}/link`, ...OPTIONS[written](encoding)] }),
  probe: runCall,
  expect: (data: ReadlinkRow) => record({ gave: endBy(data.form, equal(encoded(heldOf(data), data.encoding))) }),
});

interface RealpathRow {
  readonly form: CallForm;
  readonly written: keyof typeof OPTIONS;
  readonly encoding: PathEncoding;
  /** Name of a file that a link leads to. */
  readonly file: string;
}

/** Both base64 forms are told as the bytes that they stand for, since the folder has another path each time. */
export const resolves = diskExample({
  disk: ({ file: name }: RealpathRow) => treeOf({ [name]: 'content', link: { link: name } }),
  input: ({ form, written, encoding }: RealpathRow) => ({
    ...fileCall({ operation: 'realpath', form, given: [`${FOLDER}/./link`, ...OPTIONS[written](encoding)] }),
    encoding,
    alphabet:
      encoding === 'base64' ? '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' : '^[A-Za-z0-9_-]*$',
  }),
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const path: unknown = await t.invoke(on, given.member, given.args);
    if (given.encoding !== 'base64' && given.encoding !== 'base64url') return path;
    const text = typeof path === 'string' ? path : '';
    return { isWellFormed: new RegExp(given.alphabet).test(text), bytes: Buffer.from(text, given.encoding) };
  },
  expect: ({ encoding, file: name }: RealpathRow) => {
    const path = Buffer.from(Object(spelled(`${FOLDER}/${name}`, 'buffer')));
    const isText64 = encoding === 'base64' || encoding === 'base64url';
    return record({ gave: isText64 ? equal({ isWellFormed: true, bytes: path }) : equal(encoded(path, encoding)) });
  },
});

/** Where the process is, nobody knows; but it is somewhere. */
export const isAbsolute = diskExample({
  disk: () => ({}),
  input: ({ form, path }: { readonly form: CallForm; readonly path: string }) => ({
    form,
    member: memberFor('realpath', form),
    path,
  }),
  probe: async ({ given }, t) => {
    const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
    const path = await t.invoke(on, given.member, [given.path]);
    const again = await t.invoke(on, given.member, [path]);
    const text = `${path}`;
    const names = text === '/' ? [] : text.slice(1).split('/');
    const isTidy = names.every((name) => name !== '' && name !== '.' && name !== '..');
    return { type: typeof path, isAbsolute: text.charAt(0) === '/', isTidy, isSame: again === path };
  },
  expect: (): Expectation => record({ gave: equal({ type: 'string', isAbsolute: true, isTidy: true, isSame: true }) }),
});
