/**
 * Readers and writers of numbers: 3/buffer-module/buf-read-int-be, buf-read-uint-be, buf-write-int-be, buf-read-double-be,
 * buf-read-float-be and buf-write-double-be, 3/limits/byte-length. They are called one after the other on a Buffer that is
 * part of its memory, which is read at the end.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, equal, list, record } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { bytes } from '../../support/arbitraries.js';
import { exact, follow, type Orders, ran, shownNumber } from '../../support/steps.js';
import { inMemory, ofLength } from './drawn.js';

/** Steps refer to the Buffer as `$buf`, and to a DataView of its bytes as `$view`: the memory from `from` to `to`, or all. */
type Series = Pick<StepOrder, 'steps'> & {
  readonly memory: Buffer;
  readonly from?: number;
  readonly to?: number;
  readonly returned?: boolean;
};

const MAKE: StepOrder['make'] = [
  ['buf', ['$memory', 'subarray', '$from', '$to']],
  ['view', { new: ['DataView', '$buf.buffer', '$buf.byteOffset', '$buf.length'] }],
];

export const seriesOrder = ({ memory, from = 0, to = memory.length, steps: all, returned = false }: Series): Orders => {
  const steps = [...all, ['$memory']];
  return { it: { subjects: { memory, from, to }, make: MAKE, steps, returned } };
};

const inSeries = <D>(series: (data: D) => fc.Arbitrary<Series>): Law<D> =>
  property({
    inputs: (data: D) => series(data).map(seriesOrder),
    probe: follow,
    expect: (orders) => record(ran(orders)),
  });

/** Space for this number of bytes, which holds others. */
const placeFor = (length: number) => inMemory(ofLength(length));

/** The text after `read` and `write` names the sign, the byte order and, unless it is an argument, the number of bytes. */
type NumberLayout = Partial<NumberVector> & { readonly type: string; readonly byteLength?: number };

type NumberMember = NumberLayout & { readonly does: 'read' | 'write' };

/** A number and, in hex, its bytes in memory or, for a floating-point number, its bits from the sign on. */
type NumberVector = { readonly value: Plain; readonly bytes?: string; readonly bits?: string };

const isFloating = ({ type }: NumberLayout): boolean => /^[DF]/.test(type);
const isLittleEndian = ({ type }: NumberLayout): boolean => type.endsWith('LE');
const WIDTHS: { readonly [letter: string]: number } = { D: 8, F: 4 };
const sizeOf = ({ type, byteLength }: NumberLayout): number =>
  byteLength ?? WIDTHS[type.charAt(0)] ?? Number(type.replace(/\D/g, '')) / 8;
const inOrder = (from: Uint8Array, of: NumberLayout): Uint8Array => (isLittleEndian(of) ? from.toReversed() : from);

function calling({ does, type, byteLength }: NumberMember, value: unknown, offset?: number): readonly unknown[] {
  const place = offset === undefined ? [] : byteLength === undefined ? [offset] : [offset, byteLength];
  return ['$buf', `${does}${type}`, ...(does === 'write' ? [exact(value)] : []), ...place];
}

/** Bytes, including the sign only, all except the sign, none and all. */
function patterns(of: NumberLayout): fc.Arbitrary<Uint8Array> {
  const size = sizeOf(of);
  const byte = fc.oneof(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }));
  return fc.oneof(
    fc.array(byte, { minLength: size, maxLength: size }).map((drawn) => Uint8Array.from(drawn)),
    fc.tuple(byte, byte).map(([first, rest]) => inOrder(new Uint8Array(size).fill(rest).fill(first, 0, 1), of)),
  );
}

/** Numbers that the type represents exactly, except NaN, which has several forms. */
function numbers(of: NumberLayout): fc.Arbitrary<number> {
  if (isFloating(of)) return sizeOf(of) === 8 ? fc.double({ noNaN: true }) : fc.float({ noNaN: true });
  return patterns(of).map((drawn) => {
    const bits = BigInt(`0x${Buffer.from(drawn).toString('hex')}`);
    return Number(of.type.startsWith('U') ? bits : BigInt.asIntN(8 * drawn.length, bits));
  });
}

function encoded(of: NumberLayout): fc.Arbitrary<Uint8Array> {
  if (!isFloating(of)) return patterns(of);
  const Kind = sizeOf(of) === 8 ? Float64Array : Float32Array;
  return numbers(of).map((value) => inOrder(new Uint8Array(Kind.of(value).buffer).toReversed(), of));
}

/** A number to write, and space for it; to read, one in its place. */
const places = (of: NumberMember, drawn = numbers(of)) =>
  fc.tuple(of.does === 'read' ? inMemory(encoded(of)) : placeFor(sizeOf(of)), drawn);

const anywhere = (of: NumberMember, drawn = numbers(of)): fc.Arbitrary<Series> =>
  places(of, drawn).map(([{ memory, from, offset }, value]) => ({ memory, from, steps: [calling(of, value, offset)] }));

export const atAnyPlace = inSeries((of: NumberMember) => anywhere(of));

/** Without an offset. */
export const atStart = inSeries((of: NumberMember) =>
  places(of).map(([{ memory, from, offset }, value]) => ({ memory, from: from + offset, steps: [calling(of, value)] })),
);

export const returnsNextOffset = inSeries((of: NumberMember) =>
  anywhere(of).map((one) => ({ ...one, returned: true })),
);

const bytesIn = (of: NumberLayout & NumberVector): Buffer =>
  of.bits === undefined ? Buffer.from(of.bytes ?? '', 'hex') : Buffer.from(inOrder(Buffer.from(of.bits, 'hex'), of));

/** The Buffer begins one byte into its memory. */
const behindAByte = (held: Uint8Array): Buffer => Buffer.concat([Buffer.of(0xee), held]);

export const vector = example({
  input: (of: NumberMember & NumberVector) =>
    seriesOrder({
      memory: behindAByte(of.does === 'read' ? bytesIn(of) : Buffer.alloc(sizeOf(of))),
      from: 1,
      steps: [calling(of, decode(of.value), 0)],
    }),
  probe: follow,
  expect: (of) => {
    const outcome = of.does === 'read' ? ['returned', shownNumber(decode(of.value))] : ['returned'];
    return equal({ it: [outcome, ['returned', behindAByte(bytesIn(of))]] });
  },
});

/** Three adjacent numbers, so that one that exceeds its bytes is detected. */
export const roundTrips = inSeries((of: NumberLayout) =>
  fc.tuple(numbers(of), numbers(of), numbers(of)).map((values): Series => {
    const written = values.map((value, i) => calling({ ...of, does: 'write' }, value, i * sizeOf(of)));
    const read = values.map((_, i) => calling({ ...of, does: 'read' }, 0, i * sizeOf(of)));
    return { memory: Buffer.alloc(3 * sizeOf(of)), steps: [...written, ...read] };
  }),
);

/** A DataView reads what the member writes, or vice versa. */
function besideView(of: NumberMember, value: number, offset: number): (readonly unknown[])[] {
  const kind = isFloating(of) ? `Float${8 * sizeOf(of)}` : of.type.replace('UInt', 'Uint').replace(/[BL]E$/, '');
  return of.does === 'read'
    ? [['$view', `set${kind}`, offset, exact(value), isLittleEndian(of)], calling(of, value, offset)]
    : [calling(of, value, offset), ['$view', `get${kind}`, offset, isLittleEndian(of)]];
}

export const sharesMemory = inSeries((of: NumberMember) =>
  fc
    .tuple(placeFor(sizeOf(of)), numbers(of))
    .map(([{ memory, from, offset }, value]) => ({ memory, from, steps: besideView(of, value, offset) })),
);

/** Before the beginning, after the last valid offset, and far away. */
const outside = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -9, max: 10 }) },
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, -(2 ** 31), Number.POSITIVE_INFINITY),
);

/** Fewer bytes than needed remain after the offset, although the memory may continue; a valid call comes before. */
export const refusesOutside = inSeries((of: NumberMember) =>
  fc.tuple(numbers(of), bytes(6), outside, bytes(9), bytes(9)).map(([value, more, drawn, before, behind]): Series => {
    const memory = Buffer.concat([before, Buffer.alloc(sizeOf(of), 0xee), more, behind]);
    const offset = drawn < 0 ? drawn : drawn + more.length + 1;
    const part = { from: before.length, to: memory.length - behind.length };
    return { memory, ...part, steps: [calling(of, value, 0), calling(of, value, offset)] };
  }),
);

/** Doubles that usually lie between two floats, out of a float's range, or half-way. */
const anyDouble = fc.oneof(
  fc.double({ noNaN: true }),
  fc.double({ noNaN: true, min: -1e39, max: 1e39 }),
  fc.double({ noNaN: true, min: -1e-37, max: 1e-37 }),
  fc.integer({ min: 2 ** 24, max: 2 ** 26 }),
);

export const nearest = inSeries((of: NumberMember) => anywhere(of, anyDouble));

/** A DataView reads every encoding of NaN. */
export const writesNaN = example({
  input: (of: NumberMember) => seriesOrder({ memory: Buffer.alloc(8), steps: besideView(of, Number.NaN, 0) }),
  probe: follow,
  expect: () => record({ it: list(['returned'], ['returned', Number.NaN], anything) }),
});

/** A wrong size after a valid one that already wrote the number: 0, which no size is too small for. */
const sized = (of: NumberMember, byteLength: number): Series => ({
  memory: Buffer.from('0000030405060708090a0b0c', 'hex'),
  steps: [2, byteLength].map((size) => calling({ ...of, byteLength: size }, 0, 0)),
});

const wrongSizes = fc.oneof(fc.integer({ min: 7, max: 1000 }), fc.integer({ min: -1000, max: -1 }));

export const refusesSize = inSeries((of: NumberMember) =>
  (of.byteLength === undefined ? wrongSizes : fc.constant(of.byteLength)).map((size) => sized(of, size)),
);

/** The first values on either side that the bytes cannot represent, and the infinite ones. */
export const refusesValues = example({
  input: (of: NumberMember) => {
    const least = of.type.startsWith('U') ? 0 : -(2 ** (8 * sizeOf(of) - 1));
    const wrong = [least - 1, least + 2 ** (8 * sizeOf(of)), Infinity, -Infinity];
    return seriesOrder({ memory: Buffer.alloc(6, 0xee), steps: wrong.map((value) => calling(of, value, 0)) });
  },
  probe: follow,
  expect: () => record({ it: list(...Array<[string]>(4).fill(['threw']), ['returned', Buffer.alloc(6, 0xee)]) }),
});
