/** 3/file-system-flags: each flag with every operation that accepts one, on every kind of target. */
import { fileWith, onDisk } from '../../../language/disk.js';
import {
  absent,
  anything,
  attempted,
  depending,
  type Expectation,
  either,
  equal,
  list,
  oneOf,
  record,
} from '../../../language/expectation.js';
import { asDescribed, scripted } from './descriptor-model.js';
import type { FdScript, FdStep } from './descriptor-steps.js';
import { inFolder, pathIn } from './folder.js';
import { effectsOf } from './open-file.js';
import { type PlaceName, pathAt, placeIn } from './places.js';
import { modelOutcome, OperationFailure, PosixModel } from './posix.js';
import type { TreeDescription } from './trees.js';

/** A flag, which is omitted for the default of the operation, and places, each in its own folder. */
interface FlagRow {
  /** On an axis `-plus` means `+`, which an id cannot contain. */
  readonly flag?: string;
  readonly places: readonly PlaceName[];
  /** With the promise version. */
  readonly promised: boolean;
}

const flagsOf = ({ flag }: FlagRow): readonly string[] => (flag === undefined ? [] : [flag.replace('-plus', '+')]);

const forBoth = (expected: (isBound: boolean) => Expectation): Expectation =>
  depending('bound', { true: expected(true), false: expected(false) });

type FileActions = (file: string, path: string) => readonly FdStep[];

const read = (file: string, length: number, at: number | null): FdStep => [
  'read', file, { kind: 'Buffer', memory: new Uint8Array(length), from: 0, length }, 0, length, at,
]; // biome-ignore format: a step

/** Actions on an opened file, each in its own fixture; another process appends between two writes. */
const RUNS: { readonly [run: string]: FileActions } = {
  writes: (file) => [['text', file, 'XY'], read(file, 64, 0), ['text', file, 'Z']],
  reads: (file) => [read(file, 3, null), read(file, 3, null), ['text', file, 'XY'], read(file, 64, 0)],
  grows: (file, path) => [['text', file, 'X'], ['append', path, 'zz'], ['text', file, 'Y'], read(file, 64, 0)],
  looks: () => [],
};

/** The entry to open in a folder, and the actions on it. */
interface FlagRun {
  readonly folder: string;
  readonly place: PlaceName;
  readonly actions: FileActions;
}

const runsOf = ({ places }: FlagRow): readonly FlagRun[] =>
  places.flatMap((place) =>
    Object.entries(RUNS).map(([run, actions]) => ({ folder: `${place}-${run}`, place, actions })),
  );

const treeFor = (runs: readonly Pick<FlagRun, 'folder' | 'place'>[]): TreeDescription =>
  Object.fromEntries(runs.map(({ folder, place }) => [folder, placeIn(place, folder)]));

/** Each run opens an entry, performs its steps, and closes it. */
const scriptOf = (data: FlagRow, runs: readonly FlagRun[]): FdScript => ({
  form: data.promised ? 'handle' : 'sync',
  files: treeFor(runs),
  steps: runs.flatMap(({ folder, place, actions }, i) => {
    const [file, path] = [`file${i}`, pathAt(place, folder)];
    return [['open', file, path, ...flagsOf(data)], ...actions(file, path), ['close', file]];
  }),
});

/** Possible actions on an entry opened by `openSync` and `promises.open`, and their results. */
export const opensByFlag = scripted(
  (data: FlagRow) => scriptOf(data, runsOf(data)),
  (data) => forBoth((isBound) => asDescribed(scriptOf(data, runsOf(data)), { isBound })),
);

const foldersOf = ({ places }: FlagRow): readonly FlagRun[] =>
  places.map((place) => ({ folder: place, place, actions: () => [] }));

/** The documents leave the result open. */
export const recordsOpening = scripted(
  (data: FlagRow) => scriptOf(data, foldersOf(data)),
  () => record({ result: anything }),
);

/** With an operation on a whole file. */
interface WholeFileRow extends FlagRow {
  readonly operation: 'readFile' | 'writeFile' | 'appendFile';
}

const DATA = Buffer.from('XY');
const DEFAULT_FLAGS = { readFile: 'r', writeFile: 'w', appendFile: 'a' } as const;

/** The content of a file. */
const contentAt = (model: PosixModel, path: string): Buffer | undefined => {
  const { node } = model.place(path);
  return node !== undefined && 'data' in node ? node.data.bytes : undefined;
};

/** The expectation of the model for a whole file. */
function wholeBy(model: PosixModel, data: WholeFileRow, path: string) {
  const { operation } = data;
  const [flag = DEFAULT_FLAGS[operation]] = flagsOf(data);
  const before = contentAt(model, path);
  const file = model.open(path, flag);
  const isRead = operation === 'readFile';
  if (!(isRead ? file.reads : file.writes)) {
    // A flag that creates or empties a file may have done so before the operation failed.
    if (before === undefined) model.expect(path, either(fileWith(''), absent));
    else if (effectsOf(flag).includes('replace')) model.expect(path, fileWith(oneOf(Buffer.alloc(0), before)));
    throw new OperationFailure();
  }
  if (file.data.kind === 'folder') throw new OperationFailure();
  if (isRead) return attempted(equal(file.data.bytes));
  const old = file.data.bytes;
  file.write(DATA);
  // See the ruling on writing whole files with flags that neither append nor replace.
  if (!effectsOf(flag).includes('append') && old.length > 0)
    model.expect(
      path,
      fileWith(oneOf(file.data.bytes, operation === 'appendFile' ? Buffer.concat([old, DATA]) : DATA)),
    );
  return attempted(anything);
}

export const appliesFlag = inFolder((data: WholeFileRow) => {
  const { places, operation, promised } = data;
  const args = [...(operation === 'readFile' ? [] : ['XY']), ...flagsOf(data).map((flag) => ({ flag }))];
  const tree = treeFor(foldersOf(data));
  return {
    promised,
    tree,
    steps: places.map((place) => ({ call: [operation, pathIn(pathAt(place, place)), ...args] })),
    expected: forBoth((isBound) => {
      const model = new PosixModel(tree, isBound);
      const ends = places.map((place) => modelOutcome(() => wholeBy(model, data, pathAt(place, place))));
      return onDisk(list(...ends), model.tree());
    }),
  };
});
