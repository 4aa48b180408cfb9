/** 3/file-system-flags: each flag by every operation that takes one, on whatever a path may lead to. */
import {
  diskExample,
  type ExpectedEntry,
  fileWith,
  folderWith,
  type InFolder,
  onDisk,
} from '../../../language/disk.js';
import {
  absent,
  anything,
  attempted,
  depending,
  type Expectation,
  either,
  list,
  oneOf,
  presumed,
  record,
  throws,
} from '../../../language/expectation.js';
import { folder, type Tree } from '../../../language/fixture.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { doesOf, type FlagFacts, type OpenFileModel, opened } from './opened.js';
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

/** What is done with what was opened, each time anew. */
const RUNS: { readonly [run: string]: readonly FlagStep[] } = {
  writes: [
    { what: 'write', text: 'XY' },
    { what: 'read', length: 64, at: 0 },
    { what: 'write', text: 'Z' },
  ],
  reads: [
    { what: 'read', length: 3, at: null },
    { what: 'read', length: 3, at: null },
    { what: 'write', text: 'XY' },
    { what: 'read', length: 64, at: 0 },
  ],
  grows: [
    { what: 'write', text: 'X' },
    { what: 'grow', text: 'zz' },
    { what: 'write', text: 'Y' },
    { what: 'read', length: 64, at: 0 },
  ],
  looks: [],
};

/** What is opened, in which folder, and what is done with it. */
interface OpenRuns {
  readonly flag: string | undefined;
  readonly promised: boolean;
  readonly runs: readonly { readonly name: string; readonly path: string; readonly steps: readonly FlagStep[] }[];
}

/** Takes a step with what was opened, whose members `call` calls. In the probe language, and lifted with the probe. */
const takeStep = async (
  step: FlagStep,
  path: string,
  t: World,
  call: (member: string, args: readonly unknown[]) => unknown,
): Promise<unknown> => {
  if (step.what === 'grow') {
    const before = t.attempt(() => t.fs.readFileSync(path, 'utf8'));
    const grown = t.attempt(() => t.fs.appendFileSync(path, step.text));
    const after = t.attempt(() => t.fs.readFileSync(path, 'utf8'));
    // How it appends is judged by itself.
    const isGrown = grown[0] === 'threw' || before[0] === 'threw' || after[1] === `${before[1]}${step.text}`;
    if (!isGrown) t.unobservable('appendFileSync() does not append');
    return [grown[0] === 'threw' ? 'refused' : 'grown'];
  }
  const buffer = Buffer.alloc(step.what === 'read' ? step.length : 0);
  const args = step.what === 'read' ? [buffer, 0, step.length, step.at] : [step.text];
  const outcome = await call(step.what, args);
  const ended = Object(outcome);
  if (ended[0] === 'threw') return ended;
  const member = step.what === 'read' ? 'bytesRead' : 'bytesWritten';
  const count = typeof ended[1] === 'number' ? ended[1] : Object(ended[1])[member];
  return [ended[0], step.what === 'read' ? Buffer.from(buffer.subarray(0, Number(count))) : count];
};

/** Opens each path, takes its steps, and closes what was opened. */
const openProbe = liftedWith(async (input: InFolder<OpenRuns>, t, take) => {
  const given = input.given;
  const all: { [name: string]: unknown } = {};
  const call = (on: unknown, name: string, args: readonly unknown[]): unknown =>
    given.promised ? t.outcome(() => t.invoke(on, name, args)) : t.attempt(() => t.invoke(t.fs, `${name}Sync`, args));
  for (let i = 0; i < given.runs.length; i++) {
    const run = given.runs[i];
    if (run === undefined) continue;
    const path = `${input.folder}/${run.path}`;
    const made = await call(t.fs.promises, 'open', given.flag === undefined ? [path] : [path, given.flag]);
    const isOpen = Object(made)[0] === 'returned';
    const held = Object(made)[1];
    const first = given.promised ? [] : [held];
    const onHeld = (member: string, args: readonly unknown[]): unknown => call(held, member, first.concat(args));
    const ends: unknown[] = [];
    for (let j = 0; isOpen && j < run.steps.length; j++) {
      const step = run.steps[j];
      if (step === undefined) continue;
      const ended = await take(step, path, t, onHeld);
      ends.push(ended);
    }
    if (isOpen) {
      const closed = await onHeld('close', []);
      ends.push([Object(closed)[0]]);
    }
    all[run.name] = { opened: isOpen ? ['returned'] : made, ends };
  }
  return all;
}, takeStep);

interface FlagRun {
  readonly name: string;
  readonly place: PlaceName;
  readonly steps: readonly FlagStep[];
}

const runsOf = ({ places }: FlagRow): readonly FlagRun[] =>
  places.flatMap((place) => Object.entries(RUNS).map(([run, steps]) => ({ name: `${place}-${run}`, place, steps })));

const openingOf = ({ flag, promised }: FlagRow, runs: readonly FlagRun[]): OpenRuns => ({
  flag,
  promised,
  runs: runs.map(({ name, place, steps }) => ({ name, path: `${name}/${flagPlace(place).path}`, steps })),
});

const treeOf = (folders: readonly { readonly name: string; readonly place: PlaceName }[]): Tree =>
  Object.fromEntries(folders.map(({ name, place }) => [name, folder(fixture(place, name))]));

/** What came of one folder: what the probe gave, and what is in it. */
interface PlaceOutcome {
  readonly name: string;
  readonly gave: Expectation;
  readonly left: ExpectedEntry;
}

const together = (all: readonly PlaceOutcome[]): Expectation =>
  onDisk(
    record(Object.fromEntries(all.map(({ name, gave }) => [name, gave]))),
    Object.fromEntries(all.map(({ name, left }) => [name, left])),
  );

const forBoth = (of: (bound: boolean) => Expectation): Expectation =>
  depending('bound', { true: of(true), false: of(false) });

/** What the model says for a user. */
function openedBy(data: FlagRow, { name, place, steps }: FlagRun, bound: boolean): PlaceOutcome {
  const state = flagPlace(place).state(bound);
  const file = opened(data, state);
  // Nobody else may write to it either.
  const isClosed = state.kind === 'file' && state.writable === false;
  const ends = file === undefined ? [] : [...steps.map((step) => endOf(file, step, isClosed)), list('returned')];
  const how = file === undefined ? attempted(throws()) : list('returned');
  const left = leftAt(place, name, file && fileWith(file.content));
  return { name, gave: record({ opened: how, ends: list(...ends) }), left: folderWith(left) };
}

function endOf(file: OpenFileModel, step: FlagStep, isClosed: boolean): Expectation {
  if (step.what === 'grow') {
    if (!isClosed) file.grow(step.text);
    return presumed('appendFileSync()', list(isClosed ? 'refused' : 'grown'));
  }
  const gave = step.what === 'read' ? file.read(step.length, step.at) : file.write(step.text);
  return gave === undefined ? attempted(throws()) : list('returned', gave);
}

/** By `openSync` and `promises.open`: what can be done with what was opened, and what it leaves. */
export const opens = diskExample({
  disk: (data: FlagRow) => treeOf(runsOf(data)),
  input: (data) => openingOf(data, runsOf(data)),
  probe: openProbe,
  expect: (data) => forBoth((bound) => together(runsOf(data).map((run) => openedBy(data, run, bound)))),
});

/** What becomes of it is left open. */
export const recordsOpening = diskExample({
  disk: ({ places }: FlagRow) => treeOf(places.map((place) => ({ name: place, place }))),
  input: (data) =>
    openingOf(
      data,
      data.places.map((place) => ({ name: place, place, steps: [] })),
    ),
  probe: openProbe,
  expect: () => record({ gave: anything }),
});

type WholeFileOperation = 'readFile' | 'writeFile' | 'appendFile';

/** By an operation on a whole file. */
interface WholeFileFlagRow extends FlagRow {
  readonly operation: WholeFileOperation;
}

interface WholeFileFlagCalls {
  readonly operation: WholeFileOperation;
  readonly promised: boolean;
  readonly calls: readonly { readonly name: string; readonly path: string; readonly args: readonly unknown[] }[];
}

const wholeProbe = async ({ folder: root, given }: InFolder<WholeFileFlagCalls>, t: World): Promise<unknown> => {
  const all: { [name: string]: unknown } = {};
  for (let i = 0; i < given.calls.length; i++) {
    const call = given.calls[i];
    if (call === undefined) continue;
    const path: unknown = `${root}/${call.path}`;
    const args = [path].concat(call.args);
    const ended = given.promised
      ? await t.outcome(() => t.invoke(t.fs.promises, given.operation, args))
      : t.attempt(() => t.invoke(t.fs, `${given.operation}Sync`, args));
    all[call.name] = ended;
  }
  return all;
};

const DATA = 'XY';

/** What the model says of a whole file; what opening left before the operation failed is told apart from what it did. */
function wholeBy(data: WholeFileFlagRow, place: PlaceName, bound: boolean): PlaceOutcome {
  const { operation } = data;
  const does = doesOf(data);
  const state = flagPlace(place).state(bound);
  const file = opened(data, state);
  const left = (of: Expectation | undefined): ExpectedEntry => folderWith(leftAt(place, place, of));
  const fails = { name: place, gave: attempted(throws()) };
  if (file === undefined) return { ...fails, left: left(undefined) };
  if (!(operation === 'readFile' ? does.reads : does.writes))
    return { ...fails, left: left(leftOver(data, state.kind)) };
  if (operation === 'readFile')
    return { name: place, gave: list('returned', file.content), left: left(fileWith(file.content)) };
  const before = file.content;
  file.write(DATA);
  return { name: place, gave: list('returned', anything), left: left(written(data, before, file.content)) };
}

/** A flag that makes or empties a file may have done so before the operation failed. */
function leftOver(data: WholeFileFlagRow, kind: 'nothing' | string): Expectation | undefined {
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
  input: ({ flag, places, operation, promised }): WholeFileFlagCalls => ({
    operation,
    promised,
    calls: places.map((place) => ({
      name: place,
      path: `${place}/${flagPlace(place).path}`,
      args: [...(operation === 'readFile' ? [] : [DATA]), ...(flag === undefined ? [] : [{ flag }])],
    })),
  }),
  probe: wholeProbe,
  expect: (data) => forBoth((bound) => together(data.places.map((place) => wholeBy(data, place, bound)))),
});
