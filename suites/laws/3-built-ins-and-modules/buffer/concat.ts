/** 3/buffer-module/buffer-concat. */
import fc from 'fast-check';
import { differential } from '../../support/differential.js';
import { parts } from './parts.js';

const LISTS = {
  any: fc.array(parts, { minLength: 1, maxLength: 6 }),
  one: parts.map((part) => [part]),
  oneTwice: parts.map((part) => [part, part]),
  /** What lies behind a part, and then the part. */
  turned: parts.map((part) => [{ ...part, from: part.to, to: part.memory.length }, part]),
} as const;

/** The totalLength, of the sum and a number drawn. */
const TOTALS = {
  none: () => [],
  upTo: (sum: number, drawn: number) => [drawn % (sum + 1)],
  sum: (sum: number) => [sum],
  zero: () => [0],
} as const;

export const concatenates = differential(
  ({ list, total = 'none' }: { list: keyof typeof LISTS; total?: keyof typeof TOTALS }) =>
    fc.tuple(LISTS[list], fc.nat()).map(([of, drawn]) => {
      const sum = of.reduce((length, { from, to }) => length + to - from, 0);
      return { of, rest: TOTALS[total](sum, drawn) };
    }),
  ({ of, rest }, t) => {
    const args: unknown[] = [of.map((part) => part.memory.subarray(part.from, part.to))];
    return t.invoke(Buffer, 'concat', args.concat(rest));
  },
);
