/**
 * Readers and writers of numbers: 3/buffer-module/buf-read-int-be, buf-read-uint-be, buf-write-int-be, buf-read-double-be,
 * buf-read-float-be and buf-write-double-be.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { exact, run, shownNumber } from '../../support/steps.js';
import { inSeries, orderOf, placed, placeFor, type Series } from './series.js';

/** What stands behind `read` and `write` tells the sign, the order of the bytes and, unless it is an argument, their number. */
export interface Layout {
  readonly type: string;
  readonly byteLength?: number;
}

export interface NumberMember extends Layout {
  readonly does: 'read' | 'write';
}

/** A number and, in hex, its bytes as they stand in memory or, of a floating-point number, its bits from the sign on. */
interface Vector {
  readonly value: Plain;
  readonly bytes?: string;
  readonly bits?: string;
}

/** Rows that serve for more than their vectors. */
export type Of<M> = M & Partial<Vector>;

const isFloating = ({ type }: Layout): boolean => /^[DF]/.test(type);
const isLittleEndian = ({ type }: Layout): boolean => type.endsWith('LE');
const WIDTHS: { readonly [letter: string]: number } = { D: 8, F: 4 };
export const sizeOf = ({ type, byteLength }: Layout): number =>
  byteLength ?? WIDTHS[type.charAt(0)] ?? Number(type.replace(/\D/g, '')) / 8;
const inOrder = (from: Uint8Array, of: Layout): Uint8Array => (isLittleEndian(of) ? from.toReversed() : from);

type Call = readonly unknown[];

export function calling({ does, type, byteLength }: NumberMember, value: unknown, offset?: number): Call {
  const told = offset === undefined ? [] : byteLength === undefined ? [offset] : [offset, byteLength];
  return ['$buf', `${does}${type}`, ...(does === 'write' ? [exact(value)] : []), ...told];
}

/** Bytes, of which the sign alone, all but the sign, none and all are drawn too. */
function patterns(of: Layout): fc.Arbitrary<Uint8Array> {
  const size = sizeOf(of);
  const byte = fc.oneof(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }));
  return fc.oneof(
    fc.array(byte, { minLength: size, maxLength: size }).map((drawn) => Uint8Array.from(drawn)),
    fc.tuple(byte, byte).map(([first, rest]) => inOrder(new Uint8Array(size).fill(rest).fill(first, 0, 1), of)),
  );
}

/** Numbers that the type holds exactly, but NaN: how that is written is free. */
function numbers(of: Layout): fc.Arbitrary<number> {
  if (isFloating(of)) return sizeOf(of) === 8 ? fc.double({ noNaN: true }) : fc.float({ noNaN: true });
  return patterns(of).map((drawn) => {
    const bits = BigInt(`0x${Buffer.from(drawn).toString('hex')}`);
    return Number(of.type.startsWith('U') ? bits : BigInt.asIntN(8 * drawn.length, bits));
  });
}

/** Bytes of such numbers. */
function encoded(of: Layout): fc.Arbitrary<Uint8Array> {
  if (!isFloating(of)) return patterns(of);
  const Kind = sizeOf(of) === 8 ? Float64Array : Float32Array;
  return numbers(of).map((value) => inOrder(new Uint8Array(Kind.of(value).buffer).toReversed(), of));
}

/** A number to write, and a place for it; to read, one that stands in its place. */
const places = (of: NumberMember, drawn = numbers(of)) =>
  fc.tuple(of.does === 'read' ? placed(encoded(of)) : placeFor(sizeOf(of)), drawn);

export const anywhere = (of: NumberMember, drawn = numbers(of)): fc.Arbitrary<Series> =>
  places(of, drawn).map(([{ offset, ...memory }, value]) => ({ ...memory, steps: [calling(of, value, offset)] }));

export const atAnyPlace = inSeries((of: Of<NumberMember>) => anywhere(of));

/** Without an offset. */
export const atStart = inSeries((of: Of<NumberMember>) =>
  places(of).map(([{ memory, skipped, offset }, value]): Series => {
    return { memory, skipped: skipped + offset, steps: [calling(of, value)] };
  }),
);

export const returnsNextOffset = inSeries((of: Of<NumberMember>) =>
  anywhere(of).map((series) => ({ ...series, returned: true })),
);

const bytesIn = (of: Layout & Vector): Buffer =>
  of.bits === undefined ? Buffer.from(of.bytes ?? '', 'hex') : Buffer.from(inOrder(Buffer.from(of.bits, 'hex'), of));

/** The Buffer begins one byte into its memory. */
const behindAByte = (held: Uint8Array): Buffer => Buffer.concat([Buffer.of(0xee), held]);

export const vector = example({
  input: (of: NumberMember & Vector) =>
    orderOf({
      memory: behindAByte(of.does === 'read' ? bytesIn(of) : Buffer.alloc(sizeOf(of))),
      skipped: 1,
      steps: [calling(of, decode(of.value), 0)],
    }),
  probe: run,
  expect: (of) => {
    const outcome = of.does === 'read' ? ['returned', shownNumber(decode(of.value))] : ['returned'];
    return equal({ it: [outcome, ['returned', behindAByte(bytesIn(of))]] });
  },
});

/** Three numbers side by side, so that one that spills over is seen. */
export const roundTrips = inSeries((of: Of<Layout>) =>
  fc.tuple(numbers(of), numbers(of), numbers(of)).map((values): Series => {
    const written = values.map((value, i) => calling({ ...of, does: 'write' }, value, i * sizeOf(of)));
    const read = values.map((_, i) => calling({ ...of, does: 'read' }, 0, i * sizeOf(of)));
    return { memory: Buffer.alloc(3 * sizeOf(of)), skipped: 0, steps: [...written, ...read] };
  }),
);

/** What the member writes a DataView reads, or the other way round. */
export function besideView(of: NumberMember, value: number, offset: number): Call[] {
  const kind = isFloating(of) ? `Float${8 * sizeOf(of)}` : of.type.replace('UInt', 'Uint').replace(/[BL]E$/, '');
  return of.does === 'read'
    ? [['$view', `set${kind}`, offset, exact(value), isLittleEndian(of)], calling(of, value, offset)]
    : [calling(of, value, offset), ['$view', `get${kind}`, offset, isLittleEndian(of)]];
}

export const sharesMemory = inSeries((of: Of<NumberMember>) =>
  fc.tuple(placeFor(sizeOf(of)), numbers(of)).map(([{ offset, ...memory }, value]): Series => {
    return { ...memory, steps: besideView(of, value, offset) };
  }),
);

/** Before the beginning, from behind the last place on, and far away. */
const outside = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -9, max: 10 }) },
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, -(2 ** 31), Number.POSITIVE_INFINITY),
);

/** From the offset not so many bytes are left; a right call comes before. */
export const refusesOutside = inSeries((of: Of<NumberMember>) =>
  fc.tuple(numbers(of), bytes(6), outside).map(([value, more, drawn]): Series => {
    const memory = Buffer.concat([Buffer.alloc(sizeOf(of), 0xee), more]);
    const offset = drawn < 0 ? drawn : drawn + more.length + 1;
    return { memory, skipped: 0, steps: [calling(of, value, 0), calling(of, value, offset)] };
  }),
);
