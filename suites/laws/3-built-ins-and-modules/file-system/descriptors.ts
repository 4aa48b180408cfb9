/** 3/file-system-module: descriptors and FileHandles, against a model of POSIX. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, either, list, record } from '../../../language/expectation.js';
import { contentOf } from '../../support/contents.js';
import { asDescribed, DescriptorModel, outcomesOf, scripted } from './descriptor-model.js';
import type { FdForm, FdScript, FdStep, MemoryView } from './descriptor-steps.js';
import { encodingOf } from './options.js';
import type { TreeDescription } from './trees.js';

/** The default tree of a row. */
const FILES: TreeDescription = { a: '0123456789', empty: '', link: { link: 'a' }, folder: { folder: {} } };
const MEMORY = Buffer.from('ABCDEFGHIJKLMNOP');
/** Bytes before and after a view, which no operation may touch. */
const AROUND = 8;

/** A Buffer within a memory with other bytes before and after it: of this length, or with this content. */
function bufferOf(content: unknown): MemoryView {
  const isContent = typeof content === 'string' || content instanceof Uint8Array;
  const bytes = isContent ? Buffer.from(content) : Buffer.alloc(Number(content), '.');
  const memory = Buffer.concat([MEMORY.subarray(0, AROUND), bytes, MEMORY.subarray(AROUND, 2 * AROUND)]);
  return { kind: 'Buffer', memory: Uint8Array.from(memory), from: AROUND, length: bytes.length };
}

interface DescriptorRow {
  readonly form: FdForm;
  readonly steps: readonly (readonly Plain[])[];
  readonly files?: TreeDescription;
  /** Calls whose bounds lie outside their views may be limited to those inside, or fail and change nothing. */
  readonly mayCut?: boolean;
  readonly [subject: string]: unknown;
}

/** In rows the view of a step is the length of a Buffer, or its content. */
const scriptOf = ({ form, files = FILES, steps, ...subjects }: DescriptorRow): FdScript => {
  const resolved = (of: Plain): unknown => {
    const name = typeof of === 'string' && of.startsWith('$') ? of.slice(1) : '';
    return Object.hasOwn(subjects, name) ? decode(JSON.parse(JSON.stringify(subjects[name]))) : decode(of);
  };
  const actions = steps
    .map((step) => step.map(resolved))
    .map(([action, file, data, ...args]) => {
      const isMoving = action === 'read' || action === 'write';
      return [action, file, ...(isMoving ? [bufferOf(data)] : data === undefined ? [] : [data]), ...args];
    });
  return { form, files, steps: actions };
};

const followsPosix = scripted(scriptOf, (row) => {
  const refused = asDescribed(scriptOf(row));
  return row.mayCut ? either(refused, asDescribed(scriptOf(row), { outside: 'cut' })) : refused;
});

/** One law with several names for what its cases check: at standard depth each name covers its axes separately. */
export { followsPosix, followsPosix as ignoresPosition, followsPosix as refusesOutside };

/** The document does not define positions other than null and whole numbers, so their results are recorded. */
export const recordsSteps = scripted(scriptOf, () => anything);

/** A law of steps that are derived from data. */
const playing = <D extends { readonly form: FdForm }>(stepsOf: (data: D) => readonly FdStep[]) =>
  scripted((data: D) => ({ form: data.form, files: FILES, steps: stepsOf(data) }));

/** A position in a row; `omitted` omits it. */
interface PositionRow {
  readonly form: FdForm;
  readonly position: Plain;
}

/** Represents an omitted argument, together with all that follow. */
const OMITTED = 'omitted';

function argsOf(...args: readonly unknown[]): readonly unknown[] {
  const end = args.indexOf(OMITTED);
  return end < 0 ? args : args.slice(0, end);
}

/** Offsets in a buffer of this size. */
const offsetsIn = (size: number): readonly number[] => [0, 1, size - 1, size];

/** Each offset with each length that fits. */
function placings(size: number, position: Plain): readonly (readonly unknown[])[] {
  const at = decode(position);
  return offsetsIn(size).flatMap((offset) => {
    const lengths = [...new Set([0, 1, size - offset - 1, size - offset])].filter(
      (length) => length >= 0 && offset + length <= size,
    );
    return lengths.map((length) => argsOf(offset, length, at));
  });
}

/** Each offset without a length, or with undefined. */
function remainders(size: number, position: Plain): readonly (readonly unknown[])[] {
  const at = decode(position);
  return offsetsIn(size).flatMap((offset) =>
    at === OMITTED ? [[offset], [offset, undefined]] : [[offset, undefined, at]],
  );
}

/** A law of reads into a Buffer, from one position of the file. */
const readsInto = (places: typeof placings) =>
  playing(({ position }: PositionRow) => [
    ['open', 'f', 'a', 'r'],
    ...places(4, position).flatMap((args) => [
      ['read', 'f', bufferOf(4), ...args],
      ['read', 'f', bufferOf(1), 0, 1],
    ]),
  ]);

export const fillsBuffer = readsInto(placings);
export const fillsRest = readsInto(remainders);

/** A law of writes of a Buffer, to one position of the file. */
const writesOf = (places: typeof placings) =>
  playing(({ position, flag }: PositionRow & { readonly flag: string }) => [
    ['open', 'f', 'a', flag],
    ...places(5, position).flatMap((args) => [
      ['write', 'f', bufferOf('vwxyz'), ...args],
      ['text', 'f', '!'],
    ]),
  ]);

export const writesPart = writesOf(placings);
export const writesRest = writesOf(remainders);

/** Texts in each encoding. */
const TEXTS: { readonly [encoding: string]: readonly string[] } = {
  utf8: ['', 'a', 'abc', 'é', '€uro', '😀', 'a\0b', 'a\r\nb', 'e\u0301', '\u{10ffff}ÿ'],
  hex: ['00', 'ff', '616263', 'DEADbeef', '0d0a00'],
  base64: ['YQ==', 'YWI=', 'YWJj', '+/+/', 'AAECAwQF', 'YWJjZA'],
  base64url: ['YQ', 'YWI', 'YWJj', '-_-_', 'AAECAwQF'],
};

/** Texts in an encoding, to one position. */
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

/** One write of a size; then reads of it, in one call and in chunks. */
export const movesLongData = playing(({ size }: { readonly form: FdForm; readonly size: number }) => [
  ['open', 'f', 'new', 'w+'],
  ['write', 'f', bufferOf(contentOf('bytes', size)), 0],
  ['stat', 'f'],
  ['read', 'f', bufferOf(size + 3), 0, size + 3, 0],
  ['read', 'f', bufferOf(size >> 1), 0, size >> 1, 1],
  ['read', 'f', bufferOf(2), 0, 2, size - 1],
  ['read', 'f', bufferOf(1), 0, 1],
  ['text', 'f', 'end', null],
  ['open', 'g', 'new'],
  ['read', 'g', bufferOf((size >> 1) + 1), 0, (size >> 1) + 1],
  ['read', 'g', bufferOf(size), 0, size],
  ['read', 'g', bufferOf(3), 0, 3],
]);

/** Texts of a size in bytes, one after the other: characters of one to four bytes, or encoded bytes. */
export const writesLongText = playing(
  ({ size, encoding }: { readonly form: FdForm; readonly size: number; readonly encoding: string }) => {
    const content = Buffer.from(contentOf(encoding === 'utf8' ? 'characters' : 'bytes', size));
    const text = content.toString(encodingOf(encoding));
    return [
      ['open', 'f', 'new', 'w+'],
      ['text', 'f', text, null, encoding],
      ['text', 'f', text, size + 1, encoding],
      ['stat', 'f'],
      ['text', 'f', 'end'],
      ['read', 'f', bufferOf(8), 0, 8, Math.max(size - 4, 0)],
    ];
  },
);

/** A file with one byte far beyond the others. Its name is removed before, so that nobody reads the whole file. */
const farOf = ({ form, position }: { readonly form: FdForm; readonly position: number }): FdScript => ({
  form,
  files: FILES,
  steps: [
    ['open', 'f', 'a', 'r+'],
    ['remove', 'a'],
    ['text', 'f', 'xyz', position],
    ['stat', 'f'],
    ['read', 'f', bufferOf(4), 0, 4, position + 1],
    ['read', 'f', bufferOf(4), 1, 2, position - 1],
    ['read', 'f', bufferOf(5), 0, 5],
    ['write', 'f', bufferOf('uvw'), 1, 1, position + 2],
    ['read', 'f', bufferOf(4), 0, 4, position],
    ['stat', 'f'],
  ],
});

/** Not as far, but also after the content. */
const NEAR = 20;

/** Everything except the size is the same as at a position that the model can represent. */
export const reachesFar = scripted(farOf, (row) => {
  const near = farOf({ ...row, position: NEAR });
  const model = new DescriptorModel(near);
  const size = attempted(list(row.position + 3, 0, true, false, false));
  const outcomes = near.steps.map((step) => {
    const outcome = model.step(step);
    return step[0] === 'stat' ? size : outcome;
  });
  return record({ result: outcomesOf(near, outcomes) });
});
