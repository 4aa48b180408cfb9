/** Parts of Buffers and copies: 3/buffer-module/buf-subarray, buf-slice, buf-copy and buf-to-json. */
import fc from 'fast-check';
import { attempted, record } from '../../../language/expectation.js';
import { example, type GivenThen } from '../../../language/law.js';
import { differential } from '../../support/differential.js';
import { bounds, buffer, PAIRS, parts } from './parts.js';

export { atSizes } from '../../support/sizes.js';
export { onViews } from '../../support/views.js';
export * from './swap.js';
export { actsAsOneMemory } from './views.js';

interface Parting {
  readonly member: 'subarray' | 'slice';
  /** Whether it is a part of a part. */
  readonly twice?: boolean;
}

/** As many bounds as are drawn, on both sides of the ends. */
export const takes = differential(
  (data: Parting) =>
    fc
      .tuple(parts, fc.array(fc.integer({ min: -27, max: 27 }), { maxLength: 2 }))
      .map(([part, args]) => ({ ...part, ...data, args })),
  ({ memory, from, to, member, twice, args }, t) =>
    t.invoke(twice ? t.invoke(memory, member, [from, to]) : memory, member, args),
);

/** Changes go both ways, through the part and through the whole; a Uint8Array is a whole too, whose slice is a copy. */
export const shares = differential(
  (data: Parting & { whole: 'Buffer' | 'Uint8Array'; look: 'bytes' | 'place' }) =>
    parts.map((part) => ({ ...part, ...data })),
  ({ memory, from, to, member, whole, look }) => {
    const all = whole === 'Buffer' ? memory : new Uint8Array(memory);
    const part = all[member](from, to);
    if (look === 'place') return [part.buffer === all.buffer, part.byteOffset - all.byteOffset];
    if (to > from) part[0] = 251;
    if (to > from) all[to - 1] = 252;
    return [part, all];
  },
);

interface Copying {
  /** How many of targetStart, sourceStart and sourceEnd are given. */
  readonly given: number;
  readonly into?: 'Buffer' | 'Uint8Array';
  /** Source and target are parts of one memory. */
  readonly over?: boolean;
}

const copyings = ({ given, into = 'Buffer', over = false }: Copying) =>
  fc.tuple(buffer(16), buffer(16)).chain(([source, other]) => {
    const target = over ? source : other;
    return fc.tuple(bounds(source.length), bounds(target.length)).chain(([[from = 0, to = 0], [start = 0, end = 0]]) =>
      fc.tuple(fc.nat({ max: end - start }), bounds(to - from)).map(([at, within]) => {
        return { source, target, over, into, from, to, start, end, args: [at, ...within].slice(0, given) };
      }),
    );
  });

/** All memory after a copy between parts. */
export const copies = differential(copyings, ({ source, target, over, into, from, to, start, end, args }, t) => {
  const memory = over ? source : target;
  const view =
    into === 'Buffer'
      ? memory.subarray(start, end)
      : new Uint8Array(memory.buffer, memory.byteOffset + start, end - start);
  const first: unknown[] = [view];
  t.invoke(source.subarray(from, to), 'copy', first.concat(args));
  return [source, memory];
});

/** Of 1 2 3 into five bytes ee, or of 1 2 3 4 5 over themselves: what is left in the target, or what is returned. */
export const copiesExactly = example({
  input: ({
    given,
    over = false,
  }: GivenThen<readonly number[], { target: string } | { count: number }> & { over?: boolean }) => ({
    args: given,
    source: Buffer.from([1, 2, 3, 4, 5].slice(0, over ? 5 : 3)),
    over,
  }),
  probe: ({ args, source, over }, t) => {
    const target = over ? source : Buffer.alloc(5, 0xee);
    const first: unknown[] = [target];
    return { count: t.attempt(() => t.invoke(source, 'copy', first.concat(args))), target };
  },
  expect: ({ then }) =>
    record('target' in then ? { target: Buffer.from(then.target, 'hex') } : { count: attempted(then.count) }),
});

/** What JSON.stringify writes: that of toJSON(), the same wherever the Buffer stands, and another for other bytes. */
export const stringifies = differential(
  ({ look }: { look: 'toJson' | 'inside' | 'apart' }) => PAIRS.edited.map((pair) => ({ ...pair, look })),
  ({ first, second, look }) => {
    const own = JSON.stringify(first);
    if (look === 'toJson') return typeof own === 'string' && own === JSON.stringify(first.toJSON());
    if (look === 'inside')
      return [JSON.stringify({ a: first, b: 1 }) === `{"a":${own},"b":1}`, JSON.stringify([first]) === `[${own}]`];
    const part = Buffer.concat([second.subarray(0, 1), second]).subarray(second.length > 0 ? 1 : 0);
    return own === JSON.stringify(part);
  },
);
