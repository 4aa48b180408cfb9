/**
 * Laws of cases with files, and their observations: `{ gave, disk, bound }`. `result` is the result of the probe, and `disk`
 * has each entry by its path in the trial's folder. `bound` says whether file permissions restrict the target's user, unlike
 * root. `fixture.ts` describes names and paths.
 */
import type fc from 'fast-check';
import { all, type Expectation, type ExpectedValue, equal, record, satisfies } from './expectation.js';
import type { Disk, Entry, EntryFacts, Tree } from './fixture.js';
import { type Common, probing } from './law.js';
import type { CaseBody, Law, Probe, Trial } from './trial.js';

/** The expected entry: an entry of a fixture, an expectation of a found entry, or a folder of such entries. */
export type ExpectedEntry = Entry | Expectation | ExpectedFolder;
export interface ExpectedTree {
  readonly [name: string]: ExpectedEntry;
}
interface ExpectedFolder {
  readonly folder: ExpectedTree;
  readonly facts: ExpectedFacts;
}

interface ExpectedFacts {
  readonly mode?: ExpectedValue;
  readonly nlink?: ExpectedValue;
  /** The mode that the entry was created with. The target's umask reduces it. */
  readonly made?: number;
}

/** A file with this content: text, bytes or an expectation of its bytes. */
export const fileWith = (content: ExpectedValue, { made, ...facts }: ExpectedFacts = {}): Expectation => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return madeWith(
    made,
    record({ kind: 'file', bytes: bytes instanceof Uint8Array ? asBytes(bytes) : bytes, ...facts }),
  );
};

export const folderWith = (entries: ExpectedTree = {}, facts: ExpectedFacts = {}): ExpectedFolder => ({
  folder: entries,
  facts,
});

export const linkTo = (to: string): Expectation => record({ kind: 'link', to });

/** Bytes of files are read as Buffers. */
const asBytes = (bytes: Uint8Array): Expectation => equal(Buffer.from(bytes));

/** The entry with its creation mode, reduced by the umask. */
const madeWith = (made: number | undefined, of: Expectation): Expectation =>
  made === undefined
    ? of
    : all(
        of,
        satisfies(`mode ${octal(made)} under the umask`, (value) => isMade(value, made)),
      );

function isMade(value: unknown, made: number): true | string {
  const { mode, umask } = Object(value);
  const left = made & ~Number(umask);
  return (
    mode === left ||
    `mode ${octal(Number(mode))}, and ${octal(made)} under the umask ${octal(Number(umask))} is ${octal(left)}`
  );
}

const octal = (mode: number): string => mode.toString(8);

/** The result of the probe, and the content of the folder afterwards: exactly these entries. */
export const onDisk = (result: ExpectedValue, tree: ExpectedTree): Expectation => {
  const entries = flat('', tree);
  const named = new Set(entries.map(([path]) => path));
  const others = satisfies(`nothing besides ${[...named].join(', ') || 'what is expected'}`, (value) => {
    const more = Object.keys(Object(value)).filter((path) => path !== '.' && !named.has(path));
    return more.length === 0 || `there is ${more.join(', ')}`;
  });
  return record({ result, disk: all(record(Object.fromEntries(entries)), others) });
};

/** The expectation at each path of a tree in this folder; empty for the trial's own. */
export const flat = (folder: string, tree: ExpectedTree): [path: string, Expectation][] =>
  Object.entries(tree).flatMap(([name, entry]) => flatEntry(`${folder}${name}`, entry));

/** The expectations of one entry at this path. */
export function flatEntry(path: string, entry: ExpectedEntry): [path: string, Expectation][] {
  if ('expects' in entry) return [[path, entry]];
  if ('facts' in entry) {
    const { made, ...facts } = entry.facts;
    return [[path, madeWith(made, record({ kind: 'folder', ...facts }))], ...flat(`${path}/`, entry.folder)];
  }
  return [[path, found(entry)], ...(entry.kind === 'folder' ? flat(`${path}/`, entry.entries) : [])];
}

function found(entry: Entry): Expectation {
  switch (entry.kind) {
    case 'file':
      return record({ kind: 'file', bytes: asBytes(entry.bytes), ...modeOf(entry) });
    case 'link':
      return linkTo(entry.to);
    case 'hard-link':
      return record({ kind: 'file' });
    default:
      return record({ kind: entry.kind, ...modeOf(entry) });
  }
}

const modeOf = ({ mode }: EntryFacts): { mode?: number } => (mode === undefined ? {} : { mode });

/** A law with files, about the row itself or what is drawn for it; the input of the probe names its folder `{folder}`. */
type OnDisk<D, I, T> = Common<D> & {
  readonly stats?: boolean;
  readonly probe: Probe<T>;
  inputOf: (of: I, data: D) => T;
  disk: (of: I, data: D) => Tree;
  expect: (of: I, data: D) => Expectation;
};

const bodyOf = <D, I, T>(kind: 'example' | 'property', { needs = [], ...law }: OnDisk<D, I, T>, data: D) => ({
  ...probing(kind, { ...law, needs: ['file-system', ...needs] }, data),
  probe: law.probe,
});

const trialOf = <D, I, T>(law: OnDisk<D, I, T>, of: I, data: D): Trial => ({
  input: law.inputOf(of, data),
  disk: { tree: law.disk(of, data), stats: law.stats ?? false },
  expect: () => law.expect(of, data),
});

/** One fixture, one input, one expectation. */
export const diskExample =
  <D, T>(law: OnDisk<D, D, T>): Law<D> =>
  (data) => ({ ...bodyOf('example', law, data), trials: () => ({ one: trialOf(law, data, data) }) });

/** The same with drawn inputs, and a fixture for each. */
export const drawnDiskProperty =
  <D, I, T>(law: OnDisk<D, I, T> & { inputs: (data: D) => fc.Arbitrary<I> }): Law<D> =>
  (data) => ({
    ...bodyOf('property', law, data),
    trials: () => ({ many: law.inputs(data).map((drawn) => trialOf(law, drawn, data)) }),
  });

/** An example whose inputs name `{folder}`, with a fixture there; only the result of the probe is judged. */
export const besideFixture = (body: CaseBody, disk: Disk): CaseBody => ({
  ...body,
  needs: [...body.needs, 'file-system'],
  trials: (at) => {
    const trials = body.trials(at);
    if (!('one' in trials) || trials.one.hold !== undefined) return trials;
    const { input, expect } = trials.one;
    return { one: { input, disk, expect: () => record({ result: expect() }) } };
  },
});
