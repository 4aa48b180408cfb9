/** 3/buffer-module/buf-swap16 and 3/errors/buf-swap16. */
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { differential, differentialExample, type Tools } from '../../support/differential.js';

interface Swap {
  readonly member: 'swap16' | 'swap32' | 'swap64';
}

const sizeOf = ({ member }: Swap): number => Number(member.slice(4)) / 8;

/** Groups: some, or as many as fill the blocks in which memory may be swapped, and one more. */
const counts = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 4 }) }, fc.constantFrom(16, 17, 33));

/** Bytes around the Buffer stay, and its groups begin with its own first byte, wherever that lies in memory. */
export const swaps = differential(
  ({ times = 1, part = false, ...swap }: Swap & { times?: number; part?: boolean }) =>
    fc.tuple(bytes(part ? 5 : 0), counts, bytes(part ? 5 : 0)).chain(([before, count, after]) => {
      const length = count * sizeOf(swap);
      return fc.uint8Array({ minLength: length, maxLength: length }).map((content) => ({
        ...swap,
        times,
        memory: Buffer.concat([before, content, after]),
        from: before.length,
        to: before.length + length,
      }));
    }),
  ({ member, times, memory, from, to }, t) => {
    const view = memory.subarray(from, to);
    for (let i = 0; i < times; i++) t.invoke(view, member, []);
    return memory;
  },
);

export const swapsNumber = example({
  probe: ({ member, write, read, value }, t) => {
    const buf = Buffer.alloc(8);
    t.invoke(buf, write, [value, 0]);
    t.invoke(buf, member, []);
    return t.invoke(buf, read, [0]);
  },
  expect: ({ given }: { given: Swap & { write: string; read: string; value: number } }) => equal(given.value),
});

interface Odd extends Swap {
  readonly length: number;
  /** Where in its memory the Buffer begins; there are bytes behind it too, and yet its last group is not whole. */
  readonly from?: number;
}

/** Eight bytes, which all take, show that it is the length that is refused. */
const tryLength = ({ member, length, from }: Required<Odd>, t: Tools): unknown => {
  const memory = Buffer.alloc(from === 0 ? length : 300);
  const good = t.attempt(() => t.invoke(Buffer.alloc(20).subarray(from, from + 8), member, []));
  const bad = t.attempt(() => t.invoke(memory.subarray(from, from + length), member, []));
  return [good[0], bad[0]];
};

export const refusesToSwap = differentialExample(({ from = 0, ...odd }: Odd) => ({ ...odd, from }), tryLength);

export const refusesToSwapAny = differential(
  ({ member, from = 0 }: Omit<Odd, 'length'>) =>
    fc
      .nat({ max: 200 })
      .filter((length) => length % sizeOf({ member }) !== 0)
      .map((length) => ({ member, length, from })),
  tryLength,
);
