/**
 * 3/zlib-module/zlib-deflate-sync, 3/zlib-module/zlib-deflate-raw-sync. The oracles are the reader of
 * `support/deflate.ts` and Node's zlib.
 */
import { inflateRawSync, inflateSync } from 'node:zlib';
import { orderOf, type StepExpectations, type StepsRow } from '../../../language/steps.js';
import { type DataKind, dataOf } from '../../support/compressible.js';
import { adler32, NoStream, type RawStream, readRaw, readWrapped } from '../../support/deflate.js';
import { demand } from '../../support/demands.js';
import { mustGive, through } from '../../support/steps.js';
import { eachResult, lawOfCalls, type RefusalRule, type ZlibCall, type ZlibOptions } from './calls.js';

export type Deflater = 'deflateSync' | 'deflateRawSync';

/** A call that compresses. */
export interface DeflateCall extends ZlibCall {
  readonly member: Deflater;
}

/** The farthest distance of a match, or 0 if there is none. */
const farthest = ({ blocks }: RawStream): number =>
  blocks.flatMap(({ distances }) => [...distances.keys()]).reduce((most, distance) => Math.max(most, distance), 0);

/** The stream contains the data, in the form that the options define. */
export function demandStream(stream: Buffer, call: DeflateCall): RawStream {
  const { member, options = {}, data, dictionary = Buffer.of() } = call;
  const read = readAny(stream, member, options, dictionary);
  demand(read.length === stream.length, `${stream.length - read.length} bytes follow the stream`);
  demand(read.data.equals(data), 'the stream holds other data');
  const inflate = member === 'deflateSync' ? inflateSync : inflateRawSync;
  demand(inflate(stream, dictionary.length === 0 ? {} : { dictionary }).equals(data), 'Node reads other data');
  const { level, strategy, windowBits = 15 } = options;
  const types = read.blocks.map(({ type }) => type);
  const isStored = types.every((type) => type === 'stored');
  if (level === 0 || level === 'Z_NO_COMPRESSION') demand(isStored, 'data are compressed at level 0');
  if (strategy === 'Z_FIXED') demand(!types.includes('dynamic'), 'Z_FIXED makes dynamic codes');
  const most = farthest(read);
  if (strategy === 'Z_HUFFMAN_ONLY') demand(most === 0, 'Z_HUFFMAN_ONLY makes matches');
  if (strategy === 'Z_RLE') demand(most <= 1, 'Z_RLE makes matches beyond distance one');
  demand(most <= 2 ** windowBits, 'a match begins before the window');
  return read;
}

/** RFC 1950, 2.2: FLEVEL of the fastest, the default and the slowest level. */
const SPEEDS: { readonly [level: string]: number } = {
  Z_BEST_SPEED: 0,
  Z_DEFAULT_COMPRESSION: 2,
  Z_BEST_COMPRESSION: 3,
};

function readAny(stream: Buffer, member: Deflater, options: ZlibOptions, dictionary: Uint8Array) {
  const { level, strategy, windowBits } = options;
  try {
    if (member === 'deflateRawSync') return readRaw(stream, dictionary);
    const read = readWrapped(stream, dictionary);
    const speed = strategy === undefined ? SPEEDS[`${level}`] : undefined;
    const needed = dictionary.length === 0 ? undefined : adler32(dictionary);
    demand(read.dictionary === needed, 'another dictionary is named');
    demand(read.windowBits === (windowBits ?? read.windowBits), 'the header names another window');
    demand(speed === undefined || read.speed === speed, 'the header names another level');
    return read;
  } catch (error) {
    if (error instanceof NoStream) demand(false, `the result is not a stream: ${error.message}`);
    throw error;
  }
}

/** Each option as one value or as several, which are combined with all others. */
type OptionAxes = {
  readonly [option in keyof ZlibOptions]: ZlibOptions[option] | readonly NonNullable<ZlibOptions[option]>[];
};

interface DeflateRow extends OptionAxes, Pick<ZlibCall, 'as' | 'dictionaryAs'> {
  readonly member: Deflater;
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly dictionary?: { readonly data: DataKind; readonly size: number };
  readonly refused?: RefusalRule;
  readonly effects?: readonly (keyof typeof EFFECTS)[];
  /** The count of these decreases from one set of options to the next. */
  readonly fewer?: keyof typeof COUNTS;
}

const OPTIONS = ['level', 'strategy', 'windowBits', 'memLevel', 'chunkSize'] as const;

function packedOf({ member, data, sizes, as, dictionary, dictionaryAs, ...crossed }: DeflateRow): DeflateCall[] {
  const all = OPTIONS.reduce<readonly ZlibOptions[]>(
    (sets, option) => {
      const values = [crossed[option] ?? []].flat();
      return values.length === 0 ? sets : sets.flatMap((set) => values.map((value) => ({ ...set, [option]: value })));
    },
    [{}],
  );
  const preset = dictionary && dataOf(dictionary.data, dictionary.size);
  const call = { member, as, dictionary: preset, dictionaryAs };
  return sizes.flatMap((size) => all.map((options) => ({ ...call, data: dataOf(data, size), options })));
}

const has = (type: string) => (of: RawStream) => of.blocks.some((block) => block.type === type);

/** Required properties of a stream, because the data provokes them. */
const EFFECTS = {
  smaller: ({ data, length }) => length < data.length,
  'use of a dictionary that begins alike': ({ data, length }) => length < data.length / 8,
  repeats: (of) => farthest(of) > 0,
  'far repeats': (of) => farthest(of) > 1,
  'fixed codes': has('fixed'),
  'dynamic codes': has('dynamic'),
} as const satisfies { readonly [effect: string]: (of: RawStream) => boolean };

/** Counts of a stream. */
const COUNTS = {
  bytes: ({ length }) => length,
  blocks: ({ blocks }) => blocks.length,
  matches: ({ blocks }) =>
    blocks.flatMap(({ distances }) => [...distances.values()]).reduce((sum, one) => sum + one, 0),
} as const satisfies { readonly [count: string]: (of: RawStream) => number };

export const HOLDS = 'streams that hold the data as the options say';

/**
 * Each stream contains its data in the form that its options define. A stream that may be refused is judged by its data
 * only.
 */
export const packs = lawOfCalls(packedOf, (calls, { refused = 'never', effects = [], fewer }: DeflateRow) => {
  let before = Number.POSITIVE_INFINITY;
  const right = (result: Buffer, call: DeflateCall): void => {
    const stream = demandStream(result, refused === 'never' ? call : { ...call, options: {} });
    for (const effect of effects) demand(EFFECTS[effect](stream), `the stream has no ${effect}`);
    if (fewer === undefined) return;
    const count = COUNTS[fewer](stream);
    demand(count < before, `there are ${count} ${fewer}, and ${before} with the options before`);
    before = count;
  };
  return eachResult(HOLDS, calls, right, () => refused);
});

/** Steps on `$data` of a kind and a size. */
export const stepsOnData = through(
  (doing: StepsRow & StepExpectations & { readonly data: DataKind; readonly size: number }) => ({
    it: orderOf(doing, { data: dataOf(doing.data, doing.size) }),
  }),
  mustGive,
);
