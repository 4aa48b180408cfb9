/**
 * Buffer's floating-point readers and writers: 3/buffer-module/buf-read-double-be, buf-read-float-be and buf-write-double-be.
 * The oracles are IEEE 754 vectors and the DataView of the harness; in the target its own DataView agrees.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { called, memoryAfter, type Place, placed, placeOutside, refusals, withContent } from './places.js';

export { absent, present } from '../../support/common.js';

/** What stands after `read` and `write` in a method's name: `DoubleBE` and the like. */
interface Kind {
  readonly type: string;
}

interface Vector extends Kind {
  /** In hex, the byte with the sign first. */
  readonly bytes: string;
  readonly value: Plain;
}

const isDouble = ({ type }: Kind): boolean => type.startsWith('Double');
const isLittleEndian = ({ type }: Kind): boolean => type.endsWith('LE');
const byteLength = (kind: Kind): number => (isDouble(kind) ? 8 : 4);

const inOrder = (octets: Uint8Array, kind: Kind): Buffer =>
  Buffer.from(isLittleEndian(kind) ? octets.toReversed() : octets);

const vectorBytes = (vector: Vector): Buffer => inOrder(Buffer.from(vector.bytes, 'hex'), vector);

function bytesOf(value: number, kind: Kind): Buffer {
  const view = new DataView(new ArrayBuffer(byteLength(kind)));
  if (isDouble(kind)) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  return inOrder(new Uint8Array(view.buffer), kind);
}

/** Numbers that the type holds exactly, but NaN: how that is written is free. */
const valueFor = (kind: Kind): fc.Arbitrary<number> =>
  isDouble(kind) ? fc.double({ noNaN: true }) : fc.float({ noNaN: true });

/** A number as it travels, a big-endian double: older hosts lose the last bits of decimals. */
const bitsOf = (value: number): Uint8Array => Uint8Array.from(bytesOf(value, { type: 'DoubleBE' }));

const emptyPlace = (kind: Kind): fc.Arbitrary<Place> =>
  placed(
    fc.uint8Array({ minLength: byteLength(kind), maxLength: byteLength(kind) }).map((drawn) => Buffer.from(drawn)),
  );

const start = (memory: Buffer): Place => ({ memory, skipped: 0, offset: 0 });

/** A number in a type, a place for it, and the same number and place for a DataView. */
interface Placing extends Place {
  readonly type: string;
  readonly bits: Uint8Array;
  readonly getter: string;
  readonly setter: string;
  readonly littleEndian: boolean;
}

const placing = (kind: Kind, place: Place, value: number): Placing => ({
  ...place,
  type: kind.type,
  bits: bitsOf(value),
  getter: `getFloat${8 * byteLength(kind)}`,
  setter: `setFloat${8 * byteLength(kind)}`,
  littleEndian: isLittleEndian(kind),
});

const placings = (kind: Kind, value = valueFor(kind)): fc.Arbitrary<Placing> =>
  fc.tuple(emptyPlace(kind), value).map(([place, drawn]) => placing(kind, place, drawn));

/** A number that stands in its place already. */
interface Held extends Place {
  readonly type: string;
}

const holding = (kind: Kind): fc.Arbitrary<Held> =>
  valueFor(kind).chain((value) =>
    placed(fc.constant(bytesOf(value, kind))).map((place) => ({ ...place, type: kind.type })),
  );

const heldBits = ({ memory, skipped, offset, type }: Held): Uint8Array => {
  const octets = Uint8Array.from(memory.subarray(skipped + offset, skipped + offset + byteLength({ type })));
  const view = new DataView(octets.buffer);
  return bitsOf(
    isDouble({ type }) ? view.getFloat64(0, isLittleEndian({ type })) : view.getFloat32(0, isLittleEndian({ type })),
  );
};

const valueOfBits = (bits: Uint8Array): number => new DataView(bits.buffer, bits.byteOffset, 8).getFloat64(0);

const written = (input: Placing, kind: Kind): Buffer => withContent(input, bytesOf(valueOfBits(input.bits), kind));

export const readsVector = example({
  input: (vector: Vector) => ({ ...start(vectorBytes(vector)), method: `read${vector.type}`, args: [0] }),
  probe: called,
  expect: ({ value }) => equal(decode(value)),
});

export const writesVector = example({
  input: (vector: Vector) => ({
    ...start(Buffer.alloc(byteLength(vector))),
    method: `write${vector.type}`,
    args: [decode(vector.value), 0],
  }),
  probe: memoryAfter,
  expect: (vector) => equal(vectorBytes(vector)),
});

/** Encodings of NaN: quiet and signalling, of either sign. */
const NOT_A_NUMBER = {
  Double: ['7ff8000000000000', '7ff0000000000001', 'fff8000000000000', 'ffffffffffffffff'],
  Float: ['7fc00000', '7f800001', 'ffc00000', 'ffffffff'],
} as const;

export const readsNotANumber = example({
  input: (kind: Kind) => ({
    method: `read${kind.type}`,
    all: NOT_A_NUMBER[isDouble(kind) ? 'Double' : 'Float'].map((hex) => inOrder(Buffer.from(hex, 'hex'), kind)),
  }),
  probe: (input: { method: string; all: Buffer[] }, t) => input.all.map((buf) => t.invoke(buf, input.method, [0])),
  expect: () => equal([Number.NaN, Number.NaN, Number.NaN, Number.NaN]),
});

/** Looked at with the target's DataView, which reads every encoding of NaN. */
export const writesNotANumber = example({
  input: (kind: Kind) => placing(kind, start(Buffer.alloc(8)), 0),
  probe: (input: Placing, t) => {
    t.invoke(input.memory, `write${input.type}`, [NaN, 0]);
    const view = new DataView(input.memory.buffer, input.memory.byteOffset, 8);
    return t.invoke(view, input.getter, [0, input.littleEndian]);
  },
  expect: () => equal(Number.NaN),
});

const readBits = (input: Held, t: World): unknown => {
  const bits = new Uint8Array(8);
  const value = t.invoke(input.memory.subarray(input.skipped), `read${input.type}`, [input.offset]);
  t.invoke(new DataView(bits.buffer), 'setFloat64', [0, value]);
  return bits;
};

const readBitsFromStart = (input: Held, t: World): unknown => {
  const bits = new Uint8Array(8);
  const value = t.invoke(input.memory.subarray(input.skipped + input.offset), `read${input.type}`, []);
  t.invoke(new DataView(bits.buffer), 'setFloat64', [0, value]);
  return bits;
};

const writeBits = (input: Placing, t: World): unknown => {
  const value = new DataView(input.bits.buffer).getFloat64(0);
  t.invoke(input.memory.subarray(input.skipped), `write${input.type}`, [value, input.offset]);
  return input.memory;
};

const writeBitsAtStart = (input: Placing, t: World): unknown => {
  const value = new DataView(input.bits.buffer).getFloat64(0);
  t.invoke(input.memory.subarray(input.skipped + input.offset), `write${input.type}`, [value]);
  return input.memory;
};

export const reads = property({
  inputs: holding,
  probe: readBits,
  expect: (held) => equal(heldBits(held)),
});

export const readsFromStart = property({
  inputs: holding,
  probe: readBitsFromStart,
  expect: (held) => equal(heldBits(held)),
});

export const writes = property({
  inputs: (kind: Kind) => placings(kind),
  probe: writeBits,
  expect: (input, kind) => equal(written(input, kind)),
});

export const writesAtStart = property({
  inputs: (kind: Kind) => placings(kind),
  probe: writeBitsAtStart,
  expect: (input, kind) => equal(written(input, kind)),
});

/** Doubles that mostly lie between two floats, out of a float's range, or half-way. */
const anyDouble = fc.oneof(
  fc.double({ noNaN: true }),
  fc.double({ noNaN: true, min: -1e39, max: 1e39 }),
  fc.double({ noNaN: true, min: -1e-37, max: 1e-37 }),
  fc.integer({ min: 2 ** 24, max: 2 ** 26 }),
);

export const writesNearest = property({
  inputs: (kind: Kind) => placings(kind, anyDouble),
  probe: writeBits,
  expect: (input, kind) => equal(written(input, kind)),
});

/** Three numbers side by side, so that one that spills over is seen. */
export const roundTrips = property({
  inputs: (kind: Kind) =>
    fc.tuple(valueFor(kind), valueFor(kind), valueFor(kind)).map((values) => ({
      type: kind.type,
      size: byteLength(kind),
      all: values.map(bitsOf),
    })),
  probe: (input: { type: string; size: number; all: Uint8Array[] }, t) => {
    const buf = Buffer.alloc(3 * input.size);
    input.all.forEach((bits, i) => {
      t.invoke(buf, `write${input.type}`, [new DataView(bits.buffer).getFloat64(0), i * input.size]);
    });
    return input.all.map((_, i) => {
      const bits = new Uint8Array(8);
      t.invoke(new DataView(bits.buffer), 'setFloat64', [0, t.invoke(buf, `read${input.type}`, [i * input.size])]);
      return bits;
    });
  },
  expect: ({ all }) => equal(all),
});

export const readsWhatDataViewWrote = property({
  inputs: (kind: Kind) => placings(kind),
  probe: (input: Placing, t) => {
    const buf = input.memory.subarray(input.skipped);
    const value = new DataView(input.bits.buffer).getFloat64(0);
    const view = new DataView(buf.buffer, buf.byteOffset, buf.length);
    t.invoke(view, input.setter, [input.offset, value, input.littleEndian]);
    return t.invoke(buf, `read${input.type}`, [input.offset]) === value;
  },
  expect: () => equal(true),
});

export const writesWhatDataViewReads = property({
  inputs: (kind: Kind) => placings(kind),
  probe: (input: Placing, t) => {
    const buf = input.memory.subarray(input.skipped);
    const value = new DataView(input.bits.buffer).getFloat64(0);
    const view = new DataView(buf.buffer, buf.byteOffset, buf.length);
    t.invoke(buf, `write${input.type}`, [value, input.offset]);
    return t.invoke(view, input.getter, [input.offset, input.littleEndian]) === value;
  },
  expect: () => equal(true),
});

export const refusesToReadOutside = refusals((kind: Kind) =>
  placeOutside(byteLength(kind)).map(({ memory, offset }) => ({
    memory,
    method: `read${kind.type}`,
    good: [0],
    bad: [offset],
  })),
);

export const refusesToWriteOutside = refusals((kind: Kind) =>
  fc.tuple(placeOutside(byteLength(kind)), valueFor(kind)).map(([{ memory, offset }, value]) => ({
    memory,
    method: `write${kind.type}`,
    good: [value, 0],
    bad: [value, offset],
  })),
);

export const returnsNextOffset = example({
  input: ({ type }: Kind) => `write${type}`,
  probe: (method: string, t) => t.invoke(Buffer.alloc(10), method, [1.5, 1]),
  expect: (kind) => equal(1 + byteLength(kind)),
});
