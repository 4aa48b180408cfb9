/** 3/zlib-module: data, options and damages that are drawn, several calls after each other; and streams that hold a great many bytes. */
import fc from 'fast-check';
import { attempted, either, record, throws } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { dataOf } from '../../support/compressible.js';
import { inFormat, type Made, meaningOf, rawOf } from '../../support/deflate.js';
import { followOne } from '../../support/steps.js';
import { eachOf, orderOf } from './calls.js';
import { type Deflater, demandStream, HOLDS, type Packed, packed, type Settings } from './compressing.js';
import { DAMAGES, formatOf, holding, type Inflater, type Unpacked } from './decompressing.js';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((drawn) => Buffer.from(drawn)),
  unicodeText(100).map((text) => Buffer.from(text)),
  fc
    .tuple(
      fc.constantFrom('words' as const, 'runs' as const, 'zeros' as const, 'short' as const),
      fc.nat({ max: 3000 }),
    )
    .map(([kind, size]) => dataOf(kind, size)),
);
const preset = fc.option(
  fc.uint8Array({ minLength: 1, maxLength: 600 }).map((drawn) => Buffer.from(drawn)),
  { nil: undefined },
);
const strategies = ['Z_DEFAULT_STRATEGY', 'Z_FILTERED', 'Z_HUFFMAN_ONLY', 'Z_RLE', 'Z_FIXED'] as const;
const settings = {
  level: fc.integer({ min: -1, max: 9 }),
  strategy: fc.constantFrom(...strategies),
  windowBits: fc.integer({ min: 9, max: 15 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
};
const levels = fc.constantFrom('Z_NO_COMPRESSION' as const, 'Z_BEST_SPEED' as const, 'Z_BEST_COMPRESSION' as const);
const anySettings: fc.Arbitrary<Settings> = fc.record(
  { ...settings, level: fc.oneof(settings.level, levels), chunkSize: fc.integer({ min: 64, max: 5000 }) },
  { requiredKeys: [] },
);

const packing: fc.Arbitrary<Packed> = fc
  .record({
    member: fc.constantFrom<Deflater[]>('deflateSync', 'deflateRawSync'),
    settings: anySettings,
    data: bytes,
    dictionary: preset,
    as: fc.constantFrom(undefined, 'Buffer', 'part-of-buffer'),
  })
  .map(packed);

export const packsAny = drawnProperty({
  inputs: (_: object) => fc.array(packing, { minLength: 1, maxLength: 4 }),
  told: (calls) => orderOf(calls),
  probe: followOne,
  expect: (calls) => eachOf(HOLDS, calls, demandStream),
});

const made: fc.Arbitrary<Made> = fc.oneof(
  fc.record(settings),
  fc.record({
    pieces: fc.integer({ min: 1, max: 9 }),
    flush: fc.constantFrom('Z_SYNC_FLUSH' as const, 'Z_FULL_FLUSH' as const),
  }),
  fc.record({ blocks: fc.integer({ min: 1, max: 700 }) }),
  fc.constant({ fixed: true }),
);

/** A stream, whole or damaged in some place. A dictionary is for raw streams alone here. */
const unpacking: fc.Arbitrary<Unpacked> = fc
  .record({
    member: fc.constantFrom<Inflater[]>('inflateSync', 'inflateRawSync'),
    content: bytes,
    how: made,
    preset,
    chunkSize: fc.integer({ min: 64, max: 2000 }),
    damage: fc.constantFrom('none', 'none', 'cut', 'flipped', 'followed'),
    at: fc.nat(),
  })
  .map(({ member, content, how, preset: drawn, chunkSize, damage, at }) => {
    const dictionary = member === 'inflateRawSync' ? drawn : undefined;
    const around = how.windowBits === undefined ? {} : { windowBits: how.windowBits };
    const whole = inFormat(formatOf(member), rawOf(content, how, dictionary), content, around);
    const damaged = DAMAGES[damage]?.(whole) ?? [whole];
    const data = damaged[at % damaged.length] ?? whole;
    return {
      member,
      data,
      dictionary,
      options: { chunkSize },
      meaning: () => meaningOf(formatOf(member), data, dictionary),
    };
  });

/** What is damaged is refused, or is what the formats make of it. */
export const unpacksAny = drawnProperty({
  inputs: (_: object) => fc.array(unpacking, { minLength: 1, maxLength: 4 }),
  told: (calls) => orderOf(calls),
  probe: followOne,
  expect: (calls) => holding(calls, {}),
});

/** One dynamic block: a zero, and then matches of 258 bytes, each of two bits that are zero; so many bytes of zeros are between both parts. */
const HEAD = Buffer.from('edc0810000000080a0fda917a900', 'hex');
const SMALL = Buffer.from('cb48cdc9c90700', 'hex');

/** A stream of few bytes that hold a great many. A few places are looked at, and the next call does as well as ever. */
export const endures = example({
  input: ({ bytes: zeros }: { readonly bytes: number }) => ({
    bomb: Buffer.concat([HEAD, Buffer.alloc(zeros), Buffer.of(6)]),
    small: SMALL,
  }),
  probe: ({ bomb, small }, t) => {
    const large = t.attempt(() => {
      const data = t.zlib.inflateRawSync(bomb);
      let sum = 0;
      for (let i = 0; i < 1000; i++) sum += data[Math.floor((data.length - 1) * (i / 999))] || 0;
      return [data.length, sum];
    });
    return { large, after: t.zlib.inflateRawSync(small).toString() };
  },
  expect: ({ bytes: zeros }) =>
    record({ large: either(attempted(throws()), attempted([1 + (4 + zeros * 4) * 258, 0])), after: 'hello' }),
});
