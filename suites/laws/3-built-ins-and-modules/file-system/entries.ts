/** 3/file-system-module: what operations on entries give, and what they leave in the folder. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample, fileWith, linkTo, onDisk } from '../../../language/disk.js';
import { absent, attempted, lift, list, record, throws } from '../../../language/expectation.js';
import { file, folder, link } from '../../../language/fixture.js';
import {
  type CallForm,
  type ExpectedEnd,
  ended,
  endOf,
  type FileCallRow,
  makeCall,
  makeCalls,
  orderOf,
} from './calling.js';
import { changed, type EntryDescription, type TreeChanges, type TreeDescription, treeOf } from './trees.js';

/** A call in a folder with this tree: how it ends, and what of the tree is another thing then. */
export interface EntryRow extends FileCallRow {
  readonly tree: TreeDescription;
  readonly then: ExpectedEnd;
  readonly leaves?: TreeChanges;
}

export const ends = diskExample({
  disk: ({ tree }: EntryRow) => treeOf(tree),
  input: orderOf,
  probe: makeCall,
  expect: ({ form, then, tree, leaves = {} }: EntryRow) => onDisk(ended(form, endOf(then)), changed(tree, leaves)),
});

/** A call that would make `at`, where something has that name, beside others. */
interface ObstacleRow extends FileCallRow {
  readonly at: EntryDescription;
  readonly others: TreeDescription;
}

const standing = ({ at, others }: ObstacleRow): TreeDescription => ({ ...others, at });

export const standsInTheWay = diskExample({
  disk: (data: ObstacleRow) => treeOf(standing(data)),
  input: orderOf,
  probe: makeCall,
  expect: (data: ObstacleRow) => onDisk(ended(data.form, throws()), changed(standing(data), {})),
});

/** How the mode is handed over: by itself, as a member, or not at all. */
type Written = 'number' | 'object' | 'absent' | 'undefined' | 'undefined-mode' | 'empty' | 'other-option';

interface FolderModeRow {
  readonly form: CallForm;
  readonly written: Written;
  readonly mode: number;
}

const OPTIONS: { readonly [written in Written]: (mode: number) => readonly Plain[] } = {
  number: (mode) => [mode],
  object: (mode) => [{ mode }],
  absent: () => [],
  undefined: () => [{ $undefined: true }],
  'undefined-mode': () => [{ mode: { $undefined: true } }],
  empty: () => [{}],
  'other-option': () => [{ unknown: 1 }],
};

export const makesFolder = diskExample({
  disk: () => ({}),
  input: ({ form, written, mode }: FolderModeRow) =>
    orderOf({ operation: 'mkdir', form, given: ['{folder}/new', ...OPTIONS[written](mode)] }),
  probe: makeCall,
  expect: ({ form, mode }: FolderModeRow) =>
    onDisk(ended(form, absent), changed({}, { new: { folder: {}, made: mode } })),
});

/** Calls one after the other: how each ends, and what all leave. */
interface CallSeries {
  readonly form: CallForm;
  readonly tree: TreeDescription;
  /** Operation and arguments of each call. */
  readonly given: readonly (readonly Plain[])[];
  readonly then: readonly ExpectedEnd[];
  readonly leaves?: TreeChanges;
}

export const endEach = diskExample({
  disk: ({ tree }: CallSeries) => treeOf(tree),
  input: ({ form, given }: CallSeries) =>
    given.map(([operation, ...args]) => orderOf({ operation: String(operation), form, given: args })),
  probe: makeCalls,
  expect: ({ form, then, tree, leaves = {} }: CallSeries) =>
    onDisk(list(...then.map((end) => ended(form, endOf(end)))), changed(tree, leaves)),
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
    orderOf({ operation: 'symlink', form, given: [target, `{folder}/${path}`] }),
    orderOf({ operation: 'readFile', form, given: [`{folder}/${path}`, 'utf8'] }),
  ],
  probe: makeCalls,
  expect: ({ form, reads }: LinkRow) => record({ gave: list(ended(form, absent), ended(form, lift(reads))) }),
});

const longText = (length: number): string => 'abcdefghij'.repeat(410).slice(0, length);

export const keepsWhole = diskExample({
  disk: () => ({ file: file('content') }),
  input: ({ form, length }: { readonly form: CallForm; readonly length: number }) =>
    orderOf({ operation: 'symlink', form, given: [longText(length), '{folder}/new'] }),
  probe: makeCall,
  expect: ({ form, length }) =>
    onDisk(ended(form, absent), { file: fileWith('content'), new: linkTo(longText(length)) }),
});

/** What the documents leave open: how the call ends, and what it leaves. */
export const isRecorded = diskExample({
  disk: ({ tree }: Omit<EntryRow, 'then'>) => treeOf(tree),
  input: orderOf,
  probe: makeCall,
  expect: (_: Omit<EntryRow, 'then'>) => record({ gave: record({ outcome: attempted(throws()) }), disk: record({}) }),
});
