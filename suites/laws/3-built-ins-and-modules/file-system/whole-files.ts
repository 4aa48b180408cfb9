/** 3/file-system-module: reading, writing and appending whole files, at once and by promises. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import {
  diskExample,
  drawnDiskProperty,
  type ExpectedEntry,
  type ExpectedTree,
  fileWith,
  type InFolder,
  onDisk,
} from '../../../language/disk.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, equal, list, matches, record } from '../../../language/expectation.js';
import { FOLDER, file, link, type Tree } from '../../../language/fixture.js';
import { example } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';
import { pathIn } from './calling.js';
import { fileText, pattern } from './contents.js';
import type { FileEncoding } from './options.js';

interface WholeFileCalls {
  readonly promised: boolean;
  /** An operation without `Sync`, then its arguments; paths contain `{folder}`. */
  readonly calls: readonly (readonly unknown[])[];
}

/** Makes the calls, one after the other, and tells how each ended. */
const callProbe: Probe<InFolder<WholeFileCalls>> = async ({ given }, t) => {
  const ends: unknown[] = [];
  for (let i = 0; i < given.calls.length; i++) {
    const call = given.calls[i] || [];
    const ended = given.promised
      ? await t.outcome(() => t.invoke(t.fs.promises, `${call[0]}`, call.slice(1)))
      : t.attempt(() => t.invoke(t.fs, `${call[0]}Sync`, call.slice(1)));
    ends.push(ended);
  }
  return ends;
};

const A = `${FOLDER}/a`;

/** What a call that reads must give. */
const read = (content: Buffer, encoding: FileEncoding | undefined): Expectation =>
  list('returned', encoding === undefined ? content : content.toString(encoding));

/** Options in the forms in which they are taken. */
const optionsOf = (encoding: FileEncoding | undefined, form: 'text' | 'object'): readonly unknown[] =>
  encoding === undefined ? [] : [form === 'text' ? encoding : { encoding }];

interface FileReadRow {
  readonly size: number;
  readonly promised: boolean;
  readonly encoding?: FileEncoding;
  readonly form?: 'text' | 'object';
}

const contentFor = ({ size, encoding }: FileReadRow): Buffer =>
  encoding === 'utf8' ? Buffer.from(fileText(size)) : pattern(size);

/** All that a file holds, twice, and nothing is changed. */
export const reads = diskExample({
  disk: (data: FileReadRow) => ({ a: file(contentFor(data)) }),
  input: ({ promised, encoding, form = 'text' }): WholeFileCalls => {
    const call = ['readFile', A, ...optionsOf(encoding, form)];
    return { promised, calls: [call, call] };
  },
  probe: callProbe,
  expect: (data) => {
    const content = contentFor(data);
    const once = read(content, data.encoding);
    return onDisk(list(once, once), { a: fileWith(content, { mode: 0o644 }) });
  },
});

/** What is read of one file is written to another. */
const copyProbe: Probe<InFolder<{ promised: boolean; operation: string; encoding?: string }>> = async (
  { folder, given },
  t,
) => {
  const args: unknown[] = [`${folder}/a`];
  const of = given.encoding === undefined ? args : args.concat([given.encoding]);
  const content = given.promised
    ? await t.outcome(() => t.invoke(t.fs.promises, 'readFile', of))
    : t.attempt(() => t.invoke(t.fs, 'readFileSync', of));
  if (content[0] === 'threw') return content;
  const to = [`${folder}/copy`, content[1]];
  const written = given.promised
    ? await t.outcome(() => t.invoke(t.fs.promises, given.operation, to))
    : t.attempt(() => t.invoke(t.fs, `${given.operation}Sync`, to));
  return [written[0]];
};

export const copies = diskExample({
  disk: (data: FileReadRow & { readonly operation: 'writeFile' | 'appendFile' }) => ({ a: file(contentFor(data)) }),
  input: ({ promised, operation, encoding }) => ({ promised, operation, ...(encoding && { encoding }) }),
  probe: copyProbe,
  expect: (data) => {
    const content = contentFor(data);
    return onDisk(list('returned'), { a: fileWith(content), copy: fileWith(content) });
  },
});

/** What is on disk before a file is written. */
const BEFORE = {
  missing: {},
  empty: { a: file('') },
  shorter: { a: file('o') },
  longer: { a: file(`old ${'content '.repeat(700)}`) },
  linked: { a: link('real'), real: file('old content') },
} satisfies { readonly [name: string]: Tree };

interface FileWriteRow {
  readonly operation: 'writeFile' | 'appendFile';
  readonly promised: boolean;
  readonly before: keyof typeof BEFORE;
  /** Text, or bytes as digits. */
  readonly text?: string;
  readonly size?: number;
  readonly hex?: string;
}

const dataOf = ({ text, size, hex }: FileWriteRow): string | Buffer => {
  if (text !== undefined) return String(decode(text));
  return size === undefined ? Buffer.from(hex ?? '', 'hex') : pattern(size);
};

/** What is there after data was written or appended. */
function leftBy({ operation, before, ...rest }: FileWriteRow): ExpectedTree {
  const tree: Tree = BEFORE[before];
  const name = before === 'linked' ? 'real' : 'a';
  const old = tree[name];
  const head = operation === 'appendFile' && old?.kind === 'file' ? Buffer.from(old.bytes) : Buffer.alloc(0);
  const content = Buffer.concat([head, Buffer.from(dataOf({ operation, before, ...rest }))]);
  const facts = old === undefined ? { made: 0o666 } : { mode: 0o644 };
  return { ...tree, [name]: fileWith(content, facts) };
}

export const writes = diskExample({
  disk: ({ before }: FileWriteRow): Tree => BEFORE[before],
  input: (data): WholeFileCalls => ({ promised: data.promised, calls: [[data.operation, A, dataOf(data)]] }),
  probe: callProbe,
  expect: (data) => onDisk(list(list('returned', anything)), leftBy(data)),
});

/** Several writes of one file, each told to the disk before the next. */
interface FileCallsRow {
  readonly promised: boolean;
  readonly calls: readonly (readonly Plain[])[];
  /** The content of each file in the end. */
  readonly leaves: { readonly [name: string]: string };
  /** What calls that read give, by their index. */
  readonly gives?: { readonly [index: string]: Plain };
  readonly files?: { readonly [name: string]: string };
}

const filesOf = (files: { readonly [name: string]: string } = {}): Tree =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, file(content)]));

/** Rows of calls, whose first argument is a name in the folder. */
export const performs = diskExample({
  disk: ({ files }: FileCallsRow) => filesOf(files),
  input: ({ promised, calls }): WholeFileCalls => ({
    promised,
    calls: calls.map(([operation, name, ...args]) => [operation, pathIn(name), ...args.map(decode)]),
  }),
  probe: callProbe,
  expect: ({ calls, gives = {}, leaves }) => {
    const ends = calls.map((_, i) => {
      const given = gives[i];
      return list('returned', given === undefined ? anything : decode(given));
    });
    const left = Object.entries(leaves).map(([name, content]): [string, ExpectedEntry] => [name, fileWith(content)]);
    return onDisk(list(...ends), Object.fromEntries(left));
  },
});

/** What becomes of one call is left open. */
export const recordsCall = diskExample({
  disk: ({ files }: { readonly files: { readonly [name: string]: string }; readonly call: readonly Plain[] }) =>
    filesOf(files),
  input: ({ call: [operation, name, ...args] }): WholeFileCalls => ({
    promised: false,
    calls: [[operation, pathIn(name), ...args.map(decode)]],
  }),
  probe: callProbe,
  expect: () => record({ gave: list(anything) }),
});

/** A file's bytes as digits, and what they are in an encoding. */
export const decodes = diskExample({
  disk: ({ hex }: { readonly hex: string; readonly encoding: FileEncoding; readonly promised: boolean }) => ({
    a: file(Buffer.from(hex, 'hex')),
  }),
  input: ({ encoding, promised }): WholeFileCalls => ({ promised, calls: [['readFile', A, { encoding }]] }),
  probe: callProbe,
  expect: ({ hex, encoding }) => record({ gave: list(read(Buffer.from(hex, 'hex'), encoding)) }),
});

/** What a call leaves is not what the next one gives: a Buffer that was read is the reader's own. */
export const ownsWhatItRead = diskExample({
  disk: (_: { readonly promised: boolean }) => ({ a: file('content') }),
  input: ({ promised }) => ({ promised }),
  probe: async ({ folder, given }, t) => {
    const args = [`${folder}/a`];
    const one = async (): Promise<unknown> => {
      const ended = given.promised
        ? await t.outcome(() => t.invoke(t.fs.promises, 'readFile', args))
        : t.attempt(() => t.invoke(t.fs, 'readFileSync', args));
      return ended[1];
    };
    const first = await one();
    if (!(first instanceof Uint8Array)) return [first];
    first[0] = 120;
    const second = await one();
    const changed = t.attempt(() => t.fs.writeFileSync(args[0] || '', 'changed'));
    const third = await one();
    return [first, second, changed[0], third];
  },
  expect: () =>
    onDisk(list(Buffer.from('xontent'), Buffer.from('content'), 'returned', Buffer.from('changed')), {
      a: fileWith('changed'),
    }),
});

/** Promises of different files at one time: each is of its own file. */
export const goesSideBySide = diskExample({
  disk: (_: object) => ({ a: file('first'), b: file('second') }),
  input: () => null,
  probe: ({ folder }, t) =>
    Promise.all([
      t.fs.promises.readFile(`${folder}/a`),
      t.fs.promises.writeFile(`${folder}/c`, 'third'),
      t.fs.promises.readFile(`${folder}/b`),
      t.fs.promises.appendFile(`${folder}/b2`, 'fourth'),
    ]).then((all: readonly unknown[]) => [all[0], all[2]]),
  expect: () =>
    onDisk(list(Buffer.from('first'), Buffer.from('second')), {
      a: file('first'),
      b: file('second'),
      c: fileWith('third', { made: 0o666 }),
      b2: fileWith('fourth', { made: 0o666 }),
    }),
});

/** Drawn content, written, appended to and read again in an encoding. */
interface FileHistory {
  readonly before: Uint8Array | undefined;
  readonly writes: readonly { readonly operation: 'writeFile' | 'appendFile'; readonly data: string | Uint8Array }[];
  readonly encoding: FileEncoding | undefined;
  readonly promised: boolean;
}

/** Never empty: what is read of an empty file has a case of its own. */
const drawnWrites = fc.array(
  fc.record({
    operation: fc.constantFrom('writeFile' as const, 'appendFile' as const),
    data: fc.oneof(
      unicodeText(40).filter((one) => one !== ''),
      bytes(40).map((one) => Buffer.from([...one, 0])),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

export const writesWhatIsDrawn = drawnDiskProperty({
  inputs: (_: object): fc.Arbitrary<FileHistory> =>
    fc.record({
      before: fc.option(bytes(40), { nil: undefined }),
      writes: drawnWrites,
      encoding: fc.constantFrom(undefined, 'hex', 'base64', 'base64url'),
      promised: fc.boolean(),
    }),
  told: ({ writes, encoding, promised }): WholeFileCalls => ({
    promised,
    calls: writes.flatMap(({ operation, data }) => [
      [operation, A, data],
      ['readFile', A, ...optionsOf(encoding, 'object')],
    ]),
  }),
  disk: ({ before }): Tree => (before === undefined ? {} : { a: file(before) }),
  probe: callProbe,
  expect: ({ before, writes, encoding }) => {
    let content = Buffer.from(before ?? []);
    const ends = writes.flatMap(({ operation, data }) => {
      content = operation === 'writeFile' ? Buffer.from(data) : Buffer.concat([content, Buffer.from(data)]);
      return [list('returned', anything), read(content, encoding)];
    });
    return onDisk(list(...ends), { a: fileWith(content) });
  },
});

/** The first and the last byte are characters of their own. */
export const keepsWhatIsWell = diskExample({
  disk: ({ hex }: { readonly hex: string; readonly promised: boolean }) => ({ a: file(Buffer.from(hex, 'hex')) }),
  input: ({ promised }): WholeFileCalls => ({ promised, calls: [['readFile', A, 'utf8']] }),
  probe: callProbe,
  expect: ({ hex }) => {
    const text = Buffer.from(hex, 'hex').toString('latin1');
    return record({ gave: list(attempted(matches(new RegExp(`^${text.at(0)}.*${text.at(-1)}$`, 's')))) });
  },
});

/** A file of Linux, of which the system tells no size and which holds a line all the same. */
const UNMEASURED = { path: '/proc/sys/kernel/ostype', content: 'Linux\n' };

export const readsUnmeasured = example({
  input: ({ promised }: { readonly promised: boolean }) => ({ promised, path: UNMEASURED.path }),
  probe: async ({ promised, path }, t) => {
    const isThere = t.attempt(() => t.fs.accessSync(path))[0] === 'returned';
    if (!isThere) t.unobservable('the system has no such file');
    const read = (args: readonly unknown[]): unknown =>
      promised ? t.invoke(t.fs.promises, 'readFile', args) : t.invoke(t.fs, 'readFileSync', args);
    return [await read([path]), await read([path, 'utf8'])];
  },
  expect: () => equal([Buffer.from(UNMEASURED.content), UNMEASURED.content]),
});
