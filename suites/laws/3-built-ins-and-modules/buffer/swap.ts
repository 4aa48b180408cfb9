/** 3/buffer-module/buf-swap16 and 3/errors/buf-swap16. */
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';

interface Swap {
  readonly method: string;
  /** Bytes of a group. */
  readonly size: number;
}

interface Swapping {
  readonly method: string;
  readonly memory: Buffer;
}

const turned = (octets: Uint8Array, size: number): Buffer =>
  Buffer.from(Array.from(octets, (_, at) => octets[at - (at % size) + size - 1 - (at % size)] ?? 0));

const groups = (size: number): fc.Arbitrary<Buffer> =>
  fc
    .nat({ max: 4 })
    .chain((count) =>
      fc.uint8Array({ minLength: count * size, maxLength: count * size }).map((drawn) => Buffer.from(drawn)),
    );

const swap = (input: Swapping, t: World): unknown => {
  t.invoke(input.memory, input.method, []);
  return input.memory;
};

export const swaps = property({
  inputs: ({ method, size }: Swap) => groups(size).map((memory): Swapping => ({ method, memory })),
  probe: swap,
  expect: ({ memory }, { size }) => equal(turned(memory, size)),
});

export const swapsBack = property({
  inputs: ({ method, size }: Swap) => groups(size).map((memory): Swapping => ({ method, memory })),
  probe: (input: Swapping, t) => {
    t.invoke(input.memory, input.method, []);
    t.invoke(input.memory, input.method, []);
    return input.memory;
  },
  expect: ({ memory }) => equal(memory),
});

/** Bytes around the Buffer stay, and its groups begin with its own first byte, wherever that lies in memory. */
export const swapsPart = property({
  inputs: ({ method, size }: Swap) =>
    fc.tuple(bytes(5), groups(size), bytes(5)).map(([before, content, after]) => ({
      method,
      memory: Buffer.concat([before, content, after]),
      from: before.length,
      to: before.length + content.length,
    })),
  probe: (input: Swapping & { from: number; to: number }, t) => {
    t.invoke(input.memory.subarray(input.from, input.to), input.method, []);
    return input.memory;
  },
  expect: ({ memory, from, to }, { size }) =>
    equal(Buffer.concat([memory.subarray(0, from), turned(memory.subarray(from, to), size), memory.subarray(to)])),
});

export const swapsNothing = example({
  input: ({ method }: Swap): Swapping => ({ method, memory: Buffer.alloc(0) }),
  probe: swap,
  expect: () => equal(Buffer.alloc(0)),
});

export const swapsVector = example({
  input: ({ method }: { method: string; memory: string }): Swapping => ({
    method,
    memory: Buffer.from('0203040506070809', 'hex'),
  }),
  probe: swap,
  expect: ({ memory }) => equal(Buffer.from(memory, 'hex')),
});

interface Reading {
  readonly method: string;
  readonly write: string;
  readonly read: string;
  readonly value: number;
}

export const swapsNumber = example({
  input: ({ method, write, read, value }: Reading) => ({ method, write, read, value }),
  probe: (input: Reading, t) => {
    const buf = Buffer.alloc(8);
    t.invoke(buf, input.write, [input.value, 0]);
    t.invoke(buf, input.method, []);
    return t.invoke(buf, input.read, [0]);
  },
  expect: ({ value }) => equal(value),
});

/** Eight bytes, which all take, show that it is the length that is refused. */
const tryLength = (input: { method: string; length: number }, t: World): unknown => {
  const good = t.attempt(() => t.invoke(Buffer.alloc(8), input.method, []));
  const bad = t.attempt(() => t.invoke(Buffer.alloc(input.length), input.method, []));
  return [good[0], bad[0]];
};

export const refusesToSwap = example({
  input: ({ method, length }: { method: string; length: number }) => ({ method, length }),
  probe: tryLength,
  expect: () => equal(['returned', 'threw']),
});

export const refusesToSwapAny = property({
  inputs: ({ method, size }: Swap) =>
    fc
      .nat({ max: 200 })
      .filter((length) => length % size !== 0)
      .map((length) => ({ method, length })),
  probe: tryLength,
  expect: () => equal(['returned', 'threw']),
});

/** There is memory behind these Buffers, and yet their last group is not whole. */
export const refusesToSwapPart = property({
  inputs: ({ method, size }: Swap) =>
    fc
      .nat({ max: 20 })
      .filter((length) => length % size !== 0)
      .map((length) => ({ method, length })),
  probe: (input: { method: string; length: number }, t) => {
    const memory = Buffer.alloc(40);
    const good = t.attempt(() => t.invoke(memory.subarray(1, 9), input.method, []));
    const bad = t.attempt(() => t.invoke(memory.subarray(1, 1 + input.length), input.method, []));
    return [good[0], bad[0]];
  },
  expect: () => equal(['returned', 'threw']),
});

export const swapReturnsItself = example({
  input: ({ method }: Swap): Swapping => ({ method, memory: Buffer.alloc(8) }),
  probe: (input: Swapping, t) => t.invoke(input.memory, input.method, []) === input.memory,
  expect: () => equal(true),
});
