/** Parts of Buffers and pairs of them, drawn for several laws. */
import fc from 'fast-check';
import { bytes } from '../../support/arbitraries.js';

/** A memory, and the bounds of a part of it. */
export interface Part {
  readonly memory: Buffer;
  readonly from: number;
  readonly to: number;
}

export const buffer = (maxLength: number): fc.Arbitrary<Buffer> => bytes(maxLength).map((drawn) => Buffer.from(drawn));

/** Two places between 0 and the length, the lower first; often the ends. */
export const bounds = (length: number): fc.Arbitrary<number[]> => {
  const bound = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: length }) }, fc.constantFrom(0, length));
  return fc.tuple(bound, bound).map((drawn) => drawn.sort((a, b) => a - b));
};

/** Lengths around those of the blocks in which memory is compared, copied and allotted. */
const blocks = fc
  .constantFrom(63, 64, 65, 255, 256, 257)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
  .map((drawn) => Buffer.from(drawn));

/** Parts of memories that are small, or as long as blocks: none of it, all of it, or a part anywhere. */
export const parts: fc.Arbitrary<Part> = fc
  .oneof({ weight: 7, arbitrary: buffer(24) }, { weight: 1, arbitrary: blocks })
  .chain((memory) => bounds(memory.length).map(([from = 0, to = 0]) => ({ memory, from, to })));

export interface Pair {
  readonly first: Buffer;
  readonly second: Buffer;
}

/** Few values, so that bytes are often the same. */
export const similar = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { maxLength }).map((drawn) => Buffer.from(drawn));

const beginning = fc.oneof({ weight: 7, arbitrary: similar(12) }, { weight: 1, arbitrary: blocks });

/** A common beginning, and then perhaps a difference. */
const alike = fc.tuple(beginning, similar(2), similar(2)).map(([common, first, second]) => ({
  first: Buffer.concat([common, first]),
  second: Buffer.concat([common, second]),
}));

/** A Buffer with one byte changed, added or dropped at a place. */
const edited = (change: (first: Buffer, at: number, byte: number) => Uint8Array[]): fc.Arbitrary<Pair> =>
  fc.tuple(beginning, fc.nat(), fc.constantFrom(1, 10, 0x80, 0xff)).map(([first, drawn, byte]) => ({
    first,
    second: Buffer.concat(change(first, drawn % (first.length + 1), byte)),
  }));

const oneByte = edited((first, at, byte) => [
  first.subarray(0, at),
  first.subarray(at, at + 1).map((old) => old ^ byte),
  first.subarray(at + 1),
]);
const longer = edited((first) => [first, Buffer.alloc(1)]);
const turned = edited((first) => [Uint8Array.from(first).reverse()]);
const dropped = edited((first, at) => [first.subarray(0, at), first.subarray(at + 1)]);

/** How two Buffers come to resemble each other. */
export const PAIRS = {
  any: fc.record({ first: similar(4), second: similar(4) }),
  alike,
  copy: similar(16).map((first) => ({ first, second: Buffer.from(first) })),
  oneByte,
  longer,
  edited: fc.oneof(alike, oneByte, longer, dropped, turned),
} as const;
