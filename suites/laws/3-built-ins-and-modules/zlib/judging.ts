/** What a compressed stream must be, by the options that it was made with. The oracles are the reader of ours and Node's zlib. */
import { inflateRawSync, inflateSync } from 'node:zlib';
import { demand } from './calling.js';
import { adler32, NOTHING, NoStream, type RawStream, readRaw, readWrapped } from './reader.js';

/** A number, or a constant by its name. */
export type Setting = number | `Z_${string}`;

export interface Options {
  readonly level?: Setting;
  readonly strategy?: Setting;
  readonly windowBits?: number;
  readonly memLevel?: Setting;
  readonly chunkSize?: Setting;
}

export type Deflater = 'deflateSync' | 'deflateRawSync';

export interface Packed {
  readonly member: Deflater;
  readonly options: Options;
  readonly data: Uint8Array;
  /** A kind of view; a text where it is `text`, and a Buffer where it is left out. */
  readonly as?: string;
  readonly dictionary?: Uint8Array;
  readonly dictionaryAs?: string;
}

/** The options as a call is given them: windows of the raw operation are negative, and `$` stands before the names of constants. */
export function optionsFor(member: Deflater, options: Options): { readonly [option: string]: number | string } {
  const given = Object.entries(options).map(([option, value]) => {
    if (typeof value === 'string') return [option, `$${value}`];
    return [option, option === 'windowBits' && member === 'deflateRawSync' ? -value : value];
  });
  return Object.fromEntries(given);
}

/** The stream holds the data, in the way that the options say. */
export function demandStream(stream: Buffer, packed: Packed): RawStream {
  const read = readAny(stream, packed);
  demand(read.length === stream.length, `${stream.length - read.length} bytes stand behind the stream`);
  demand(read.data.equals(packed.data), 'the stream holds other data');
  demand(byNode(stream, packed).equals(packed.data), 'Node reads other data in the stream');
  demandBlocks(read, packed.options);
  return read;
}

function readAny(stream: Buffer, packed: Packed): RawStream {
  const { member, options, dictionary = NOTHING } = packed;
  try {
    if (member === 'deflateRawSync') return readRaw(stream, dictionary);
    const read = readWrapped(stream, dictionary);
    const preset = dictionary.length === 0 ? undefined : adler32(dictionary);
    demand(read.dictionary === preset, 'the header names another dictionary');
    demand(read.windowBits === (options.windowBits ?? read.windowBits), 'the header names another window');
    const speed = SPEEDS[`${options.strategy === undefined ? options.level : ''}`];
    demand(speed === undefined || read.speed === speed, 'the header names another level');
    return read;
  } catch (error) {
    if (error instanceof NoStream) demand(false, `the result is no stream: ${error.message}`);
    throw error;
  }
}

/** RFC 1950, 2.2: FLEVEL of the fastest, the default and the slowest level. */
const SPEEDS: { readonly [level: string]: number } = {
  Z_BEST_SPEED: 0,
  Z_DEFAULT_COMPRESSION: 2,
  Z_BEST_COMPRESSION: 3,
};

function byNode(stream: Buffer, { member, dictionary }: Packed): Buffer {
  const options = dictionary === undefined ? {} : { dictionary };
  try {
    return member === 'deflateSync' ? inflateSync(stream, options) : inflateRawSync(stream, options);
  } catch {
    return Buffer.from('Node cannot read it');
  }
}

function demandBlocks({ blocks }: RawStream, { level, strategy, windowBits = 15 }: Options): void {
  const types = new Set(blocks.map(({ type }) => type));
  const distances = blocks.flatMap((block) => [...block.distances.keys()]);
  const isStored = types.size === 1 && types.has('stored');
  if (level === 0 || level === 'Z_NO_COMPRESSION') demand(isStored, 'what is not to be compressed is');
  if (strategy === 'Z_FIXED') demand(!types.has('dynamic'), 'Z_FIXED makes dynamic codes');
  if (strategy === 'Z_HUFFMAN_ONLY') demand(distances.length === 0, 'Z_HUFFMAN_ONLY makes matches');
  if (strategy === 'Z_RLE')
    demand(
      distances.every((distance) => distance === 1),
      'Z_RLE makes matches of a distance beyond one',
    );
  const farthest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  demand(farthest <= 2 ** windowBits, 'a match begins before the window');
}
