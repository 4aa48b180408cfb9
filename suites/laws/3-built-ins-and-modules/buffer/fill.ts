/**
 * New Buffers and filled ones: 3/buffer-module/buffer-alloc, buffer-alloc-unsafe and buf-fill. The model repeats a pattern,
 * byte by byte.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, either, equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';
import { type Call, memoryAfter } from './places.js';
import { bytesOf, type EncodedText, type Encoding, type InEncoding, someText } from './texts.js';

export { absent, present } from '../../support/common.js';

const someBytes = bytes(8).filter(({ length }) => length > 0);
const someBuffer = someBytes.map((drawn) => Buffer.from(drawn));
const size = fc.nat({ max: 40 });

const repeated = (pattern: Uint8Array, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => pattern[i % pattern.length] ?? 0));

/** `value & 255` after conversion to an unsigned integer of 32 bits. */
const lowByte = (value: number): Uint8Array => Uint8Array.of((value >>> 0) & 255);

export const allocatesZeros = example({
  input: (data: { size: number }) => data.size,
  probe: (length: number) => Buffer.alloc(length),
  expect: (data) => equal(Buffer.from(new Uint8Array(data.size))),
});

export const allocatesZerosAny = property({
  inputs: (_: object) => fc.nat({ max: 300 }),
  probe: (length: number) => Buffer.alloc(length),
  expect: (length) => equal(Buffer.from(new Uint8Array(length))),
});

/** Zeros even where memory was used before. */
export const allocatesFresh = example({
  input: (_: object) => 64,
  probe: (length: number) => {
    let all = 0;
    for (let i = 0; i < 50; i++) {
      Buffer.alloc(length).fill(255);
      const buf = Buffer.alloc(length);
      for (let at = 0; at < length; at++) all = all | (buf[at] || 0);
    }
    return all;
  },
  expect: () => equal(0),
});

export const allocatesUnsafe = property({
  inputs: (_: object) => size,
  probe: (length: number) => {
    const buf = Buffer.allocUnsafe(length);
    return [Buffer.isBuffer(buf), buf.length, buf.fill(7)];
  },
  expect: (length) => equal([true, length, repeated(Uint8Array.of(7), length)]),
});

/** Two of them share no memory. */
export const allocatesUnsafeApart = property({
  inputs: (_: object) => size,
  probe: (length: number) => {
    const first = Buffer.allocUnsafe(length).fill(1);
    const second = Buffer.allocUnsafe(length).fill(2);
    return [first, second];
  },
  expect: (length) => equal([repeated(Uint8Array.of(1), length), repeated(Uint8Array.of(2), length)]),
});

interface Allocation {
  readonly size: number;
  readonly fill: string | number | Uint8Array;
}

const allocate = (input: Allocation): unknown => Buffer.alloc(input.size, input.fill);

const anyNumber = fc.oneof(fc.nat({ max: 255 }), fc.integer(), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

export const allocatesWithNumber = property({
  inputs: (_: object) => fc.record({ size, fill: fc.oneof(fc.nat({ max: 255 }), fc.integer()) }),
  probe: allocate,
  expect: (input) => equal(repeated(lowByte(input.fill), input.size)),
});

export const allocatesWithBuffer = property({
  inputs: (_: object) => fc.record({ size, fill: someBuffer }),
  probe: allocate,
  expect: (input) => equal(repeated(input.fill, input.size)),
});

export const allocatesWithBytes = property({
  inputs: (_: object) => fc.record({ size, fill: someBytes }),
  probe: allocate,
  expect: (input) => equal(repeated(input.fill, input.size)),
});

const withSize = (data: InEncoding) =>
  fc.tuple(someText(data), size).map(([drawn, length]) => ({ ...drawn, size: length }));

export const allocatesWithText = property({
  inputs: withSize,
  probe: (input: EncodedText & { size: number }) => Buffer.alloc(input.size, input.text, input.encoding),
  expect: (input) => equal(repeated(bytesOf(input), input.size)),
});

export const allocatesWithTextByDefault = property({
  inputs: (_: object) => withSize({ encoding: 'utf8' }),
  probe: (input: EncodedText & { size: number }) => Buffer.alloc(input.size, input.text),
  expect: (input) => equal(repeated(bytesOf(input), input.size)),
});

/** The two members agree, whatever they make of a string. */
export const allocatesAsFilled = property({
  inputs: withSize,
  probe: (input: EncodedText & { size: number }) => {
    const filled = Buffer.alloc(input.size).fill(input.text, input.encoding);
    return Buffer.alloc(input.size, input.text, input.encoding).equals(filled);
  },
  expect: () => equal(true),
});

export const refusesSize = example({
  input: (data: { method: string; size: Plain }) => ({ method: data.method, size: decode(data.size) }),
  probe: (input: { method: string; size: unknown }, t) => t.invoke(Buffer, input.method, [input.size]),
  expect: () => throws('RangeError', 'TypeError'),
});

type Form = 'whole' | 'from offset' | 'range';

/** A Buffer that begins inside its memory, and a call in one of the forms of `fill`. */
const filling = (form: Form, values: fc.Arbitrary<readonly unknown[]>): fc.Arbitrary<Call> =>
  fc.tuple(bytes(30), values, fc.nat(), fc.nat(), fc.nat()).map(([drawn, [value, ...encoding], a, b, c]) => {
    const memory = Buffer.from(drawn);
    const bounds = [a, b, c].map((bound) => bound % (memory.length + 1)).sort((x, y) => x - y);
    const [skipped = 0, start = 0, end = 0] = bounds;
    const range = [start - skipped, end - skipped].slice(0, { whole: 0, 'from offset': 1, range: 2 }[form]);
    return { memory, skipped, method: 'fill', args: [value, ...range, ...encoding] };
  });

function patternOf(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, isEncoding(encoding) ? encoding : 'utf8');
  return value instanceof Uint8Array ? value : lowByte(Number(value));
}

const isEncoding = (value: unknown): value is Encoding => typeof value === 'string' && Buffer.isEncoding(value);

function filled({ memory, skipped, args: [value, ...rest] }: Call): Expectation {
  const [start = 0, end = memory.length - skipped] = rest.filter((argument) => typeof argument === 'number');
  const after = Buffer.from(memory);
  after.set(repeated(patternOf(value, rest.at(-1)), end - start), skipped + start);
  return equal(after);
}

const fillsWith = (form: Form, values: fc.Arbitrary<unknown>): Law<object> =>
  property({
    inputs: () =>
      filling(
        form,
        values.map((value) => [value]),
      ),
    probe: memoryAfter,
    expect: filled,
  });

const utf8Text = someText({ encoding: 'utf8' }).map(({ text }) => text);

export const fillsWithBuffer = fillsWith('whole', someBuffer);
export const fillsFromOffsetWithBuffer = fillsWith('from offset', someBuffer);
export const fillsRangeWithBuffer = fillsWith('range', someBuffer);
export const fillsRangeWithBytes = fillsWith('range', someBytes);
export const fillsByDefault = fillsWith('whole', utf8Text);
export const fillsRangeByDefault = fillsWith('range', utf8Text);
export const fillsWithAnyNumber = fillsWith('whole', anyNumber);
export const fillsRangeWithNumber = fillsWith('range', anyNumber);

const fillsWithEncoded = (form: Form): Law<InEncoding> =>
  property({
    inputs: (data) =>
      filling(
        form,
        someText(data).map(({ text, encoding }) => [text, encoding]),
      ),
    probe: memoryAfter,
    expect: filled,
  });

export const fillsWithText = fillsWithEncoded('whole');
export const fillsFromOffsetWithText = fillsWithEncoded('from offset');
export const fillsRangeWithText = fillsWithEncoded('range');

interface Value {
  readonly value: Plain;
  /** In hex. */
  readonly byte: string;
}

const fillThree = (value: unknown, t: World): unknown => {
  const buf = Buffer.from([9, 9, 9]);
  t.invoke(buf, 'fill', [value]);
  return buf;
};

const threeOf = ({ byte }: Value) => equal(Buffer.from(byte.repeat(3), 'hex'));

export const fillsWithNumber = example({
  input: ({ value }: Value) => decode(value),
  probe: fillThree,
  expect: threeOf,
});

export const fillsWithOther = example({
  input: ({ value }: Value) => decode(value),
  probe: fillThree,
  expect: threeOf,
});

export const fillsWithValueOf = example({
  input: (_: object) => 258,
  probe: (value: number, t) => {
    const buf = Buffer.from([9, 9, 9]);
    t.invoke(buf, 'fill', [{ valueOf: () => value }]);
    return buf;
  },
  expect: () => equal(Buffer.from([2, 2, 2])),
});

export const fillsExactly = example({
  input: ({ args }: { args: readonly number[]; from: number; to: number }) => args,
  probe: (args: readonly number[], t) => {
    const buf = Buffer.from([9, 9, 9, 9, 9, 9]);
    t.invoke(buf, 'fill', [5].concat(args));
    return buf;
  },
  expect: ({ from, to }) =>
    equal(Buffer.from([9, 9, 9, 9, 9, 9]).map((byte, at) => (at >= from && at < to ? 5 : byte))),
});

/** Ranges beside each other, and the second over a part of the first. */
export const fillsTwice = example({
  input: (_: object) => 6,
  probe: (length: number) => Buffer.alloc(length).fill('ab', 1).fill(7, 3, 5),
  expect: () => equal(Buffer.from([0, 0x61, 0x62, 7, 7, 0x61])),
});

export const returnsItself = example({
  input: (_: object) => 3,
  probe: (length: number) => {
    const buf = Buffer.alloc(length);
    return buf.fill(1) === buf;
  },
  expect: () => equal(true),
});

export const refusesRange = example({
  input: ({ args }: { args: readonly number[] }) => args,
  probe: (args: readonly number[], t) => t.invoke(Buffer.alloc(3), 'fill', args),
  expect: () => throws('RangeError'),
});

export const fillsWithNothing = example({
  input: (_: object) => '',
  probe: fillThree,
  expect: () => equal(Buffer.alloc(3)),
});

/** Ends: by an exception, or with the length of the Buffer, which stays what was asked for. */
export const endsWithEmptyBytes = example({
  input: ({ call, value }: { call: 'alloc' | 'fill'; value: Plain }) => ({ call, value: decode(value) }),
  probe: (input: { call: string; value: unknown }, t) => {
    const buf = input.call === 'alloc' ? t.invoke(Buffer, 'alloc', [5, input.value]) : Buffer.alloc(5);
    if (input.call === 'fill') t.invoke(buf, 'fill', [input.value]);
    return Buffer.isBuffer(buf) && buf.length;
  },
  expect: () => either(throws(), equal(5)),
});
