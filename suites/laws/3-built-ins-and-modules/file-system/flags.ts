/** 3/file-system-flags: each flag by every operation that takes one, on whatever a path may lead to. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample, type ExpectedEntry, fileWith, folderWith, onDisk } from '../../../language/disk.js';
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
  presumed,
  record,
  satisfies,
  throws,
} from '../../../language/expectation.js';
import { folder, type Tree } from '../../../language/fixture.js';
import { followOne } from '../../support/steps.js';
import { moved, OPENED } from './descriptor-model.js';
import { descriptorOrder, type FdForm, type FdStep } from './descriptor-steps.js';
import { callIn, orderIn, pathIn } from './folder.js';
import { doesOf, type FlagFacts, type OpenFile, opened, type PathState } from './opened.js';
import { CONTENT, fixture, flagPlace, leftAt, type PlaceName } from './places.js';

/** A flag, which is left out where the operation's own default is meant, and places, each in a folder of its own. */
interface FlagRow extends FlagFacts {
  readonly flag?: string;
  readonly places: readonly PlaceName[];
  /** By what gives a promise. */
  readonly promised: boolean;
}

/** A read, a write, or what somebody else appends between them; `at` is null where the descriptor's own position is meant. */
type FlagStep =
  | { readonly what: 'read'; readonly length: number; readonly at: number | null }
  | { readonly what: 'write'; readonly text: string }
  | { readonly what: 'grow'; readonly text: string };

const read = (length: number, at: number | null): FlagStep => ({ what: 'read', length, at });
const write = (text: string): FlagStep => ({ what: 'write', text });

/** What is done with what was opened, each on a fixture of its own. */
const RUNS: { readonly [run: string]: readonly FlagStep[] } = {
  writes: [write('XY'), read(64, 0), write('Z')],
  reads: [read(3, null), read(3, null), write('XY'), read(64, 0)],
  grows: [write('X'), { what: 'grow', text: 'zz' }, write('Y'), read(64, 0)],
  looks: [],
};

/** What is opened in a folder, and what is done with it. */
interface FlagRun {
  readonly name: string;
  readonly place: PlaceName;
  readonly steps: readonly FlagStep[];
}

const runsOf = ({ places }: FlagRow): readonly FlagRun[] =>
  places.flatMap((place) => Object.entries(RUNS).map(([run, steps]) => ({ name: `${place}-${run}`, place, steps })));

const formOf = ({ promised }: FlagRow): FdForm => (promised ? 'handle' : 'sync');

const viewFor = (length: number) => ({ kind: 'Buffer', memory: new Uint8Array(length), from: 0, length });

/** Somebody else appends, which is seen by what the file holds before and afterwards. */
const growing = (path: string, text: string): readonly FdStep[] => [
  { ...callIn('sync', ['readFile', path, 'utf8']), as: 'before', shown: false },
  callIn('sync', ['appendFile', path, text]),
  { ...callIn('sync', ['readFile', path, 'utf8']), as: 'after', shown: [['$before'], ['$after']] },
];

/** Actions with descriptors: opens what is there, takes the steps, and closes it. */
function actionsOf({ flag }: FlagRow, { name, place, steps }: FlagRun, i: number): readonly FdStep[] {
  const path = `${name}/${flagPlace(place).path}`;
  const file = `file${i}`;
  const actions = steps.flatMap((step): readonly FdStep[] => {
    if (step.what === 'grow') return growing(pathIn(path), step.text);
    return [
      step.what === 'read' ? ['read', file, viewFor(step.length), 0, step.length, step.at] : ['text', file, step.text],
    ];
  });
  return [['open', file, path, ...(flag === undefined ? [] : [flag])], ...actions, ['close', file]];
}

const orderOf = (data: FlagRow, runs: readonly FlagRun[]) =>
  descriptorOrder({ form: formOf(data), steps: runs.flatMap((run, i) => actionsOf(data, run, i)) });

const treeOf = (folders: readonly { readonly name: string; readonly place: PlaceName }[]): Tree =>
  Object.fromEntries(folders.map(({ name, place }) => [name, folder(fixture(place, name))]));

/** What comes of one folder: how its steps end, and what is in it. */
interface PlaceOutcome {
  readonly name: string;
  readonly gave: readonly Expectation[];
  readonly left: ExpectedEntry;
}

const forBoth = (outcomesOf: (bound: boolean) => readonly PlaceOutcome[]): Expectation => {
  const together = (all: readonly PlaceOutcome[]): Expectation =>
    onDisk(list(...all.flatMap(({ gave }) => gave)), Object.fromEntries(all.map(({ name, left }) => [name, left])));
  return depending('bound', { true: together(outcomesOf(true)), false: together(outcomesOf(false)) });
};

/** What `appendFileSync()` leaves. */
const APPENDING = { does: ['append', 'create'] } as const satisfies FlagFacts;

/** How somebody else's append ends, and what is seen of it; how it appends is judged by itself. */
function grownBy(text: string, isRefused: boolean, isSeen: boolean): readonly Expectation[] {
  const isAppended = satisfies('the text behind what was there', (value) => {
    const [before, after]: readonly unknown[] = Object(value);
    return after === `${before}${text}` || `${after}`;
  });
  const seen = isRefused || !isSeen ? anything : presumed('appendFileSync()', attempted(isAppended));
  return [anything, presumed('appendFileSync()', attempted(isRefused ? throws() : anything)), seen];
}

function endsOf(file: OpenFile, form: FdForm, step: FlagStep, state: PathState): readonly Expectation[] {
  if (step.what === 'grow') {
    const [isRefused, isUnseen] = state.kind === 'file' ? [state.writable === false, state.readable === false] : [];
    if (!isRefused) file.data.bytes = Buffer.concat([file.data.bytes, Buffer.from(step.text)]);
    return grownBy(step.text, isRefused === true, isUnseen !== true);
  }
  if (!(step.what === 'read' ? file.does.reads : file.does.writes)) return [attempted(throws())];
  if (step.what === 'write') {
    file.write(Buffer.from(step.text));
    return [moved(form, step.text.length)];
  }
  const bytes = file.read(step.length, step.at);
  const memory = new Uint8Array(step.length);
  memory.set(bytes);
  return [moved(form, bytes.length, memory)];
}

/** What the model says for a user. The steps are taken also where nothing is opened; of them only what others append is left then. */
function openedBy(data: FlagRow, { name, place, steps }: FlagRun, bound: boolean): PlaceOutcome {
  const state = flagPlace(place).state(bound);
  const file = opened(data, state);
  const left = (of: OpenFile | undefined) => folderWith(leftAt(place, name, of && fileWith(of.data.bytes)));
  if (file !== undefined) {
    const ends = steps.flatMap((step) => endsOf(file, formOf(data), step, state));
    return { name, gave: [OPENED, ...ends, attempted(undefined)], left: left(file) };
  }
  const grown = steps.find((step) => step.what === 'grow');
  const other = grown && opened(APPENDING, state);
  if (grown && other) other.write(Buffer.from(grown.text));
  const ends = steps.flatMap((step) =>
    step.what === 'grow' ? grownBy(step.text, other === undefined, false) : [anything],
  );
  return { name, gave: [attempted(throws()), ...ends, anything], left: left(other) };
}

/** By `openSync` and `promises.open`: what can be done with what was opened, and what it leaves. */
export const opens = diskExample({
  disk: (data: FlagRow) => treeOf(runsOf(data)),
  input: (data) => orderOf(data, runsOf(data)),
  probe: followOne,
  expect: (data) => forBoth((bound) => runsOf(data).map((run) => openedBy(data, run, bound))),
});

const looksAt = ({ places }: FlagRow): readonly FlagRun[] => places.map((place) => ({ name: place, place, steps: [] }));

/** The documents leave open what comes of it. */
export const recordsOpening = diskExample({
  disk: (data: FlagRow) => treeOf(looksAt(data)),
  input: (data) => orderOf(data, looksAt(data)),
  probe: followOne,
  expect: () => record({ gave: anything }),
});

/** By an operation on a whole file. */
interface WholeFileFlagRow extends FlagRow {
  readonly operation: 'readFile' | 'writeFile' | 'appendFile';
}

const DATA = 'XY';

/** What the model says of a whole file; what opening left before the operation failed is apart from what it did. */
function wholeBy(data: WholeFileFlagRow, place: PlaceName, bound: boolean): PlaceOutcome {
  const { operation } = data;
  const state = flagPlace(place).state(bound);
  const file = opened(data, state);
  const outcome = (gave: Expectation, of: Expectation | undefined): PlaceOutcome => ({
    name: place,
    gave: [gave],
    left: folderWith(leftAt(place, place, of)),
  });
  if (file === undefined) return outcome(attempted(throws()), undefined);
  if (!(operation === 'readFile' ? file.does.reads : file.does.writes))
    return outcome(attempted(throws()), leftOver(data, state.kind));
  const before = file.data.bytes;
  if (operation === 'readFile') return outcome(attempted(equal(before)), fileWith(before));
  file.write(Buffer.from(DATA));
  return outcome(attempted(anything), written(data, before, file.data.bytes));
}

/** A flag that makes or empties a file may have done so before the operation failed. */
function leftOver(data: WholeFileFlagRow, kind: PathState['kind']): Expectation | undefined {
  if (kind === 'nothing') return either(fileWith(''), absent);
  return doesOf(data).replaces ? fileWith(oneOf(Buffer.from(''), Buffer.from(CONTENT))) : undefined;
}

/** See the ruling on writing whole files with flags that neither append nor replace. */
function written({ operation, ...data }: WholeFileFlagRow, before: Buffer, after: Buffer): Expectation {
  const { appends, replaces } = doesOf(data);
  if (appends || replaces || before.length === 0) return fileWith(after);
  const whole = operation === 'appendFile' ? Buffer.concat([before, Buffer.from(DATA)]) : Buffer.from(DATA);
  return fileWith(oneOf(after, whole));
}

export const wholeFiles = diskExample({
  disk: ({ places }: WholeFileFlagRow) => treeOf(places.map((place) => ({ name: place, place }))),
  input: ({ flag, places, operation, promised }) => {
    const args: readonly Plain[] = [
      ...(operation === 'readFile' ? [] : [DATA]),
      ...(flag === undefined ? [] : [{ flag }]),
    ];
    return orderIn({
      promised,
      steps: places.map((place) => ({ call: [operation, pathIn(`${place}/${flagPlace(place).path}`), ...args] })),
    });
  },
  probe: followOne,
  expect: (data) => forBoth((bound) => data.places.map((place) => wholeBy(data, place, bound))),
});
