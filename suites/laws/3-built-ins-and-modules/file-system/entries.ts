/** 3/file-system-module: what operations on entries give, and what they leave in the folder. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample, fileWith, linkTo, onDisk } from '../../../language/disk.js';
import { absent, attempted, lift, list, record, throws } from '../../../language/expectation.js';
import { file, folder, link } from '../../../language/fixture.js';
import { textOf } from '../../support/contents.js';
import { type CallForm, type CallRow, endBy, endOf, type FileEnd, fileCall, runCall, runCalls } from './calling.js';
import { optionForms, UNDEFINED } from './options.js';
import { type EntryDescription, type TreeChanges, type TreeDescription, treeAfter, treeOf } from './trees.js';

/** A call in a folder with this tree: how it ends, and what of the tree is another thing then. */
interface EntryRow extends CallRow {
  readonly tree: TreeDescription;
  readonly then: FileEnd;
  readonly leaves?: TreeChanges;
}

export const ends = diskExample({
  disk: ({ tree }: EntryRow) => treeOf(tree),
  input: fileCall,
  probe: runCall,
  expect: ({ form, then, tree, leaves = {} }: EntryRow) => onDisk(endBy(form, endOf(then)), treeAfter(tree, leaves)),
});

/** A call that would make `at`, where something has that name, beside others. */
interface ObstacleRow extends CallRow {
  readonly at: EntryDescription;
  readonly others: TreeDescription;
}

const standing = ({ at, others }: ObstacleRow): TreeDescription => ({ ...others, at });

export const standsInTheWay = diskExample({
  disk: (data: ObstacleRow) => treeOf(standing(data)),
  input: fileCall,
  probe: runCall,
  expect: (data: ObstacleRow) => onDisk(endBy(data.form, throws()), treeAfter(standing(data), {})),
});

interface FolderModeRow {
  readonly form: CallForm;
  readonly written: keyof typeof OPTIONS;
  readonly mode: number;
}

const OPTIONS = {
  ...optionForms('mode'),
  number: (mode: number) => [mode],
  'undefined-mode': () => [{ mode: UNDEFINED }],
  'other-option': () => [{ unknown: 1 }],
};

export const makesFolder = diskExample({
  disk: () => ({}),
  input: ({ form, written, mode }: FolderModeRow) =>
    fileCall({ operation: 'mkdir', form, given: ['{folder}/new', ...OPTIONS[written](mode)] }),
  probe: runCall,
  expect: ({ form, mode }: FolderModeRow) =>
    onDisk(endBy(form, absent), treeAfter({}, { new: { folder: {}, made: mode } })),
});

/** Calls one after the other: how each ends, and what all leave. */
interface CallSeries {
  readonly form: CallForm;
  readonly tree: TreeDescription;
  /** Operation and arguments of each call. */
  readonly given: readonly (readonly Plain[])[];
  readonly then: readonly FileEnd[];
  readonly leaves?: TreeChanges;
}

export const endEach = diskExample({
  disk: ({ tree }: CallSeries) => treeOf(tree),
  input: ({ form, given }: CallSeries) =>
    given.map(([operation, ...args]) => fileCall({ operation: String(operation), form, given: args })),
  probe: runCalls,
  expect: ({ form, then, tree, leaves = {} }: CallSeries) =>
    onDisk(list(...then.map((end) => endBy(form, endOf(end)))), treeAfter(tree, leaves)),
});

/** A link at `path`, and the file that is read through it. */
interface LinkRow {
  readonly form: CallForm;
  readonly target: string;
  readonly path: string;
  readonly reads: string;
}

/** Every file tells where it stands. */
export const leads = diskExample({
  disk: () => ({
    file: file('top'),
    chain: link('file'),
    'folder-link': link('folder'),
    folder: folder({ file: file('inside'), chain: link('../chain'), deeper: folder({ file: file('deeper') }) }),
  }),
  input: ({ form, target, path }: LinkRow) => [
    fileCall({ operation: 'symlink', form, given: [target, `{folder}/${path}`] }),
    fileCall({ operation: 'readFile', form, given: [`{folder}/${path}`, 'utf8'] }),
  ],
  probe: runCalls,
  expect: ({ form, reads }: LinkRow) => record({ gave: list(endBy(form, absent), endBy(form, lift(reads))) }),
});

export const keepsWhole = diskExample({
  disk: () => ({ file: file('content') }),
  input: ({ form, length }: { readonly form: CallForm; readonly length: number }) =>
    fileCall({ operation: 'symlink', form, given: [textOf(length), '{folder}/new'] }),
  probe: runCall,
  expect: ({ form, length }) => onDisk(endBy(form, absent), { file: fileWith('content'), new: linkTo(textOf(length)) }),
});

/** What the documents leave open: how the call ends, and what it leaves. */
export const isRecorded = diskExample({
  disk: ({ tree }: Omit<EntryRow, 'then'>) => treeOf(tree),
  input: fileCall,
  probe: runCall,
  expect: (_: Omit<EntryRow, 'then'>) => record({ gave: record({ outcome: attempted(throws()) }), disk: record({}) }),
});
