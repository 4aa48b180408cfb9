/** 3/zlib-module: drawn data, options and damages, several calls one after the other. */
import fc from 'fast-check';
import { drawnProperty } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { dataOf } from '../../support/compressible.js';
import { EVERYWHERE } from '../../support/damages.js';
import { type DeflateOptions, meaningOf } from '../../support/deflate.js';
import { followOne } from '../../support/steps.js';
import { callOrder, eachResult, type ZlibOptions } from './calls.js';
import { type DeflateCall, type Deflater, demandStream, HOLDS } from './compressing.js';
import { formatOf, holdsData, type InflateCall, type Inflater, streamOf } from './decompressing.js';

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
const anySettings: fc.Arbitrary<ZlibOptions> = fc.record(
  { ...settings, level: fc.oneof(settings.level, levels), chunkSize: fc.integer({ min: 64, max: 5000 }) },
  { requiredKeys: [] },
);

const packing: fc.Arbitrary<DeflateCall> = fc.record({
  member: fc.constantFrom<Deflater[]>('deflateSync', 'deflateRawSync'),
  options: anySettings,
  data: bytes,
  dictionary: preset,
  as: fc.constantFrom(undefined, 'Buffer', 'part-of-buffer'),
});

export const packsAny = drawnProperty({
  inputs: (_: object) => fc.array(packing, { minLength: 1, maxLength: 4 }),
  inputOf: (calls) => callOrder(calls),
  probe: followOne,
  expect: (calls) => eachResult(HOLDS, calls, demandStream),
});

const made: fc.Arbitrary<DeflateOptions> = fc.oneof(
  fc.record(settings),
  fc.record({
    pieces: fc.integer({ min: 1, max: 9 }),
    flush: fc.constantFrom('Z_SYNC_FLUSH' as const, 'Z_FULL_FLUSH' as const),
  }),
  fc.record({ blocks: fc.integer({ min: 1, max: 700 }) }),
  fc.constant({ fixed: true }),
);

/** A stream, whole or damaged in some place. A dictionary is only for raw streams here. */
const unpacking: fc.Arbitrary<InflateCall> = fc
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
    const whole = streamOf(member, content, how, dictionary);
    const damaged = EVERYWHERE[damage]?.(whole) ?? [whole];
    const data = damaged[at % damaged.length] ?? whole;
    return {
      member,
      data,
      dictionary,
      options: { chunkSize },
      meaning: () => meaningOf(formatOf(member), data, dictionary),
    };
  });

/** A damaged stream is refused, or decompressed as the formats define. */
export const unpacksAny = drawnProperty({
  inputs: (_: object) => fc.array(unpacking, { minLength: 1, maxLength: 4 }),
  inputOf: (calls) => callOrder(calls),
  probe: followOne,
  expect: (calls) => holdsData(calls, {}),
});
