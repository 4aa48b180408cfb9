/** 3/zlib-module/zlib-deflate-sync, 3/zlib-module/zlib-deflate-raw-sync. The oracles are the reader of `support/deflate.ts` and Node's zlib. */
import { inflateRawSync, inflateSync } from 'node:zlib';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type DataKind, dataOf } from '../../support/compressible.js';
import { adler32, NoStream, type RawStream, readRaw, readWrapped } from '../../support/deflate.js';
import { demand } from '../../support/demands.js';
import { type Call, calling, eachOf, type Refused } from './calls.js';

export type Deflater = 'deflateSync' | 'deflateRawSync';

/** A number, or a constant by its name. */
type Setting = number | `Z_${string}`;

export interface Settings {
  readonly level?: Setting;
  readonly strategy?: Setting;
  readonly windowBits?: number;
  readonly memLevel?: number;
  readonly chunkSize?: number;
}

/** A call that compresses, with its options as the case says them. */
export interface Packed extends Call {
  readonly member: Deflater;
  readonly settings: Settings;
}

/** The call has windows of the raw operation negative, and constants by reference. */
export const packed = (of: Omit<Packed, 'options'>): Packed => {
  const options = Object.entries(of.settings).map(([name, value]) => {
    if (typeof value === 'string') return [name, `$constants.${value}`];
    return [name, name === 'windowBits' && of.member === 'deflateRawSync' ? -value : value];
  });
  return options.length === 0 ? of : { ...of, options: Object.fromEntries(options) };
};

/** The stream holds the data, in the way that the options say. */
export function demandStream(stream: Buffer, { member, settings, data, dictionary = Buffer.of() }: Packed): RawStream {
  const options = dictionary.length === 0 ? {} : { dictionary };
  const read = readAny(stream, member, settings, dictionary);
  demand(read.length === stream.length, `${stream.length - read.length} bytes follow the stream`);
  demand(read.data.equals(data), 'the stream holds other data');
  demand(
    (member === 'deflateSync' ? inflateSync : inflateRawSync)(stream, options).equals(data),
    'Node reads other data',
  );
  const { level, strategy, windowBits = 15 } = settings;
  const types = read.blocks.map(({ type }) => type);
  const distances = read.blocks.flatMap((block) => [...block.distances.keys()]);
  const isStored = types.every((type) => type === 'stored');
  if (level === 0 || level === 'Z_NO_COMPRESSION') demand(isStored, 'data are compressed at level 0');
  if (strategy === 'Z_FIXED') demand(!types.includes('dynamic'), 'Z_FIXED makes dynamic codes');
  if (strategy === 'Z_HUFFMAN_ONLY') demand(distances.length === 0, 'Z_HUFFMAN_ONLY makes matches');
  if (strategy === 'Z_RLE')
    demand(
      distances.every((one) => one === 1),
      'Z_RLE makes matches beyond distance one',
    );
  demand(
    distances.every((one) => one <= 2 ** windowBits),
    'a match begins before the window',
  );
  return read;
}

/** RFC 1950, 2.2: FLEVEL of the fastest, the default and the slowest level. */
const SPEEDS: { readonly [level: string]: number } = {
  Z_BEST_SPEED: 0,
  Z_DEFAULT_COMPRESSION: 2,
  Z_BEST_COMPRESSION: 3,
};

function readAny(stream: Buffer, member: Deflater, { level, strategy, windowBits }: Settings, dictionary: Uint8Array) {
  try {
    if (member === 'deflateRawSync') return readRaw(stream, dictionary);
    const read = readWrapped(stream, dictionary);
    const speed = strategy === undefined ? SPEEDS[`${level}`] : undefined;
    demand(
      read.dictionary === (dictionary.length === 0 ? undefined : adler32(dictionary)),
      'another dictionary is named',
    );
    demand(read.windowBits === (windowBits ?? read.windowBits), 'the header names another window');
    demand(speed === undefined || read.speed === speed, 'the header names another level');
    return read;
  } catch (error) {
    if (error instanceof NoStream) demand(false, `the result is no stream: ${error.message}`);
    throw error;
  }
}

/** Each option as one value or as several, which are crossed with all others. */
type Crossed = { readonly [option in keyof Settings]: Settings[option] | readonly NonNullable<Settings[option]>[] };

interface Packing extends Crossed, Pick<Call, 'as' | 'dictionaryAs'> {
  readonly member: Deflater;
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly dictionary?: { readonly data: DataKind; readonly size: number };
  readonly refused?: Refused;
}

const OPTIONS = ['level', 'strategy', 'windowBits', 'memLevel', 'chunkSize'] as const;

function packedOf({ member, data, sizes, as, dictionary, dictionaryAs, ...crossed }: Packing): readonly Packed[] {
  const all = OPTIONS.reduce<readonly Settings[]>(
    (sets, option) => {
      const values = [crossed[option] ?? []].flat();
      return values.length === 0 ? sets : sets.flatMap((set) => values.map((value) => ({ ...set, [option]: value })));
    },
    [{}],
  );
  const preset = dictionary && dataOf(dictionary.data, dictionary.size);
  const made = (size: number) => (settings: Settings) =>
    packed({ member, data: dataOf(data, size), as, dictionary: preset, dictionaryAs, settings });
  return sizes.flatMap((size) => all.map(made(size)));
}

const matches = ({ blocks }: RawStream): readonly number[] => blocks.flatMap(({ distances }) => [...distances.keys()]);
const has = (type: string) => (of: RawStream) => of.blocks.some((block) => block.type === type);

/** What must be seen of a stream, because the data are made for it. */
const EFFECTS = {
  smaller: ({ data, length }) => length < data.length,
  'use of a dictionary that begins alike': ({ data, length }) => length < data.length / 8,
  repeats: (of) => matches(of).length > 0,
  'far repeats': (of) => matches(of).some((distance) => distance > 1),
  'fixed codes': has('fixed'),
  'dynamic codes': has('dynamic'),
} as const satisfies { readonly [effect: string]: (of: RawStream) => boolean };

export const HOLDS = 'streams that hold the data as the options say';

/** Each stream holds its data in the way that its options say. What may be refused is judged by its data alone. */
export const packs = calling(
  packedOf,
  (calls, { refused, effects = [] }: Packing & { readonly effects?: readonly (keyof typeof EFFECTS)[] }) =>
    eachOf(
      HOLDS,
      calls,
      (result, call) => {
        const stream = demandStream(result, refused === undefined ? call : { ...call, settings: {} });
        for (const effect of effects) demand(EFFECTS[effect](stream), `the stream has no ${effect}`);
      },
      () => refused ?? 'never',
    ),
);

/** What is counted of a stream. */
const COUNTS = {
  bytes: ({ length }) => length,
  blocks: ({ blocks }) => blocks.length,
  matches: ({ blocks }) =>
    blocks.flatMap(({ distances }) => [...distances.values()]).reduce((sum, one) => sum + one, 0),
} as const satisfies { readonly [count: string]: (of: RawStream) => number };

/** From one set of options to the next, in their order, there are fewer. */
export const lessens = calling(packedOf, (calls, { counts }: Packing & { readonly counts: keyof typeof COUNTS }) => {
  let before = Number.POSITIVE_INFINITY;
  return eachOf(`fewer ${counts} each time`, calls, (result, call) => {
    const count = COUNTS[counts](demandStream(result, call));
    demand(count < before, `there are ${count} ${counts}, and ${before} with the options before`);
    before = count;
  });
});

/** What is written in different ways, and means the same. */
interface Alike {
  readonly member: Deflater;
  readonly data: DataKind;
  readonly size: number;
  readonly ways: readonly { readonly options?: Plain }[];
}

const waysOf = ({ member, data, size, ways }: Alike): readonly Packed[] => {
  const plain = { member, data: dataOf(data, size), settings: {} };
  return [plain, ...ways.map(({ options = null }) => ({ ...plain, options: Object(decode(options)) }))];
};

/** All calls give the same bytes as the one without options. */
export const packsAlike = calling(waysOf, (calls) => {
  let plain: Buffer | undefined;
  return eachOf('the same stream in all ways', calls, (result, call) => {
    demandStream(result, call);
    plain ??= result;
    demand(result.equals(plain), 'the stream differs from that without options');
  });
});

interface InWindow {
  readonly member: Deflater;
  readonly windowBits: number;
}

/** Noise that comes again at nearly half of the window, or behind it: compressors need some of the window for what lies ahead. */
const windowed = ({ member, windowBits }: InWindow): readonly Packed[] =>
  [Math.floor(0.45 * 2 ** windowBits), 2 ** windowBits + 5].map((period, i) => {
    const data = Buffer.concat(Array<Buffer>(3 - i).fill(dataOf('noise', period)));
    return packed({ member, settings: { windowBits }, data });
  });

/** What comes again at so much of the window is found; the window is never exceeded. */
export const findsInWindow = calling(windowed, ([within, ...behind], _: InWindow) =>
  eachOf('matches within the window alone', within === undefined ? behind : [within, ...behind], (result, call) => {
    const { length, data } = demandStream(result, call);
    const isFound = length < 0.8 * data.length;
    demand(isFound === (call === within), `what comes again is ${isFound ? '' : 'not '}found`);
  }),
);
