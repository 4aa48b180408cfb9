/** 3/file-system-module/rename-sync, readlink-sync, realpath-sync: the targets of names, and the forms of results. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample } from '../../../language/disk.js';
import { encode } from '../../../language/encoding.js';
import { anything, attempted, equal, matches, satisfies } from '../../../language/expectation.js';
import type { DiskObservation } from '../../../language/fixture.js';
import { nameOfText, textOfName } from '../../../language/names.js';
import type { Attempt } from '../../../language/world.js';
import { textOf } from '../../support/contents.js';
import { followOne } from '../../support/steps.js';
import { type CallForm, inFolder, orderIn, pathIn, rejecting } from './folder.js';
import { asModelled, type FileOperation, operationStep } from './operations.js';
import { type FileEncoding, type WrittenForm, written } from './options.js';
import { type EntryDescription, type TreeDescription, treeOf } from './trees.js';

/** The entry that already has the new name. */
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

const RENAMING: FileOperation<string> = ['rename', pathIn('from'), pathIn('to')];

export const moves = inFolder((data: RenameRow) => ({
  tree: around(data),
  steps: [operationStep(data.form, RENAMING)],
  expected: asModelled(around(data), [RENAMING], data.form === 'promise' ? rejecting : undefined),
}));

/** The entry has the same number as before, and the permissions and time that the driver set. */
interface RenamedEntryRow {
  readonly form: CallForm;
  readonly from: Exclude<EntryDescription, string>;
}

export const keepsIdentity = diskExample({
  stats: true,
  disk: ({ from }: RenamedEntryRow) => treeOf({ from, folder: { folder: {} } }),
  inputOf: ({ form }: RenamedEntryRow) =>
    orderIn({
      form,
      steps: [
        { call: ['lstat', '{folder}/from'], as: 'stats', shown: [['$stats.ino']] },
        { call: ['rename', '{folder}/from', '{folder}/folder/to'] },
      ],
    }),
  probe: followOne,
  expect: ({ from }: RenamedEntryRow) =>
    satisfies('the same entry under its new name', (value) => isSame(Object(value), Object(from))),
});

function isSame(
  { result, disk }: DiskObservation<readonly Attempt[]>,
  from: { readonly mode?: number; readonly mtimeMs?: number },
): true | string {
  const [ino] = Object(result[0]?.[1]);
  const found = disk['folder/to'];
  if (found?.stat === undefined) return 'no entry has the new name';
  if (found.stat.ino !== ino) return `its number is ${found.stat.ino} and was ${String(ino)}`;
  if (found.mode !== from.mode) return `its permissions are ${found.mode.toString(8)}`;
  return Math.abs(found.stat.mtimeMs - (from.mtimeMs ?? 0)) < 1 || `it was modified at ${found.stat.mtimeMs}`;
}

type PathEncoding = FileEncoding | 'buffer';

const encoded = (bytes: Buffer, encoding: PathEncoding): Plain =>
  encoding === 'buffer' ? encode(bytes) : bytes.toString(encoding);

interface ReadlinkRow {
  readonly form: CallForm;
  readonly written: WrittenForm;
  readonly encoding: PathEncoding;
  /** The text of the link: a string, bytes in hex, or a string of this length. */
  readonly to?: string;
  readonly bytes?: string;
  readonly length?: number;
}

const heldOf = ({ to, bytes, length = 1 }: ReadlinkRow): Buffer =>
  bytes === undefined ? Buffer.from(to ?? textOf(length)) : Buffer.from(bytes, 'hex');

export const readsLink = inFolder((data: ReadlinkRow) => ({
  form: data.form,
  tree: { link: { link: textOfName(heldOf(data)) } },
  steps: [
    {
      call: ['readlink', '{folder}/link', ...written(data.written, 'encoding', data.encoding)],
      returns: encoded(heldOf(data), data.encoding),
    },
  ],
}));

interface RealpathRow {
  readonly form: CallForm;
  readonly written: WrittenForm;
  readonly encoding: PathEncoding;
  /** Name of a file that a link leads to. */
  readonly file: string;
}

/** Both base64 forms are observed as their bytes, because the folder has another path each time. */
export const resolvesPath = inFolder(({ form, written: how, encoding, file }: RealpathRow) => {
  const path = nameOfText(pathIn(file));
  const call = ['realpath', '{folder}/./link', ...written(how, 'encoding', encoding)];
  const common = { form, tree: { [file]: 'content', link: { link: file } } };
  if (encoding !== 'base64' && encoding !== 'base64url')
    return { ...common, steps: [{ call, returns: encoded(path, encoding) }] };
  return {
    ...common,
    steps: [
      { call, as: 'path', shown: false },
      { on: 'Buffer', call: ['from', '$path', encoding], as: 'bytes' },
      { on: '$bytes', call: ['toString', encoding], as: 'again', shown: false },
      { make: ['same', '$path', '$again'] },
    ],
    outcomes: [attempted(anything), attempted(path), anything, attempted(true)],
  };
});

/** Without ., .., and doubled or last slashes. */
const TIDY = /^\/$|^(?:\/(?!\.{0,2}(?:\/|$))[^/]+)+$/;

/** The directory of the process is unknown, but it exists. */
export const resolvesRelative = inFolder(({ form, path }: { readonly form: CallForm; readonly path: string }) => ({
  form,
  steps: [
    { call: ['realpath', path], as: 'path' },
    { call: ['realpath', '$path'], as: 'again', shown: false },
    { make: ['same', '$path', '$again'] },
  ],
  outcomes: [attempted(matches(TIDY)), attempted(anything), attempted(equal(true))],
}));
