/** 3/file-system-module: reading, writing and appending whole files, synchronously and with promises. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { drawnDiskProperty, fileWith, onDisk } from '../../../language/disk.js';
import { decode, encode } from '../../../language/encoding.js';
import { anything, attempted, equal, list, matches } from '../../../language/expectation.js';
import { file } from '../../../language/fixture.js';
import { example } from '../../../language/law.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';
import { plainBytes } from '../../support/bytes.js';
import { contentOf } from '../../support/contents.js';
import { followOne } from '../../support/steps.js';
import { type FolderSteps, inFolder, orderIn, pathIn } from './folder.js';
import { type FileEncoding, type WrittenForm, written } from './options.js';
import type { TreeDescription } from './trees.js';

const A = pathIn('a');

const readAs = (content: Buffer, encoding: FileEncoding | undefined): Plain =>
  encoding === undefined ? encode(content) : content.toString(encoding);

interface FileReadRow {
  readonly promised: boolean;
  /** Its content has this size, or is these bytes. */
  readonly size?: number;
  readonly bytes?: Plain;
  readonly encoding?: FileEncoding;
  readonly written?: WrittenForm;
}

/** Characters of one to four bytes; each power of two is within a character, modulo 14. */
const CHARACTERS = 'aé€😀😀';

const textOfBytes = (size: number): string => CHARACTERS.repeat(Math.floor(size / 14)) + 'z'.repeat(size % 14);

const contentFor = ({ size = 0, bytes: given, encoding }: FileReadRow): Buffer => {
  if (given !== undefined) return plainBytes(given);
  return Buffer.from(encoding === 'utf8' ? textOfBytes(size) : contentOf('bytes', size));
};

const callOf = ({ encoding, written: how = 'text' }: FileReadRow): readonly Plain[] => [
  'readFile',
  A,
  ...(encoding === undefined ? [] : written(how, 'encoding', encoding)),
];

/** The whole content of a file, twice, without a change. */
const reads = inFolder((data: FileReadRow) => {
  const content = contentFor(data);
  const step = { call: callOf(data), returns: readAs(content, data.encoding) };
  return { promised: data.promised, tree: { a: { file: content, mode: 0o644 } }, steps: [step, step] };
});

/** One law with several names for what its cases check: at standard depth each name covers its axes separately. */
export { reads, reads as readsBytes };

/** The first and the last byte are separate characters. */
export const keepsBordersOf = inFolder((data: { readonly promised: boolean; readonly bytes: Plain }) => {
  const text = plainBytes(data.bytes).toString('latin1');
  return {
    promised: data.promised,
    tree: { a: { file: data.bytes } },
    steps: [{ call: ['readFile', A, 'utf8'] }],
    outcomes: [attempted(matches(new RegExp(`^${text.at(0)}.*${text.at(-1)}$`, 's')))],
  };
});

type WritingOperation = 'writeFile' | 'appendFile';

/** The content of one file is written to another. */
export const copies = inFolder((data: FileReadRow & { readonly operation: WritingOperation }) => {
  const content = contentFor(data);
  return {
    promised: data.promised,
    tree: { a: { file: content } },
    steps: [
      { call: callOf(data), as: 'content', shown: false },
      { call: [data.operation, pathIn('copy'), '$content'], shown: false, returns: { $any: true } },
    ],
    leaves: { copy: { file: content } },
  };
});

/** The tree before a file is written. */
const BEFORE = {
  missing: {},
  empty: { a: '' },
  shorter: { a: 'o' },
  longer: { a: `old ${'content '.repeat(700)}` },
  linked: { a: { link: 'real' }, real: 'old content' },
} satisfies { readonly [name: string]: TreeDescription };

interface FileWriteRow {
  readonly operation: WritingOperation;
  readonly promised: boolean;
  readonly before: keyof typeof BEFORE;
  /** Text or bytes, or a number of bytes. */
  readonly data?: Plain;
  readonly size?: number;
}

/** Data is written or appended. */
export const writes = inFolder(({ operation, promised, before, data, size }: FileWriteRow): FolderSteps => {
  const written: Plain = data ?? encode(contentOf('bytes', size ?? 0));
  const tree: TreeDescription = BEFORE[before];
  const name = before === 'linked' ? 'real' : 'a';
  const old = tree[name];
  const head = operation === 'appendFile' && typeof old === 'string' ? old : '';
  const content = Buffer.concat([Buffer.from(head), plainBytes(written)]);
  return {
    promised,
    tree,
    data: written,
    steps: [{ call: [operation, A, '$data'], returns: { $any: true } }],
    leaves: { [name]: { file: content, ...(old === undefined ? { made: 0o666 } : { mode: 0o644 }) } },
  };
});

/** Drawn content, written, appended to and read again in an encoding. */
interface FileHistory {
  readonly before: Uint8Array | undefined;
  readonly writes: readonly { readonly operation: WritingOperation; readonly data: string | Uint8Array }[];
  readonly encoding: FileEncoding | undefined;
  readonly promised: boolean;
}

/** Never empty: reading an empty file is a separate case. */
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

export const writesDrawn = drawnDiskProperty({
  inputs: (_: object): fc.Arbitrary<FileHistory> =>
    fc.record({
      before: fc.option(bytes(40), { nil: undefined }),
      writes: drawnWrites,
      encoding: fc.constantFrom(undefined, 'hex', 'base64', 'base64url'),
      promised: fc.boolean(),
    }),
  inputOf: ({ writes, encoding, promised }) =>
    orderIn({
      promised,
      data: writes.map(({ data }) => encode(data)),
      steps: writes.flatMap(({ operation }, i) => [
        { call: [operation, A, `$data.${i}`] },
        { call: ['readFile', A, ...(encoding === undefined ? [] : [{ encoding }])] },
      ]),
    }),
  disk: ({ before }) => (before === undefined ? {} : { a: file(before) }),
  probe: followOne,
  expect: ({ before, writes, encoding }) => {
    let content = Buffer.from(before ?? []);
    const ends = writes.flatMap(({ operation, data }) => {
      content = operation === 'writeFile' ? Buffer.from(data) : Buffer.concat([content, Buffer.from(data)]);
      return [attempted(anything), attempted(decode(readAs(content, encoding)))];
    });
    return onDisk(list(...ends), { a: fileWith(content) });
  },
});

/** A file of Linux whose size the system does not report, although it contains a line. */
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
