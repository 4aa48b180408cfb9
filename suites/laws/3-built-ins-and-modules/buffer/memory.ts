/**
 * Parts of Buffers and copies: 3/buffer-module/buf-subarray, buf-slice, buf-copy and buf-to-json. The model is a list of
 * numbers. Byte order and sequences are in files of their own.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';
import { type Part, partOf, parts } from './parts.js';

export { absent, present } from '../../support/common.js';
export * from './swap.js';
export { actsAsOneMemory } from './views.js';

type Parting = 'subarray' | 'slice';

interface Bounds {
  readonly args: readonly Plain[];
  readonly from: number;
  readonly to: number;
}

const takes = (method: Parting): Law<Bounds> =>
  example({
    input: ({ args }) => ({ method, args: args.map(decode) }),
    probe: (input: { method: string; args: unknown[] }, t) =>
      t.invoke(Buffer.from([0, 1, 2, 3, 4, 5]), input.method, input.args),
    expect: ({ from, to }) => equal(Buffer.from([0, 1, 2, 3, 4, 5].slice(from, to))),
  });

export const takesSubarray = takes('subarray');
export const takesSlice = takes('slice');

/** As many bounds as are given, on both sides of the ends. */
const takesAny = (method: Parting): Law<object> =>
  property({
    inputs: () =>
      fc.record({
        memory: bytes(12).map((drawn) => Buffer.from(drawn)),
        args: fc.array(fc.integer({ min: -15, max: 15 }), { maxLength: 2 }),
        method: fc.constant(method),
      }),
    probe: (input: { memory: Buffer; args: number[]; method: string }, t: World) =>
      t.invoke(input.memory, input.method, input.args),
    expect: ({ memory, args: [start, end] }) => equal(Buffer.from([...memory].slice(start, end))),
  });

export const takesAnySubarray = takesAny('subarray');
export const takesAnySlice = takesAny('slice');

export const takesSubarrayOfSubarray = property({
  inputs: parts,
  probe: (input: Part) => {
    const tail = input.memory.subarray(input.from);
    return tail.subarray(0, input.to - input.from);
  },
  expect: (part) => equal(Buffer.from(partOf(part))),
});

/** Changes go both ways: 251 through the part, 252 through the whole. */
const shares = (method: Parting): Law<object> =>
  property({
    inputs: () =>
      parts({})
        .filter(({ from, to }) => to - from > 1)
        .map((part) => ({ ...part, method })),
    probe: (input: Part & { method: Parting }) => {
      const part = input.memory[input.method](input.from, input.to);
      part[0] = 251;
      input.memory[input.from + 1] = 252;
      return { part, memory: input.memory };
    },
    expect: ({ memory, from, to }) => {
      const after = Buffer.from(memory);
      after.set([251, 252], from);
      return equal({ part: Buffer.from([...after].slice(from, to)), memory: after });
    },
  });

export const subarrayShares = shares('subarray');
export const sliceShares = shares('slice');

const isOnSameArrayBuffer = (method: Parting): Law<object> =>
  example({
    input: () => ({ method, memory: Buffer.from([1, 2, 3, 4]) }),
    probe: (input: { method: Parting; memory: Buffer }) => {
      const part = input.memory[input.method](1, 3);
      return [part.buffer === input.memory.buffer, part.byteOffset - input.memory.byteOffset];
    },
    expect: () => equal([true, 1]),
  });

export const subarrayIsOnSameArrayBuffer = isOnSameArrayBuffer('subarray');
export const sliceIsOnSameArrayBuffer = isOnSameArrayBuffer('slice');

/** The member of Uint8Array that buf.slice differs from. */
export const typedArraySliceCopies = example({
  input: (_: object) => Uint8Array.of(1, 2, 3, 4),
  probe: (bytes: Uint8Array) => {
    const part = bytes.slice(1, 3);
    part[0] = 251;
    return bytes;
  },
  expect: () => equal(Uint8Array.of(1, 2, 3, 4)),
});

interface Copy {
  readonly source: Buffer;
  readonly target: Uint8Array;
  readonly bounds: readonly number[];
}

const copy = (input: Copy, t: World): unknown => {
  const target: unknown[] = [input.target];
  t.invoke(input.source, 'copy', target.concat(input.bounds));
  return input.target;
};

/** What the target holds afterwards. */
function copied({
  source,
  target,
  bounds: [targetStart = 0, sourceStart = 0, sourceEnd = source.length],
}: Copy): number[] {
  const all = [...target];
  const moved = [...source].slice(sourceStart, sourceEnd).slice(0, target.length - targetStart);
  all.splice(targetStart, moved.length, ...moved);
  return all;
}

const boundsOf = (source: Uint8Array, target: Uint8Array): fc.Arbitrary<number[]> =>
  fc
    .tuple(fc.nat({ max: target.length }), fc.nat({ max: source.length }), fc.nat({ max: source.length }))
    .map(([targetStart, a, b]) => [targetStart, Math.min(a, b), Math.max(a, b)]);

const copyings = (given: number): fc.Arbitrary<Copy & { target: Buffer }> =>
  fc.tuple(bytes(12), bytes(12)).chain(([drawn, other]) => {
    const [source, target] = [Buffer.from(drawn), Buffer.from(other)];
    return boundsOf(source, target).map((bounds) => ({ source, target, bounds: bounds.slice(0, given) }));
  });

interface Given {
  readonly given: number;
}

export const copies = property({
  inputs: ({ given }: Given) => copyings(given),
  probe: copy,
  expect: (input) => equal(Buffer.from(copied(input))),
});

export const copiesIntoBytes = property({
  inputs: ({ given }: Given) =>
    copyings(given).map((input): Copy => ({ ...input, target: Uint8Array.from(input.target) })),
  probe: copy,
  expect: (input) => equal(Uint8Array.from(copied(input))),
});

const copiesOfThree = ({ args }: { args: readonly number[] }): Copy => ({
  source: Buffer.from([1, 2, 3]),
  target: Buffer.alloc(5, 0xee),
  bounds: args,
});

export const copiesExactly = example({
  input: ({ args }: { args: readonly number[]; target: string }) => copiesOfThree({ args }),
  probe: copy,
  expect: ({ target }) => equal(Buffer.from(target, 'hex')),
});

/** The bytes of the target's memory around it stay as they were. */
export const copiesIntoPart = property({
  inputs: (_: object) => fc.record({ part: parts({}), source: bytes(12).map((drawn) => Buffer.from(drawn)) }),
  probe: (input: { part: Part; source: Buffer }) => {
    input.source.copy(input.part.memory.subarray(input.part.from, input.part.to));
    return input.part.memory;
  },
  expect: ({ part, source }) => {
    const after = copied({ source, target: Uint8Array.from(partOf(part)), bounds: [] });
    return equal(
      Buffer.concat([part.memory.subarray(0, part.from), Buffer.from(after), part.memory.subarray(part.to)]),
    );
  },
});

interface Over {
  readonly memory: Buffer;
  readonly bounds: readonly number[];
}

const copyOver = (input: Over, t: World): unknown => {
  const target: unknown[] = [input.memory];
  t.invoke(input.memory, 'copy', target.concat(input.bounds));
  return input.memory;
};

export const copiesOver = property({
  inputs: (_: object) =>
    bytes(16).chain((drawn) => boundsOf(drawn, drawn).map((bounds): Over => ({ memory: Buffer.from(drawn), bounds }))),
  probe: copyOver,
  expect: ({ memory, bounds }) => equal(Buffer.from(copied({ source: memory, target: memory, bounds }))),
});

/** From one part of a memory to another, wherever they lie. */
export const copiesOverPart = property({
  inputs: (_: object) =>
    parts({}).chain((source) => fc.nat({ max: source.memory.length }).map((at) => ({ ...source, at }))),
  probe: (input: Part & { at: number }) => {
    input.memory.subarray(input.from, input.to).copy(input.memory.subarray(input.at));
    return input.memory;
  },
  expect: (input) =>
    equal(
      Buffer.from(copied({ source: input.memory, target: input.memory, bounds: [input.at, input.from, input.to] })),
    ),
});

export const copiesOverExactly = example({
  input: ({ args }: { args: readonly number[]; memory: string }): Over => ({
    memory: Buffer.from([1, 2, 3, 4, 5]),
    bounds: args,
  }),
  probe: copyOver,
  expect: ({ memory }) => equal(Buffer.from(memory, 'hex')),
});

export const returnsCopied = example({
  input: ({ args }: { args: readonly number[]; count: number }) => copiesOfThree({ args }),
  probe: (input: Copy, t) => {
    const target: unknown[] = [input.target];
    return t.invoke(input.source, 'copy', target.concat(input.bounds));
  },
  expect: ({ count }) => equal(count),
});

export const refusesToCopy = example({
  input: ({ args }: { args: readonly Plain[] }) => args.map(decode),
  probe: (args: unknown[], t) => t.invoke(Buffer.from([1, 2, 3]), 'copy', args),
  expect: () => throws('RangeError', 'TypeError'),
});

const aBuffer = (_: object): fc.Arbitrary<Buffer> => bytes(12).map((drawn) => Buffer.from(drawn));

export const stringifiesAsToJson = property({
  inputs: aBuffer,
  probe: (buf: Buffer) => {
    const text = JSON.stringify(buf);
    return typeof text === 'string' && text === JSON.stringify(buf.toJSON());
  },
  expect: () => equal(true),
});

export const stringifiesInside = property({
  inputs: aBuffer,
  probe: (buf: Buffer) => {
    const own = JSON.stringify(buf);
    return [JSON.stringify({ a: buf, b: 1 }) === `{"a":${own},"b":1}`, JSON.stringify([buf]) === `[${own}]`];
  },
  expect: () => equal([true, true]),
});

/** The same bytes, or one changed, added or dropped. */
const almostSame = (first: Buffer, at: number, byte: number): fc.Arbitrary<Buffer> =>
  fc.constantFrom(
    Buffer.from(first),
    Buffer.concat([first.subarray(0, at), Buffer.from([byte]), first.subarray(at + 1)]),
    Buffer.concat([first.subarray(0, at), Buffer.from([byte]), first.subarray(at)]),
    Buffer.concat([first.subarray(0, at), first.subarray(at + 1)]),
  );

/** Whether the texts of two Buffers are the same; the first is a part of its memory, so that nothing but the bytes can count. */
export const tellsApart = property({
  inputs: (_: object) =>
    fc
      .tuple(bytes(6), fc.nat(), fc.constantFrom(0, 1, 10, 255))
      .map(([drawn, at, byte]) => ({ first: Buffer.from(drawn), at: at % (drawn.length + 1), byte }))
      .chain(({ first, at, byte }) => almostSame(first, at, byte).map((second) => ({ first, second }))),
  probe: (input: { first: Buffer; second: Buffer }) =>
    JSON.stringify(Buffer.concat([Buffer.alloc(2), input.first]).subarray(2)) === JSON.stringify(input.second),
  expect: ({ first, second }) => equal(first.equals(second)),
});

export const hasShape = example({
  input: (data: { bytes: string }) => Buffer.from(data.bytes, 'hex'),
  probe: (buf: Buffer) => [JSON.stringify(buf), buf.toJSON()],
  expect: (data) => {
    const shape = { type: 'Buffer', data: [...Buffer.from(data.bytes, 'hex')] };
    return equal([JSON.stringify(shape), shape]);
  },
});
