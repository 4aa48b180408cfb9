/** 3/file-system-module: descriptors and FileHandles, against a model of POSIX. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample } from '../../../language/disk.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, either, list, record } from '../../../language/expectation.js';
import { contentOf } from '../../support/contents.js';
import { followOne } from '../../support/steps.js';
import { asDescribed, moved, OPENED, outcomesOf } from './descriptor-model.js';
import { descriptorOrder, type FdForm, type FdScript, type FdStep, type MemoryView } from './descriptor-steps.js';
import { encodingOf } from './options.js';
import { type TreeDescription, treeOf } from './trees.js';

/** What is there unless a row says otherwise. */
const FILES: TreeDescription = { a: '0123456789', empty: '', link: { link: 'a' }, folder: { folder: {} } };
const MEMORY = Uint8Array.from(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv'));
/** Bytes before and behind a view, which no operation may touch. */
const AROUND = 8;

/** A Buffer within a memory that holds others before and behind it: of so many bytes, or of these. */
function bufferOf(content: number | string): MemoryView {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.alloc(content, '.');
  const memory = new Uint8Array(bytes.length + 2 * AROUND);
  memory.set(MEMORY.subarray(0, AROUND));
  memory.set(bytes, AROUND);
  memory.set(MEMORY.subarray(AROUND, 2 * AROUND), AROUND + bytes.length);
  return { kind: 'Buffer', memory, from: AROUND, length: bytes.length };
}

/** In rows the view of a step is how many bytes a Buffer has, or what is in it. */
function stepOf(row: readonly Plain[]): FdStep {
  const [action, first, second, ...args] = row.map(decode);
  if (action !== 'read' && action !== 'write') return row.map(decode);
  if (typeof second !== 'number' && typeof second !== 'string') throw new Error('a view is a number or a text in rows');
  return [action, first, bufferOf(second), ...args];
}

/** A law of the script that data come to. */
const following = <D>(
  scriptOf: (data: D) => FdScript,
  expect: (data: D) => Expectation = (data) => asDescribed(scriptOf(data), FILES),
  filesOf: (data: D) => TreeDescription = () => FILES,
) =>
  diskExample({
    disk: (data: D) => treeOf(filesOf(data)),
    input: (data: D) => descriptorOrder(scriptOf(data)),
    probe: followOne,
    expect,
  });

/** Steps that data come to, and what the model makes of them. */
const playing = <D extends { readonly form: FdForm }>(stepsOf: (data: D) => readonly FdStep[]) =>
  following((data: D) => ({ form: data.form, steps: stepsOf(data) }));

interface DescriptorRow {
  readonly form: FdForm;
  readonly steps: readonly (readonly Plain[])[];
  readonly files?: TreeDescription;
}

const scriptOf = ({ form, steps }: DescriptorRow): FdScript => ({ form, steps: steps.map(stepOf) });

export const followsPosix = following(
  scriptOf,
  (row) => asDescribed(scriptOf(row), row.files ?? FILES),
  ({ files = FILES }) => files,
);

/** A position as rows have it; `omitted` leaves it out. */
interface PositionRow {
  readonly form: FdForm;
  readonly position: Plain;
}

/** Stands for an argument that is left out, with all behind it. */
const OMITTED = 'omitted';

function argsOf(...args: readonly unknown[]): readonly unknown[] {
  const end = args.indexOf(OMITTED);
  return end < 0 ? args : args.slice(0, end);
}

/** Each offset with each length that fits, and one left out. */
function placings(size: number, position: Plain): readonly (readonly unknown[])[] {
  const at = decode(position);
  const offsets = [0, 1, size - 1, size];
  return offsets.flatMap((offset) => {
    const lengths = [...new Set([0, 1, size - offset - 1, size - offset])].filter(
      (length) => length >= 0 && offset + length <= size,
    );
    const whole = at === OMITTED ? [[offset], [offset, undefined]] : [[offset, undefined, at]];
    return [...whole, ...lengths.map((length) => argsOf(offset, length, at))];
  });
}

/** Reads into all places of a Buffer, from one position. */
export const fillsBuffer = playing(({ position }: PositionRow) => [
  ['open', 'f', 'a', 'r'],
  ...placings(4, position).flatMap((args) => [
    ['read', 'f', bufferOf(4), ...args],
    ['read', 'f', bufferOf(1), 0, 1],
  ]),
]);

/** Writes from all places of a Buffer, to one position. */
export const writesPart = playing(({ position, flag }: PositionRow & { readonly flag: string }) => [
  ['open', 'f', 'a', flag],
  ...placings(5, position).flatMap((args) => [
    ['write', 'f', bufferOf('vwxyz'), ...args],
    ['text', 'f', '!'],
  ]),
]);

/** Texts as each encoding writes them. */
const TEXTS: { readonly [encoding: string]: readonly string[] } = {
  utf8: ['', 'a', 'abc', 'é', '€uro', '😀', 'a\0b', 'a\r\nb', '\u{10ffff}ÿ'],
  hex: ['00', 'ff', '616263', 'DEADbeef', '0d0a00'],
  base64: ['YQ==', 'YWI=', 'YWJj', '+/+/', 'AAECAwQF', 'YWJjZA'],
  base64url: ['YQ', 'YWI', 'YWJj', '-_-_', 'AAECAwQF'],
};

/** Texts of an encoding, to one position. */
export const writesTexts = playing(
  ({ position, encoding, flag }: PositionRow & { readonly encoding: string; readonly flag: string }) => {
    const args = argsOf(decode(position), decode(encoding));
    return [
      ['open', 'f', 'a', flag],
      ...(TEXTS[encoding] ?? TEXTS.utf8 ?? []).flatMap((text) => [
        ['text', 'f', text, ...args],
        ['text', 'f', '!'],
      ]),
    ];
  },
);

interface BoundsRow {
  readonly form: FdForm;
  readonly action: 'read' | 'write';
  readonly from: number;
  readonly length: number | null;
}

const outsideOf = ({ form, action, from, length }: BoundsRow): FdScript => {
  const args = length === null ? [from] : [from, length];
  const moved = [action, 'f', bufferOf('wxyz'), ...args];
  return {
    form,
    steps: [
      ['open', 'f', 'a', 'r+'],
      moved,
      ['read', 'f', bufferOf(2), 0],
      [...moved, ...(length === null ? [undefined] : []), 5],
    ],
  };
};

/** A call whose bounds lie outside of its view fails and changes nothing, or does what it does with those that lie inside. */
export const refusesOutside = following(outsideOf, (bounds) =>
  either(asDescribed(outsideOf(bounds), FILES), asDescribed(outsideOf(bounds), FILES, { outside: 'cut' })),
);

/** A FileHandle writes at the current position where the position is no number. */
export const ignoresPosition = following(
  ({ position }: { readonly position: Plain }): FdScript => ({
    form: 'handle',
    steps: [
      ['open', 'f', 'a', 'r+'],
      ['text', 'f', 'ab'],
      ['write', 'f', bufferOf('xy'), 0, 2, decode(position)],
      ['read', 'f', bufferOf(1), 0],
    ],
  }),
);

/** The document names no position that is neither null nor a whole number: whatever comes of it is recorded. */
export const recordsSteps = following(scriptOf, () => anything);

/** Content of a size that no part of repeats at the borders of pages. */
const PATTERN = Uint8Array.from({ length: 251 }, (_, i) => (i * 7 + 3) % 251);

function sized(size: number): MemoryView {
  const memory = new Uint8Array(size + 2 * AROUND);
  for (let i = 0; i < memory.length; i += PATTERN.length) memory.set(PATTERN.subarray(0, memory.length - i), i);
  return { kind: 'Buffer', memory, from: AROUND, length: size };
}

/** One write of a size; then reads of it, in one go and in pieces. */
export const movesLongData = playing(({ size }: { readonly form: FdForm; readonly size: number }) => [
  ['open', 'f', 'new', 'w+'],
  ['write', 'f', sized(size), 0],
  ['stat', 'f'],
  ['read', 'f', bufferOf(size + 3), 0, undefined, 0],
  ['read', 'f', bufferOf(size >> 1), 0, undefined, 1],
  ['read', 'f', bufferOf(2), 0, 2, size - 1],
  ['read', 'f', bufferOf(1), 0],
  ['text', 'f', 'end', null],
  ['open', 'g', 'new'],
  ['read', 'g', bufferOf((size >> 1) + 1), 0],
  ['read', 'g', bufferOf(size), 0],
  ['read', 'g', bufferOf(3), 0],
]);

/** Texts of a size in bytes, one behind the other: characters of one to four bytes, or what each encoding makes of bytes. */
export const writesLongText = playing(
  ({ size, encoding }: { readonly form: FdForm; readonly size: number; readonly encoding: string }) => {
    const bytes = Buffer.from(sized(size).memory.subarray(AROUND, AROUND + size));
    const text = encoding === 'utf8' ? String(contentOf('characters', size)) : bytes.toString(encodingOf(encoding));
    return [
      ['open', 'f', 'new', 'w+'],
      ['text', 'f', text, null, encoding],
      ['text', 'f', text, size + 1, encoding],
      ['stat', 'f'],
      ['text', 'f', 'end'],
      ['read', 'f', bufferOf(8), 0, undefined, Math.max(size - 4, 0)],
    ];
  },
);

/** A file of which a byte lies far behind the others; its name is gone before that, so that nobody reads it as a whole. */
const farOf = ({ form, position }: { readonly form: FdForm; readonly position: number }): FdScript => ({
  form,
  steps: [
    ['open', 'f', 'a', 'r+'],
    ['remove', 'a'],
    ['text', 'f', 'xyz', position],
    ['stat', 'f'],
    ['read', 'f', bufferOf(4), 0, undefined, position + 1],
    ['read', 'f', bufferOf(4), 1, 2, position - 1],
    ['read', 'f', bufferOf(5), 0],
    ['write', 'f', bufferOf('uvw'), 1, 1, position + 2],
    ['read', 'f', bufferOf(4), 0, undefined, position],
    ['stat', 'f'],
  ],
});

export const reachesFar = following(farOf, (row) => {
  const read = (size: number, at: number, content: string): Expectation => {
    const { memory } = bufferOf(size);
    memory.set(Buffer.from(content), AROUND + at);
    return moved(row.form, content.length, memory);
  };
  const size = attempted(list(row.position + 3, 0, true, false, false));
  const outcomes = [
    OPENED,
    attempted(undefined),
    moved(row.form, 3),
    size,
    read(4, 0, 'yz'),
    read(4, 1, '\0x'),
    read(5, 0, '01234'),
    moved(row.form, 1, bufferOf('uvw').memory),
    read(4, 0, 'xyv'),
    size,
  ];
  return record({ gave: outcomesOf(farOf(row), outcomes) });
});
