/** 3/buffer-module/buffer-compare, buf-compare and buf-equals. The model compares lists of numbers. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { type Part, parts } from './parts.js';

export { absent, present } from '../../support/common.js';

/** -1, 0 or 1: how the first sorts against the second. */
function order(first: readonly number[], second: readonly number[]): number {
  const differs = first.findIndex((byte, at) => byte !== second[at]);
  if (differs < 0) return Math.sign(first.length - second.length);
  return differs >= second.length ? 1 : Math.sign((first[differs] ?? 0) - (second[differs] ?? 0));
}

interface Pair {
  readonly first: Buffer;
  readonly second: Buffer;
}

interface Row {
  /** In hex. */
  readonly first: string;
  readonly second: string;
  readonly order: number;
}

const pairOf = (row: Row): Pair => ({ first: Buffer.from(row.first, 'hex'), second: Buffer.from(row.second, 'hex') });

/** Few values, so that bytes are often the same. */
const similar = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { maxLength }).map((drawn) => Buffer.from(drawn));

const pairs = (_: object): fc.Arbitrary<Pair> => fc.record({ first: similar(4), second: similar(4) });

/** A common beginning, and then perhaps a difference. */
const alike = (_: object): fc.Arbitrary<Pair> =>
  fc.tuple(similar(12), similar(2), similar(2)).map(([common, first, second]) => ({
    first: Buffer.concat([common, first]),
    second: Buffer.concat([common, second]),
  }));

const orderOf = ({ first, second }: Pair): number => order([...first], [...second]);

const compare = (input: Pair): number => Buffer.compare(input.first, input.second);
const compareTo = (input: Pair): number => input.first.compare(input.second);
const equals = (input: Pair): boolean => input.first.equals(input.second);

export const compares = example({ input: pairOf, probe: compare, expect: (row) => equal(row.order) });
export const comparesTo = example({ input: pairOf, probe: compareTo, expect: (row) => equal(row.order) });
export const equalsPair = example({ input: pairOf, probe: equals, expect: (row) => equal(row.order === 0) });

export const comparesAny = property({ inputs: pairs, probe: compare, expect: (pair) => equal(orderOf(pair)) });
export const comparesAlike = property({ inputs: alike, probe: compare, expect: (pair) => equal(orderOf(pair)) });
export const comparesToAny = property({ inputs: alike, probe: compareTo, expect: (pair) => equal(orderOf(pair)) });
export const equalsAny = property({ inputs: alike, probe: equals, expect: (pair) => equal(orderOf(pair) === 0) });

/** Two parts of one memory, of which the second begins where the first ends. */
export const comparesParts = property({
  inputs: parts,
  probe: (input: Part) =>
    Buffer.compare(input.memory.subarray(0, input.from), input.memory.subarray(input.from, input.to)),
  expect: ({ memory, from, to }) => equal(order([...memory.subarray(0, from)], [...memory.subarray(from, to)])),
});

export const comparesWithItself = property({
  inputs: (_: object) => similar(12),
  probe: (buf: Buffer) => [Buffer.compare(buf, buf), buf.compare(buf), Buffer.compare(buf, Buffer.from(buf))],
  expect: () => equal([0, 0, 0]),
});

export const isAntisymmetric = property({
  inputs: alike,
  probe: (input: Pair) => Buffer.compare(input.first, input.second) + Buffer.compare(input.second, input.first),
  expect: () => equal(0),
});

export const comparesAsStatic = property({
  inputs: alike,
  probe: (input: Pair) => input.first.compare(input.second) === Buffer.compare(input.first, input.second),
  expect: () => equal(true),
});

export const equalsWhenComparedEqual = property({
  inputs: alike,
  probe: (input: Pair) => input.first.equals(input.second) === (Buffer.compare(input.first, input.second) === 0),
  expect: () => equal(true),
});

export const sorts = property({
  inputs: (_: object) => fc.array(similar(5), { maxLength: 8 }),
  probe: (list: Buffer[]) => list.sort((first, second) => Buffer.compare(first, second)),
  expect: (list) => equal(list.toSorted((first, second) => order([...first], [...second]))),
});

interface Ranges extends Pair {
  /** As many of targetStart, targetEnd, sourceStart and sourceEnd as are given. */
  readonly bounds: readonly number[];
}

const compareRange = (input: Ranges, t: World): unknown => {
  const target: unknown[] = [input.second];
  return t.invoke(input.first, 'compare', target.concat(input.bounds));
};

function orderOfRange({ first, second, bounds }: Ranges): number {
  const [targetStart = 0, targetEnd = second.length, sourceStart = 0, sourceEnd = first.length] = bounds;
  return order([...first].slice(sourceStart, sourceEnd), [...second].slice(targetStart, targetEnd));
}

const boundsIn = (length: number): fc.Arbitrary<number[]> =>
  fc.tuple(fc.nat({ max: length }), fc.nat({ max: length })).map((drawn) => drawn.sort((a, b) => a - b));

export const comparesRange = property({
  inputs: ({ given }: { given: number }) =>
    fc
      .oneof(alike({}), pairs({}))
      .chain((pair) =>
        fc
          .tuple(boundsIn(pair.second.length), boundsIn(pair.first.length))
          .map(([target, source]): Ranges => ({ ...pair, bounds: [...target, ...source].slice(0, given) })),
      ),
  probe: compareRange,
  expect: (ranges) => equal(orderOfRange(ranges)),
});

/** 2 3 4 against 1 2 3 4. */
export const comparesBounds = example({
  input: ({ args }: { args: readonly number[]; order: number }): Ranges => ({
    first: Buffer.from([2, 3, 4]),
    second: Buffer.from([1, 2, 3, 4]),
    bounds: args,
  }),
  probe: compareRange,
  expect: (data) => equal(data.order),
});

export const refusesBounds = example({
  input: ({ args }: { args: readonly number[] }): Ranges => ({
    first: Buffer.from([1, 2, 3]),
    second: Buffer.from([1, 2, 3]),
    bounds: args,
  }),
  probe: compareRange,
  expect: () => throws('RangeError'),
});

export const equalsCopy = property({
  inputs: (_: object) => similar(16),
  probe: (buf: Buffer) => [
    buf.equals(Buffer.from(buf)),
    Buffer.concat([Buffer.from([1]), buf])
      .subarray(1)
      .equals(buf),
  ],
  expect: () => equal([true, true]),
});

export const equalsItself = example({
  input: (_: object) => Buffer.from([1, 2, 3]),
  probe: (buf: Buffer) => [buf.equals(buf), buf.equals(buf.subarray(0)), buf.equals(buf.subarray(1))],
  expect: () => equal([true, true, false]),
});

export const differsInOneByte = property({
  inputs: (_: object) =>
    fc.tuple(
      similar(16).filter(({ length }) => length > 0),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
    ),
  probe: (input: [Buffer, number, number]) => {
    const other = Buffer.from(input[0]);
    const at = input[1] % other.length;
    other[at] = (other[at] || 0) ^ input[2];
    return input[0].equals(other);
  },
  expect: () => equal(false),
});

export const differsInLength = property({
  inputs: (_: object) => similar(16),
  probe: (buf: Buffer) => {
    const longer = Buffer.concat([buf, Buffer.alloc(1)]);
    return [buf.equals(longer), longer.equals(buf)];
  },
  expect: () => equal([false, false]),
});

export const refusesOther = example({
  input: ({ value }: { value: Plain }) => decode(value),
  probe: (value: unknown, t) => {
    const buf = Buffer.from('a');
    return [
      t.attempt(() => t.invoke(Buffer, 'compare', [buf, value])),
      t.attempt(() => t.invoke(buf, 'compare', [value])),
      t.attempt(() => t.invoke(buf, 'equals', [value])),
    ];
  },
  expect: () =>
    equal([
      ['threw', 'TypeError'],
      ['threw', 'TypeError'],
      ['threw', 'TypeError'],
    ]),
});

export const takesBytes = example({
  input: (_: object) => Uint8Array.of(0x61),
  probe: (bytes: Uint8Array) => {
    const buf = Buffer.from('a');
    return [Buffer.compare(buf, bytes), buf.compare(bytes), buf.equals(bytes)];
  },
  expect: () => equal([0, 0, true]),
});
