/** 3/buffer-module/buffer-concat. The model joins lists of numbers. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';

const buffers = fc.array(
  bytes(8).map((drawn) => Buffer.from(drawn)),
  { minLength: 1, maxLength: 6 },
);

const joined = (list: readonly Uint8Array[]): Buffer => Buffer.from(list.flatMap((part) => [...part]));

interface Concatenation {
  readonly list: Buffer[];
  readonly totalLength: number;
}

const concatenate = (input: Concatenation): Buffer => Buffer.concat(input.list, input.totalLength);

export const concatenates = property({
  inputs: (_: object) => buffers,
  probe: (list: Buffer[]) => Buffer.concat(list),
  expect: (list) => equal(joined(list)),
});

/** The list is made of parts of one Buffer, cut where it says. */
export const concatenatesParts = property({
  inputs: (_: object) => fc.record({ whole: bytes(20).map((drawn) => Buffer.from(drawn)), cut: fc.nat({ max: 20 }) }),
  probe: (input: { whole: Buffer; cut: number }) =>
    Buffer.concat([input.whole.subarray(input.cut), input.whole.subarray(0, input.cut)]),
  expect: ({ whole, cut }) => equal(Buffer.from([...whole].slice(cut).concat([...whole].slice(0, cut)))),
});

export const concatenatesOneTwice = property({
  inputs: (_: object) => bytes(12).map((drawn) => Buffer.from(drawn)),
  probe: (buf: Buffer) => Buffer.concat([buf, buf]),
  expect: (buf) => equal(joined([buf, buf])),
});

export const concatenatesUpTo = property({
  inputs: (_: object) =>
    fc
      .tuple(buffers, fc.nat())
      .map(([list, drawn]): Concatenation => ({ list, totalLength: drawn % (joined(list).length + 1) })),
  probe: concatenate,
  expect: ({ list, totalLength }) => equal(Buffer.from([...joined(list)].slice(0, totalLength))),
});

export const concatenatesToSum = property({
  inputs: (_: object) => buffers.map((list): Concatenation => ({ list, totalLength: joined(list).length })),
  probe: concatenate,
  expect: ({ list }) => equal(joined(list)),
});

export const concatenatesToZero = property({
  inputs: (_: object) => buffers.map((list): Concatenation => ({ list, totalLength: 0 })),
  probe: concatenate,
  expect: () => equal(Buffer.alloc(0)),
});

export const concatenatesCoerced = example({
  input: ({ totalLength }: { totalLength: Plain; bytes: string }) => decode(totalLength),
  probe: (totalLength: unknown, t) =>
    t.invoke(Buffer, 'concat', [[Buffer.from([1]), Buffer.from([2, 3])], totalLength]),
  expect: (data) => equal(Buffer.from(data.bytes, 'hex')),
});

export const concatenatesNothing = example({
  input: ({ args }: { args: readonly number[] }) => args,
  probe: (args: readonly unknown[], t) => {
    const all: unknown[] = [[]];
    return t.invoke(Buffer, 'concat', all.concat(args));
  },
  expect: () => equal(Buffer.alloc(0)),
});

export const concatenatesEmpties = example({
  input: (_: object) => [Buffer.alloc(0), Buffer.from([1]), Buffer.alloc(0), Buffer.from([2]), Buffer.alloc(0)],
  probe: (list: Buffer[]) => [Buffer.concat(list), Buffer.concat([Buffer.alloc(0), Buffer.alloc(0)])],
  expect: () => equal([Buffer.from([1, 2]), Buffer.alloc(0)]),
});

export const concatenatesBeyond = example({
  input: (_: object): Concatenation => ({ list: [Buffer.from([1]), Buffer.from([2, 3])], totalLength: 6 }),
  probe: concatenate,
  expect: () => equal(Buffer.from([1, 2, 3, 0, 0, 0])),
});

export const refusesToConcatenate = example({
  input: ({ args }: { args: readonly Plain[] }) => args.map(decode),
  probe: (args: unknown[], t) => t.invoke(Buffer, 'concat', args),
  expect: () => throws('TypeError', 'RangeError'),
});

export const concatenatesBytes = example({
  input: (_: object) => [Uint8Array.of(1), Uint8Array.of(2, 3)],
  probe: (list: Uint8Array[]) => Buffer.concat(list),
  expect: () => equal(Buffer.from([1, 2, 3])),
});
