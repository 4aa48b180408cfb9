/** 3/buffer-module/buffer-compare, buf-compare and buf-equals. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { attempted, list, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { differential, type Tools } from '../../support/differential.js';
import { bounds, PAIRS, type Pair, similar } from './parts.js';

export { atSizes } from '../../support/sizes.js';
export { onViews } from '../../support/views.js';

interface Ways {
  /** What is asked: Buffer.compare, the same with its arguments exchanged, buf.compare, buf.equals. */
  readonly by: readonly ('static' | 'reversed' | 'method' | 'equals')[];
}

interface Asked extends Ways {
  readonly first: unknown;
  readonly second: unknown;
  /** The first is compared with itself, or both are parts of one memory. */
  readonly as?: 'itself' | 'parts';
}

const ask = ({ by, first, second, as }: Asked, t: Tools): unknown => {
  let a = first;
  let b = as === 'itself' ? first : second;
  if (as === 'parts' && Buffer.isBuffer(first) && Buffer.isBuffer(second)) {
    const memory = Buffer.concat([first, second]);
    a = memory.subarray(0, first.length);
    b = memory.subarray(first.length);
  }
  return by.map((way) =>
    t.attempt(() => {
      if (way === 'method') return t.invoke(a, 'compare', [b]);
      if (way === 'equals') return t.invoke(a, 'equals', [b]);
      return t.invoke(Buffer, 'compare', way === 'static' ? [a, b] : [b, a]);
    }),
  );
};

/** Of `given`, two values; `then` is how the first sorts against the second, or the name of an error. */
export const compares = example({
  input: ({ by, given }: Ways & { given: readonly [Plain, Plain]; then: number | string }): Asked => ({
    by,
    first: decode(given[0]),
    second: decode(given[1]),
  }),
  probe: ask,
  expect: ({ by, then }) =>
    list(...by.map((way) => attempted(typeof then === 'string' ? throws(then) : way === 'equals' ? then === 0 : then))),
});

export const comparesAny = differential(
  ({ pair, ...how }: Pick<Asked, 'by' | 'as'> & { pair: keyof typeof PAIRS }) =>
    fc.oneof(PAIRS[pair]).map((drawn: Pair): Asked => ({ ...drawn, ...how })),
  ask,
);

export const sorts = differential(
  (_: object) => fc.array(similar(5), { maxLength: 8 }),
  (list) => list.sort((first, second) => Buffer.compare(first, second)),
);

/** As many of targetStart, targetEnd, sourceStart and sourceEnd as are given. */
export const comparesRange = differential(
  ({ given }: { given: number }) =>
    PAIRS.edited.chain(({ first, second }) =>
      fc
        .tuple(bounds(second.length), bounds(first.length))
        .map((drawn) => ({ first, args: [second, ...drawn.flat().slice(0, given)] })),
    ),
  ({ first, args }, t) => t.invoke(first, 'compare', args),
);
