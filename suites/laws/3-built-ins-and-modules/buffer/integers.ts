/**
 * Buffer's integer readers and writers: 3/buffer-module/buf-read-int-be, buf-read-uint-be and buf-write-int-be. The oracle is
 * arithmetic on BigInt, beside vectors from another implementation.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { either, equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import {
  type Call,
  called,
  memoryAfter,
  type Place,
  placed,
  placeOutside,
  type Refusal,
  refusal,
  refusals,
  withContent,
} from './places.js';

export { absent, present } from '../../support/common.js';

/** What stands after `read` and `write` in a method's name tells the sign and the byte order. */
interface Kind {
  readonly type: string;
}

interface Layout extends Kind {
  readonly byteLength: number;
  /** The method is told its size. */
  readonly sized?: boolean;
  /** Bytes, in hex, and the number that they stand for. */
  readonly bytes: string;
  readonly value: number;
}

const isSigned = ({ type }: Kind): boolean => !type.startsWith('U');
const isLittleEndian = ({ type }: Kind): boolean => type.endsWith('LE');

const inOrder = (octets: Uint8Array, layout: Layout): Uint8Array =>
  isLittleEndian(layout) ? octets.toReversed() : octets;

function numberOf(octets: Uint8Array, layout: Layout): number {
  const bits = BigInt(`0x${Buffer.from(inOrder(octets, layout)).toString('hex')}`);
  return Number(isSigned(layout) ? BigInt.asIntN(8 * layout.byteLength, bits) : bits);
}

function bytesOf(value: number, layout: Layout): Uint8Array {
  const digits = BigInt.asUintN(8 * layout.byteLength, BigInt(value)).toString(16);
  return inOrder(Buffer.from(digits.padStart(2 * layout.byteLength, '0'), 'hex'), layout);
}

const least = (layout: Layout): number => (isSigned(layout) ? -(2 ** (8 * layout.byteLength - 1)) : 0);
const greatest = (layout: Layout): number => least(layout) + 2 ** (8 * layout.byteLength) - 1;

/** Values that fit, the ends of their range and those around 0 among them. */
function valueFor(layout: Layout): fc.Arbitrary<number> {
  const [min, max] = [least(layout), greatest(layout)];
  const edges = [min, min + 1, -1, 0, 1, max - 1, max].filter((value) => value >= min && value <= max);
  return fc.oneof(
    fc.constantFrom(...edges),
    fc.maxSafeNat().map((drawn) => min + (drawn % (max - min + 1))),
  );
}

const octet = fc.oneof(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }));

const placeFor = ({ byteLength }: Layout): fc.Arbitrary<Place> =>
  placed(fc.array(octet, { minLength: byteLength, maxLength: byteLength }).map((drawn) => Buffer.from(drawn)));

const start = (memory: Buffer): Place => ({ memory, skipped: 0, offset: 0 });

/** The offset, and the size where the method is told. */
const argsAt = (offset: number, { sized = false, byteLength }: Pick<Layout, 'sized' | 'byteLength'>): number[] =>
  sized ? [offset, byteLength] : [offset];

const reading = (place: Place, layout: Layout) => ({
  ...place,
  method: `read${layout.type}`,
  args: argsAt(place.offset, layout),
});

const writing = (place: Place, value: number, layout: Layout) => ({
  ...place,
  value,
  method: `write${layout.type}`,
  args: [value, ...argsAt(place.offset, layout)],
});

const valueAt = ({ memory, skipped, offset }: Place, layout: Layout): number =>
  numberOf(memory.subarray(skipped + offset, skipped + offset + layout.byteLength), layout);

const writings = (layout: Layout) =>
  fc.tuple(placeFor(layout), valueFor(layout)).map(([place, value]) => writing(place, value, layout));

export const readsVector = example({
  input: (layout: Layout) => reading(start(Buffer.from(layout.bytes, 'hex')), layout),
  probe: called,
  expect: ({ value }) => equal(value),
});

export const writesVector = example({
  input: (layout: Layout) => writing(start(Buffer.alloc(layout.byteLength)), layout.value, layout),
  probe: memoryAfter,
  expect: ({ bytes }) => equal(Buffer.from(bytes, 'hex')),
});

export const reads = property({
  inputs: (layout: Layout) => placeFor(layout).map((place) => reading(place, layout)),
  probe: called,
  expect: (place, layout) => equal(valueAt(place, layout)),
});

export const writes = property({
  inputs: writings,
  probe: memoryAfter,
  expect: (input, layout) => equal(withContent(input, bytesOf(input.value, layout))),
});

/** Three values side by side, so that one that spills over is seen. */
export const roundTrips = property({
  inputs: (layout: Layout) =>
    fc.tuple(valueFor(layout), valueFor(layout), valueFor(layout)).map((values) => ({
      type: layout.type,
      byteLength: layout.byteLength,
      calls: values.map((value, i) => ({ value, args: argsAt(i * layout.byteLength, layout) })),
    })),
  probe: (input: { type: string; byteLength: number; calls: { value: number; args: number[] }[] }, t) => {
    const buf = Buffer.alloc(3 * input.byteLength);
    input.calls.forEach((call) => {
      t.invoke(buf, `write${input.type}`, [call.value].concat(call.args));
    });
    return input.calls.map((call) => t.invoke(buf, `read${input.type}`, call.args));
  },
  expect: ({ calls }) => equal(calls.map(({ value }) => value)),
});

interface Shared extends Place {
  readonly value: number;
  readonly type: string;
  readonly viewType: string;
  readonly littleEndian: boolean;
}

/** `Int16BE` is `getInt16` and `setInt16` of a DataView. */
const viewType = ({ type }: Kind): string => type.replace('UInt', 'Uint').replace(/[BL]E$/, '');

/** What the one writes the other reads. */
const bothWays = (input: Shared, t: World): unknown => {
  const buf = input.memory.subarray(input.skipped);
  const view = new DataView(buf.buffer, buf.byteOffset, buf.length);
  const before = t.invoke(view, `get${input.viewType}`, [input.offset, input.littleEndian]);
  t.invoke(buf, `write${input.type}`, [input.value, input.offset]);
  const written = t.invoke(view, `get${input.viewType}`, [input.offset, input.littleEndian]);
  t.invoke(view, `set${input.viewType}`, [input.offset, before, input.littleEndian]);
  return { written, restored: t.invoke(buf, `read${input.type}`, [input.offset]) };
};

export const agreesWithDataView = property({
  inputs: (layout: Layout) =>
    fc.tuple(placeFor(layout), valueFor(layout)).map(
      ([place, value]): Shared => ({
        ...place,
        value,
        type: layout.type,
        viewType: viewType(layout),
        littleEndian: isLittleEndian(layout),
      }),
    ),
  probe: bothWays,
  expect: (input, layout) => equal({ written: input.value, restored: valueAt(input, layout) }),
});

export const readsFromStart = property({
  inputs: (layout: Layout) =>
    placeFor(layout).map((place) => ({ ...reading({ ...place, offset: 0 }, layout), args: [] })),
  probe: called,
  expect: (place, layout) => equal(valueAt(place, layout)),
});

export const writesAtStart = example({
  input: (layout: Layout): Call => ({ ...writing(start(Buffer.alloc(8)), layout.value, layout), args: [layout.value] }),
  probe: memoryAfter,
  expect: ({ bytes }) => equal(Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(8)], 8)),
});

export const refusesToReadOutside = refusals((layout: Layout) =>
  placeOutside(layout.byteLength).map(({ memory, offset }) => ({
    memory,
    method: `read${layout.type}`,
    good: argsAt(0, layout),
    bad: argsAt(offset, layout),
  })),
);

export const refusesToWriteOutside = refusals((layout: Layout) =>
  fc.tuple(placeOutside(layout.byteLength), valueFor(layout)).map(([{ memory, offset }, value]) => ({
    memory,
    method: `write${layout.type}`,
    good: [value, ...argsAt(0, layout)],
    bad: [value, ...argsAt(offset, layout)],
  })),
);

/** A size beside one that fits the same place; to write, a value goes before the offset. */
const wrongSize = (method: string, before: readonly number[], byteLength: number): Refusal => ({
  memory: Buffer.from('0102030405060708090a0b0c', 'hex'),
  method,
  good: [...before, 0, 2],
  bad: [...before, 0, byteLength],
});

const anyWrongSize = fc.oneof(fc.integer({ min: 7, max: 1000 }), fc.integer({ min: -1000, max: -1 }));

type Size = Pick<Layout, 'type' | 'byteLength'>;
export const refusesToReadSize = refusal(({ type, byteLength }: Size) => wrongSize(`read${type}`, [], byteLength));
export const refusesToWriteSize = refusal(({ type, byteLength }: Size) => wrongSize(`write${type}`, [1], byteLength));
export const refusesToReadAnySize = refusals(({ type }: Kind) =>
  anyWrongSize.map((byteLength) => wrongSize(`read${type}`, [], byteLength)),
);
export const refusesToWriteAnySize = refusals(({ type }: Kind) =>
  anyWrongSize.map((byteLength) => wrongSize(`write${type}`, [1], byteLength)),
);

export const takesOddSize = example({
  input: ({ byteLength }: { byteLength: Plain }) => decode(byteLength),
  probe: (byteLength: unknown, t) => t.invoke(Buffer.from([1, 2, 3, 4, 5, 6]), 'readUIntBE', [0, byteLength]),
  expect: () => either(throws('TypeError', 'RangeError'), equal(0x0102)),
});

/** The first values on either side that the bytes cannot hold. */
export const refusesValues = example({
  input: (layout: Layout) => ({
    method: `write${layout.type}`,
    below: [least(layout) - 1, ...argsAt(0, layout)],
    above: [greatest(layout) + 1, ...argsAt(0, layout)],
  }),
  probe: (input: { method: string; below: number[]; above: number[] }, t) => ({
    below: t.attempt(() => t.invoke(Buffer.alloc(6), input.method, input.below)),
    above: t.attempt(() => t.invoke(Buffer.alloc(6), input.method, input.above)),
  }),
  expect: () => equal({ below: ['threw', 'RangeError'], above: ['threw', 'RangeError'] }),
});

export const returnsNextOffset = property({
  inputs: writings,
  probe: called,
  expect: ({ offset }, { byteLength }) => equal(offset + byteLength),
});
