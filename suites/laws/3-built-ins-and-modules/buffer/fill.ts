/** New Buffers and filled ones: 3/buffer-module/buffer-alloc, buffer-alloc-unsafe and buf-fill. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { either, equal, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { differential, differentialExample } from '../../support/differential.js';
import { callAll, callOn, type Series } from './series.js';
import { type BytesEncoding, someText } from './texts.js';

export { atSizes } from '../../support/sizes.js';
export { onViews } from '../../support/views.js';
export { callsInTurn } from './series.js';

/** What is repeated. Without an encoding, which is left out then, a text is utf8. */
interface Filling {
  readonly fill: 'number' | 'buffer' | 'bytes' | 'text';
  readonly encoding?: BytesEncoding;
}

function fillings({ fill, encoding }: Filling): fc.Arbitrary<readonly [value: unknown, ...encoding: BytesEncoding[]]> {
  const some = bytes(8).filter(({ length }) => length > 0);
  switch (fill) {
    case 'number':
      return fc
        .oneof(fc.nat({ max: 255 }), fc.integer(), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }))
        .map((n) => [n]);
    case 'buffer':
      return some.map((drawn) => [Buffer.from(drawn)]);
    case 'bytes':
      return some.map((drawn) => [drawn]);
    case 'text':
      return someText({ encoding: encoding ?? 'utf8' }).map(({ text }) =>
        encoding === undefined ? [text] : [text, encoding],
      );
  }
}

const size = fc.nat({ max: 40 });

/** Of a size alone, or with what fills it. */
export const allocates = differential((of: Partial<Filling>) => {
  const fills = of.fill === undefined ? fc.constant([]) : fillings({ ...of, fill: of.fill });
  return fc.tuple(of.fill === undefined ? fc.nat({ max: 300 }) : size, fills).map(([length, args]): Series => {
    return { memory: Buffer.alloc(0), skipped: 0, calls: [callOn('Buffer', 'alloc', length, ...args)] };
  });
}, callAll);

export const allocatesAsFilled = differential(
  (of: Filling) => fc.tuple(size, fillings(of)).map(([length, args]) => ({ length, args })),
  ({ length, args }, t) => {
    const filled = t.invoke(Buffer.alloc(length), 'fill', args);
    return t.invoke(t.invoke(Buffer, 'alloc', [length, args[0], args[1]]), 'equals', [filled]);
  },
);

/** Zeros even where memory was used before: the last Buffer, and all bits that were set in any. */
export const allocatesZeros = differentialExample(
  ({ size, times = 1 }: { size: number; times?: number }) => ({ size, times }),
  ({ size, times }) => {
    let last = Buffer.alloc(size);
    let bits = 0;
    for (let i = 0; i < times; i++) {
      last.fill(255);
      last = Buffer.alloc(size);
      for (let at = 0; at < size; at++) bits = bits | (last[at] || 0);
    }
    return [bits, last];
  },
);

/** So many Buffers of a size, which share no memory. */
export const allocatesUnsafe = differential(
  ({ count }: { count: number }) => size.map((length) => ({ length, count })),
  ({ length, count }) => {
    const all = [];
    for (let i = 0; i < count; i++) all.push(Buffer.allocUnsafe(length).fill(i + 1));
    return all;
  },
);

export const fills = differential(
  ({ range, ...of }: Filling & { range: 'none' | 'offset' | 'offset-and-end' }) =>
    fc
      .tuple(bytes(30), fillings(of), fc.nat(), fc.nat(), fc.nat())
      .map(([drawn, [value, ...encoding], ...places]): Series => {
        const bounds = places.map((place) => place % (drawn.length + 1)).sort((x, y) => x - y);
        const [skipped = 0, start = 0, end = 0] = bounds;
        const told = [start - skipped, end - skipped].slice(0, { none: 0, offset: 1, 'offset-and-end': 2 }[range]);
        return { memory: Buffer.from(drawn), skipped, calls: [callOn('buf', 'fill', value, ...told, ...encoding)] };
      }),
  callAll,
);

export const fillsWithValueOf = example({
  input: ({ value }: { value: number; byte: number }) => value,
  probe: (value, t) => {
    const buf = Buffer.from([9, 9, 9]);
    t.invoke(buf, 'fill', [{ valueOf: () => value }]);
    return buf;
  },
  expect: ({ byte }) => equal(Buffer.alloc(3, byte)),
});

/** Ends: by an exception, or with the length of the Buffer, which stays what was asked for. */
export const endsWithEmptyBytes = example({
  input: ({ call, value }: { call: 'alloc' | 'fill'; value: Plain }) => ({ call, value: decode(value) }),
  probe: (input, t) => {
    const buf = input.call === 'alloc' ? t.invoke(Buffer, 'alloc', [5, input.value]) : Buffer.alloc(5);
    if (input.call === 'fill') t.invoke(buf, 'fill', [input.value]);
    return Buffer.isBuffer(buf) && buf.length;
  },
  expect: () => either(throws(), equal(5)),
});
