/** Subjects of Buffer steps: parts of memories, pairs, texts in an encoding, searched values, fills, and numbers. */
import fc from 'fast-check';
import type { Subjects } from '../../../language/steps.js';
import { bytes, unicodeText, type ViewKind, viewOf } from '../../support/arbitraries.js';
import { onDrawn } from '../../support/steps.js';

/** 3/buffer-objects/p1 */
type BytesEncoding = 'utf8' | 'hex' | 'base64' | 'base64url';

/** Further parameters of rows: the encoding of a text, by default utf8. */
interface BufferDraw {
  readonly encoding?: BytesEncoding;
  /** The value that fills or is searched. */
  readonly of?: keyof typeof VALUES;
  /** The least searched number, by default 0, which is not searched from the end. */
  readonly least?: number;
  readonly kind?: ViewKind;
  /** The number of bytes in a group of a swap. */
  readonly group?: number;
  readonly size?: number;
}

const buffer = (maxLength: number): fc.Arbitrary<Buffer> => bytes(maxLength).map((drawn) => Buffer.from(drawn));

/** Two indexes between 0 and the length, the lower first; often the ends. */
const bounds = (length: number): fc.Arbitrary<readonly [number, number]> => {
  const bound = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: length }) }, fc.constantFrom(0, length));
  return fc.tuple(bound, bound).map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
};

export const ofLength = (length: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((drawn) => Buffer.from(drawn));

/** Lengths near those of the blocks in which memory is compared, copied and allocated. */
const blocks = fc.constantFrom(63, 64, 65, 255, 256, 257).chain(ofLength);

const near = fc.integer({ min: -27, max: 27 });

/** A memory that is small, or as long as a block, and a part of it: none of it, all of it, or a part anywhere. */
const part = fc.oneof({ weight: 7, arbitrary: buffer(24) }, { weight: 1, arbitrary: blocks }).chain((memory) =>
  fc
    .tuple(bounds(memory.length), fc.nat(), fc.nat({ max: 255 }), near, near, fc.integer({ min: 1, max: 9 }))
    .map(([[from, to], drawn, byte, start, end, more]) => {
      const count = to - from;
      const indexes = Array.from({ length: count }, (_, i) => i);
      return { memory, from, to, count, beyond: count + more, index: drawn % (count || 1), byte, start, end, indexes };
    }),
);

/** Few values, so that bytes are often the same. */
const similar = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { maxLength }).map((drawn) => Buffer.from(drawn));

const beginning = fc.oneof({ weight: 7, arbitrary: similar(12) }, { weight: 1, arbitrary: blocks });

/** A common beginning, and then perhaps a difference. */
const alike = fc
  .tuple(beginning, similar(2), similar(2))
  .map(([common, ...rest]) => rest.map((end) => Buffer.concat([common, end])));

/** A Buffer, and a copy with one byte changed, added or dropped. */
const edited = (change: (first: Buffer, at: number, byte: number) => Uint8Array[]): fc.Arbitrary<Buffer[]> =>
  fc
    .tuple(beginning, fc.nat(), fc.constantFrom(1, 10, 0x80, 0xff))
    .map(([first, drawn, byte]) => [first, Buffer.concat(change(first, drawn % (first.length + 1), byte))]);

const oneByte = edited((first, at, byte) => [
  first.subarray(0, at),
  first.subarray(at, at + 1).map((old) => old ^ byte),
  first.subarray(at + 1),
]);
const longer = edited((first) => [first, Buffer.alloc(1)]);
const turned = edited((first) => [Uint8Array.from(first).reverse()]);
const dropped = edited((first, at) => [first.subarray(0, at), first.subarray(at + 1)]);

/** Two Buffers; bounds `a` and `b` in the second, `c` and `d` in the first, others in it, and indexes within such parts. */
const pair = (pairs: fc.Arbitrary<readonly Buffer[]>) => (): fc.Arbitrary<Subjects> =>
  pairs.chain(([first = Buffer.alloc(0), second = Buffer.alloc(0)]) =>
    fc
      .tuple(bounds(second.length), bounds(first.length), bounds(first.length), fc.nat())
      .chain(([[a, b], [c, d], [e, f], drawn]) =>
        bounds(d - c).map(([from, to]) => ({ first, second, a, b, c, d, e, f, from, to, at: drawn % (b - a + 1) })),
      ),
  );

/** A text that encodes no bytes or some, and these bytes. */
const texts = ({ encoding = 'utf8' }: BufferDraw) =>
  (encoding === 'utf8' ? unicodeText(16) : buffer(24).map((drawn) => drawn.toString(encoding))).map((text) => ({
    text,
    upper: text.toUpperCase(),
    bytes: Buffer.from(text, encoding),
  }));
const someText = (row: BufferDraw) => texts(row).filter(({ text }) => text.length > 0);

/** Text that may be truncated after any of its bytes: in UTF-8, characters of one byte. */
const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 16 });
const cuttable = (row: BufferDraw) =>
  (row.encoding ?? 'utf8') === 'utf8' ? ascii.map((text) => ({ text, bytes: Buffer.from(text) })) : someText(row);

/** Content between other bytes, in a Buffer that begins before it; `end` is that of the content. */
const placed = <S extends Subjects>(drawn: fc.Arbitrary<S>, contentOf: (subjects: S) => Uint8Array) =>
  fc.tuple(drawn, bytes(5), bytes(5), fc.nat()).map(([subjects, before, after, at]) => {
    const content = contentOf(subjects);
    const from = at % (before.length + 1);
    const place = { from, offset: before.length - from, length: content.length };
    const ends = { start: before.length, end: place.offset + content.length, to: before.length + content.length };
    return { ...subjects, ...place, ...ends, memory: Buffer.concat([before, content, after]) };
  });

export const inMemory = (content: fc.Arbitrary<Uint8Array>) =>
  placed(fc.record({ content }), (subjects) => subjects.content);

/** Space of the size that the text needs, or less. */
const place = (drawn: fc.Arbitrary<{ readonly text: string; readonly bytes: Uint8Array }>, isCut = false) =>
  placed(
    fc.tuple(drawn, fc.nat()).map(([one, cut]) => ({
      ...one,
      space: Buffer.alloc(isCut ? 1 + (cut % one.bytes.length) : one.bytes.length, 0xee),
    })),
    ({ space }) => space,
  );

const someBytes = buffer(6).filter(({ length }) => length > 0);

/** Values that fill or are searched, and their bytes. */
const VALUES = {
  buffer: () => someBytes.map((value) => ({ value, bytes: value })),
  bytes: () => someBytes.map((value) => ({ value: Uint8Array.from(value), bytes: value })),
  text: (row) => someText(row).map(({ text, bytes }) => ({ value: text, bytes })),
  nothing: () => fc.constantFrom('', Buffer.alloc(0)).map((value) => ({ value, bytes: Buffer.alloc(0) })),
  number: ({ least = 0 }) =>
    fc
      .oneof(fc.constantFrom(least, 1, 127, 128, 255), fc.integer({ min: least, max: 255 }))
      .map((value) => ({ value, bytes: Buffer.of(value) })),
} as const satisfies {
  readonly [of: string]: (row: BufferDraw) => fc.Arbitrary<{ value: unknown; bytes: Uint8Array }>;
};
const values = (row: BufferDraw): fc.Arbitrary<{ readonly value: unknown; readonly bytes: Uint8Array }> =>
  VALUES[row.of ?? 'number'](row);

const wideNumbers = fc
  .oneof(fc.nat({ max: 255 }), fc.integer(), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }))
  .map((value) => ({ value }));
const fills = (row: BufferDraw) => (row.of === 'number' ? wideNumbers : values(row).map(({ value }) => ({ value })));

/** Bytes that contain the searched ones up to three times completely, and also their beginning and end. */
function haystackFor(sought: Uint8Array): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    { weight: 2, arbitrary: bytes(4) },
    { weight: 2, arbitrary: fc.constant(sought) },
    { weight: 1, arbitrary: fc.constantFrom(sought.subarray(1), sought.subarray(0, -1)) },
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.concat(pieces));
}

/** A Buffer that begins inside its memory, with offsets: up to beyond its end, on both sides of it, and from its end. */
const searches = (row: BufferDraw) =>
  fc.tuple(values(row), buffer(3)).chain(([{ value, bytes: sought }, before]) =>
    haystackFor(sought).chain((haystack) =>
      fc
        .record({
          offset: fc.nat({ max: haystack.length + (row.of === 'nothing' ? 0 : 2) }),
          near: fc.integer({ min: -12, max: 12 }),
          back: fc.integer({ min: -haystack.length, max: -1 * Math.min(1, haystack.length) }),
        })
        .map((offsets) => ({ ...offsets, value, memory: Buffer.concat([before, haystack]), from: before.length })),
    ),
  );

/** Groups of a swap: some, or as many as fill the blocks in which memory may be swapped, and one more. */
const counts = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 4 }) }, fc.constantFrom(16, 17, 33));
const groups = ({ group = 2 }: BufferDraw) => inMemory(counts.chain((count) => ofLength(count * group)));

/** ASCII bytes, which can also be a text, in every source of Buffers. */
const sources = fc.array(fc.nat({ max: 127 }), { minLength: 1, maxLength: 12 }).map((list) => ({
  list,
  text: String.fromCharCode(...list),
  indexes: list.map((_, i) => i),
  first: Buffer.from(list.slice(0, 1)),
  rest: Buffer.from(list.slice(1)),
  around: Buffer.from([1, 2, ...list, 3]),
  length: list.length,
}));

const integers = fc.array(fc.oneof(fc.integer({ min: -600, max: 600 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })));
const lists = fc.array(buffer(24), { minLength: 1, maxLength: 6 });
const SPELLINGS = ['utf8', 'utf-8', 'hex', 'base64', 'base64url'];
const noEncodings = fc
  .tuple(fc.constantFrom('', ...SPELLINGS), fc.oneof(fc.string(), fc.string({ minLength: 1, maxLength: 2 })))
  .map((parts) => parts.join(''))
  .filter((name) => !Buffer.isEncoding(name.toLowerCase()));
const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);

export const steps = onDrawn<string, BufferDraw>({
  part: () => part,
  any: pair(fc.tuple(similar(4), similar(4))),
  alike: pair(alike),
  oneByte: pair(oneByte),
  longer: pair(longer),
  edited: pair(fc.oneof(alike, oneByte, longer, dropped, turned)),
  copying: pair(fc.tuple(buffer(16), buffer(16))),
  bytes: () => fc.array(fc.nat({ max: 255 }), { maxLength: 40 }).map((list) => ({ list })),
  integers: () => integers.map((list) => ({ list })),
  everyByte: () => fc.constant({ list: EVERY_BYTE, all: Buffer.from(EVERY_BYTE), fromOne: EVERY_BYTE.slice(1) }),
  lists: () =>
    fc.tuple(lists, fc.nat()).map(([list, drawn]) => {
      const sum = Buffer.concat(list).length;
      return { list, sum, upTo: drawn % (sum + 1) };
    }),
  sorted: () => fc.array(similar(5), { maxLength: 8 }).map((list) => ({ list })),
  sources: () => sources,
  texts,
  textsInPlace: (row) => placed(texts(row), (one) => one.bytes),
  places: (row) => place(someText(row)),
  cuttable: (row) => place(cuttable(row), true),
  cut: (row) => place(someText(row), true),
  noEncodings: () => noEncodings.map((name) => ({ name })),
  json: () => fc.jsonValue().map((value) => ({ value })),
  views: ({ kind = 'Uint8Array' }) => viewOf(kind).map((view) => ({ view })),
  sizes: () => fc.record({ size: fc.nat({ max: 300 }) }),
  fills: (row) => fc.tuple(fc.nat({ max: 40 }), fills(row)).map(([size, one]) => ({ ...one, size })),
  fillsInPart: (row) => fc.tuple(part, fills(row)).map(([one, value]) => ({ ...one, ...value })),
  searches,
  groups,
  odd: ({ group = 2 }) => fc.record({ length: fc.nat({ max: 200 }).filter((length) => length % group !== 0) }),
});
