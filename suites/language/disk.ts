/**
 * Laws of cases on disk, and what must be observed: `{ gave, disk, bound }`. That is what the probe returned; each entry by its path from
 * the trial's folder; and whether permissions of files bind the target's user, as they do not bind root. See `fixture.ts` for names and
 * paths.
 */
import type fc from 'fast-check';
import { all, type Expectation, type ExpectedValue, equal, record, satisfies } from './expectation.js';
import { type Disk, type Entry, type Facts, FOLDER, type Tree } from './fixture.js';
import { type Common, type GivenOf, givenOf, probing } from './law.js';
import type { At, CaseBody, Law, Probe, Trial } from './trial.js';

/** What a fixture's entry is expected to be, an expectation of a found entry, or a folder of such. */
export type ExpectedEntry = Entry | Expectation | ExpectedFolder;
export interface ExpectedTree {
  readonly [name: string]: ExpectedEntry;
}
export interface ExpectedFolder {
  readonly folder: ExpectedTree;
  readonly facts: ExpectedFacts;
}

export interface ExpectedFacts {
  readonly mode?: ExpectedValue;
  readonly nlink?: ExpectedValue;
  /** Permissions that the entry was made with: those of them that the target's umask leaves. */
  readonly made?: number;
}

/** A file with this content, which is text, bytes or an expectation of its bytes. */
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

/** The entry carries what it was made under: its permissions are those that the umask leaves. */
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

/** What the probe gave, and all that is in the folder afterwards: these entries and no others. */
export const onDisk = (gave: ExpectedValue, tree: ExpectedTree): Expectation => {
  const entries = flat('', tree);
  const named = new Set(entries.map(([path]) => path));
  const others = satisfies(`nothing besides ${[...named].join(', ') || 'what is expected'}`, (value) => {
    const more = Object.keys(Object(value)).filter((path) => path !== '.' && !named.has(path));
    return more.length === 0 || `there is ${more.join(', ')}`;
  });
  return record({ gave, disk: all(record(Object.fromEntries(entries)), others) });
};

/** The entries named, whatever else is there. */
export const amongOthers = (gave: ExpectedValue, tree: ExpectedTree): Expectation =>
  record({ gave, disk: record(Object.fromEntries(flat('', tree))) });

function flat(before: string, tree: ExpectedTree): [string, Expectation][] {
  return Object.entries(tree).flatMap(([name, entry]): [string, Expectation][] => {
    const path = `${before}${name}`;
    if ('expects' in entry) return [[path, entry]];
    if ('folder' in entry) {
      const { made, ...facts } = entry.facts;
      return [[path, madeWith(made, record({ kind: 'folder', ...facts }))], ...flat(`${path}/`, entry.folder)];
    }
    if (entry.kind === 'folder') return [[path, found(entry)], ...flat(`${path}/`, entry.entries)];
    return [[path, found(entry)]];
  });
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

const modeOf = ({ mode }: Facts): { mode?: number } => (mode === undefined ? {} : { mode });

/** What a probe on disk is told. */
export interface InFolder<I> {
  /** Absolute path of the trial's folder. */
  readonly folder: string;
  readonly given: I;
}

/** What every law on disk has. */
type OnDisk<D> = Common<D> & { readonly stats?: boolean };

const onDiskOf = <D>({ needs = [], ...law }: OnDisk<D>): Common<D> => ({ ...law, needs: ['file-system', ...needs] });

/** One fixture, one input, one expectation. Without `input` the probe is given the row's `given`, decoded. */
export function diskExample<D, I = GivenOf<D>>(
  law: OnDisk<D> & {
    disk: (data: D) => Tree;
    input?: (data: D, at: At) => I;
    probe: Probe<InFolder<I>>;
    expect: (data: D) => Expectation;
  },
): Law<D> {
  const { input = givenOf, stats = false } = law;
  return (data) => ({
    ...probing('example', onDiskOf(law), data),
    probe: law.probe,
    trials: (at) => ({ one: trialOf(input(data, at), { tree: law.disk(data), stats }, () => law.expect(data)) }),
  });
}

/** The same with inputs that are drawn, and a fixture for each; the probe gets what `told` makes of them. */
export function drawnDiskProperty<D, I, T>(
  law: OnDisk<D> & {
    inputs: (data: D, at: At) => fc.Arbitrary<I>;
    told: (drawn: I, data: D) => T;
    disk: (drawn: I, data: D) => Tree;
    probe: Probe<InFolder<T>>;
    expect: (drawn: I, data: D) => Expectation;
  },
): Law<D> {
  const { stats = false } = law;
  return (data) => ({
    ...probing('property', onDiskOf(law), data),
    probe: law.probe,
    trials: (at) => ({
      many: law
        .inputs(data, at)
        .map((drawn) =>
          trialOf(law.told(drawn, data), { tree: law.disk(drawn, data), stats }, () => law.expect(drawn, data)),
        ),
    }),
  });
}

/** An example whose inputs name `{folder}`, with a fixture there; what the probe gives is judged alone. */
export const besideFixture = (body: CaseBody, disk: Disk): CaseBody => ({
  ...body,
  needs: [...body.needs, 'file-system'],
  trials: (at) => {
    const trials = body.trials(at);
    if (!('one' in trials) || trials.one.hold !== undefined) return trials;
    const { input, expect } = trials.one;
    return { one: { input, disk, expect: () => record({ gave: expect() }) } };
  },
});

const trialOf = (given: unknown, disk: Disk, expect: () => Expectation): Trial => ({
  input: { folder: FOLDER, given },
  disk,
  expect,
});
