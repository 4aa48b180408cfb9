/** 3/zlib-module: data, options and damages that are drawn. */
import fc from 'fast-check';
import { drawnProperty } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { about, type Call, type Calls, called, checked, gave } from './calling.js';
import { callsOf, shown } from './compressing.js';
import { dataOf } from './data.js';
import { demandMeaning, inFormat } from './decompressing.js';
import { type Deflater, demandStream, type Options, type Packed, type Setting } from './judging.js';
import { NOTHING } from './reader.js';
import { type Inflater, type Made, meaningOf, rawOf } from './streams.js';

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

const strategies = ['Z_DEFAULT_STRATEGY', 'Z_FILTERED', 'Z_HUFFMAN_ONLY', 'Z_RLE', 'Z_FIXED'] as const;

const options: fc.Arbitrary<Options> = fc.record(
  {
    level: fc.oneof(
      fc.integer({ min: -1, max: 9 }),
      fc.constantFrom<Setting[]>('Z_NO_COMPRESSION', 'Z_BEST_SPEED', 'Z_BEST_COMPRESSION'),
    ),
    strategy: fc.constantFrom(...strategies),
    windowBits: fc.integer({ min: 9, max: 15 }),
    memLevel: fc.integer({ min: 1, max: 9 }),
    chunkSize: fc.oneof(fc.integer({ min: 64, max: 300 }), fc.integer({ min: 64, max: 5000 })),
  },
  { requiredKeys: [] },
);

const packed: fc.Arbitrary<Packed> = fc
  .tuple(
    fc.constantFrom<Deflater[]>('deflateSync', 'deflateRawSync'),
    options,
    bytes,
    fc.option(fc.uint8Array({ minLength: 1, maxLength: 600 }), { nil: undefined }),
    fc.option(fc.constantFrom('Buffer', 'part-of-buffer'), { nil: undefined }),
  )
  .map(([member, own, data, dictionary, as]) => ({
    member,
    options: own,
    data,
    ...(dictionary === undefined ? {} : { dictionary: Buffer.from(dictionary) }),
    ...(as === undefined ? {} : { as }),
  }));

/** Several calls after each other. */
export const packsAny = drawnProperty({
  inputs: (_: object) => fc.array(packed, { minLength: 1, maxLength: 4 }),
  told: (all) => callsOf(all),
  probe: called,
  expect: (all) =>
    checked('streams that hold the data as the options say', all.length, (outcomes) => {
      all.forEach((one, i) => {
        about(shown(one), () => demandStream(gave(outcomes[i]), one));
      });
    }),
});

/** A stream, and what was done to it. */
interface Drawn {
  readonly member: Inflater;
  readonly data: Buffer;
  readonly made: Made;
  readonly dictionary: Buffer | undefined;
  readonly chunkSize: number;
  readonly damage: 'none' | 'cut' | 'turned' | 'followed';
  readonly at: number;
}

const made: fc.Arbitrary<Made> = fc.oneof(
  fc.record({
    level: fc.integer({ min: -1, max: 9 }),
    strategy: fc.constantFrom(...strategies),
    windowBits: fc.integer({ min: 9, max: 15 }),
    memLevel: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    pieces: fc.integer({ min: 1, max: 9 }),
    flush: fc.constantFrom('Z_SYNC_FLUSH' as const, 'Z_FULL_FLUSH' as const),
  }),
  fc.record({ blocks: fc.integer({ min: 1, max: 700 }) }),
  fc.constant({ fixed: true }),
);

const drawn: fc.Arbitrary<Drawn> = fc.record({
  member: fc.constantFrom<Inflater[]>('inflateSync', 'inflateRawSync'),
  data: bytes,
  made,
  dictionary: fc.option(
    fc.uint8Array({ minLength: 1, maxLength: 600 }).map((of) => Buffer.from(of)),
    { nil: undefined },
  ),
  chunkSize: fc.integer({ min: 64, max: 2000 }),
  damage: fc.constantFrom('none', 'none', 'cut', 'turned', 'followed'),
  at: fc.nat(),
});

/** A dictionary is for raw streams alone here. */
const presetOf = ({ member, dictionary }: Drawn): Buffer | undefined =>
  member === 'inflateRawSync' ? dictionary : undefined;

function streamOf(of: Drawn): Buffer {
  const whole = inFormat(of.member, rawOf(of.data, of.made, presetOf(of)), of.data, of.made.windowBits);
  const at = of.at % whole.length;
  switch (of.damage) {
    case 'none':
      return whole;
    case 'cut':
      return whole.subarray(0, at);
    case 'followed':
      return Buffer.concat([whole, Buffer.alloc(1 + (of.at % 2000), of.at % 256)]);
    case 'turned': {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (of.at % 8));
      return changed;
    }
  }
}

function callOf(of: Drawn, i: number): Call {
  const preset = presetOf(of);
  const dictionary = preset === undefined ? {} : { dictionary: preset };
  return { member: of.member, data: `$given${i}`, options: { chunkSize: of.chunkSize, ...dictionary } };
}

interface StreamCalls extends Calls {
  readonly given: { readonly [name: string]: Buffer };
}

/** Several calls after each other. What is damaged is refused, or is what the formats make of it. */
export const unpacksAny = drawnProperty({
  inputs: (_: object) => fc.array(drawn, { minLength: 1, maxLength: 4 }),
  told: (all): StreamCalls => ({
    given: Object.fromEntries(all.map((of, i) => [`given${i}`, streamOf(of)])),
    calls: all.map(callOf),
  }),
  probe: called,
  expect: (all, _, { given }) =>
    checked('what is left of the streams', all.length, (outcomes) => {
      all.forEach((of, i) => {
        const meaning = meaningOf(of.member, given[`given${i}`] ?? NOTHING, presetOf(of));
        about(`call ${i}`, () => demandMeaning(outcomes[i], meaning));
      });
    }),
});
