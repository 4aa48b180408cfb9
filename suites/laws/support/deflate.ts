/** Streams of RFC 1950 and RFC 1951: made by Node or byte by byte, and read without zlib, with how they are compressed. */
import { constants, deflateRawSync, inflateRawSync, inflateSync } from 'node:zlib';

/** One block of a raw stream. */
interface DeflateBlock {
  readonly type: 'stored' | 'fixed' | 'dynamic';
  /** The number of matches for each distance. */
  readonly distances: ReadonlyMap<number, number>;
}

export interface RawStream {
  readonly data: Buffer;
  readonly blocks: readonly DeflateBlock[];
  /** Bytes of the stream; more may follow it. */
  readonly length: number;
}

/** The bytes are not such a stream. */
export class NoStream extends Error {}

/** RFC 1950, 8.2 */
export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let i = 0; i < bytes.length; i++) {
    a = (a + (bytes[i] ?? 0)) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** The parts around a raw stream (RFC 1950, 2.2). The check bits are right unless `check` flips some of them. */
export interface Wrapping {
  readonly method?: number;
  readonly windowBits?: number | undefined;
  readonly speed?: number;
  readonly check?: number;
  readonly dictionary?: Uint8Array | undefined;
}

export function wrapped(raw: Uint8Array, data: Uint8Array, wrapping: Wrapping = {}): Buffer {
  const { method = 8, windowBits = 15, speed = 2, check = 0, dictionary } = wrapping;
  const head = (((windowBits - 8) * 16 + method) << 8) | (speed << 6) | (dictionary === undefined ? 0 : 0x20);
  const first = head + ((31 - (head % 31)) % 31);
  const preset = dictionary === undefined ? [] : inBytes(adler32(dictionary));
  return Buffer.concat([
    Buffer.of(first >> 8, (first & 255) ^ check, ...preset),
    raw,
    Buffer.from(inBytes(adler32(data))),
  ]);
}

const inBytes = (sum: number): readonly number[] => [sum >>> 24, sum >>> 16, sum >>> 8, sum].map((one) => one & 255);

/** A stream with its header: the logarithm of its window, 0 (fastest) to 3 (slowest), and the sum of its dictionary. */
interface WrappedStream extends RawStream {
  readonly windowBits: number;
  readonly speed: number;
  readonly dictionary: number | undefined;
}

export function readWrapped(bytes: Uint8Array, dictionary: Uint8Array = Buffer.of()): WrappedStream {
  const input = Buffer.from(bytes);
  const sumAt = (at: number): number => (at + 4 > input.length ? refuse('no end') : input.readUInt32BE(at));
  const [first = 0, second = 0] = input;
  const windowBits = (first >> 4) + 8;
  if (input.length < 2 || (first & 15) !== 8 || windowBits > 15) refuse('another method or window');
  if ((first * 256 + second) % 31 !== 0) refuse('wrong check bits');
  const sum = (second & 0x20) === 0 ? undefined : sumAt(2);
  if (sum !== undefined && sum !== adler32(dictionary)) refuse('another dictionary');
  const begin = sum === undefined ? 2 : 6;
  const raw = readRaw(input.subarray(begin), sum === undefined ? Buffer.of() : dictionary);
  const end = begin + raw.length;
  if (sumAt(end) !== adler32(raw.data)) refuse('a wrong sum');
  return { ...raw, length: end + 4, windowBits, speed: second >> 6, dictionary: sum };
}

const refuse = (why: string): never => {
  throw new NoStream(why);
};

/** RFC 1951, 3.2.3 */
export function readRaw(bytes: Uint8Array, dictionary: Uint8Array = Buffer.of()): RawStream {
  const bits = new Bits(bytes);
  const output = [...dictionary];
  const blocks: DeflateBlock[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = bits.take(1) === 1;
    const distances = new Map<number, number>();
    const type = (['stored', 'fixed', 'dynamic'] as const)[bits.take(2)] ?? refuse('a block of no type');
    if (type === 'stored') bits.takeStored(output);
    else readSymbols(bits, output, type === 'fixed' ? FIXED : readCodes(bits), distances);
    blocks.push({ type, distances });
  }
  return { data: Buffer.from(output.slice(dictionary.length)), blocks, length: bits.bytes };
}

/** Least values and extra bits of the codes of lengths, from 257 on, and of distances (RFC 1951, 3.2.5). */
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, ...[1, 2, 3, 4, 5].flatMap((n) => [n, n, n, n]), 0];
const DISTANCE_EXTRA = [0, 0, ...Array.from({ length: 14 }, (_, n) => [n, n]).flat()];
const leastOf = (extra: readonly number[], first: number): readonly number[] =>
  extra.map((_, code) => extra.slice(0, code).reduce((sum, bits) => sum + 2 ** bits, first));
const LENGTHS = leastOf(LENGTH_EXTRA, 3).with(-1, 258);
const DISTANCES = leastOf(DISTANCE_EXTRA, 1);

type Codes = readonly [literals: Code, distances: Code];

function readSymbols(bits: Bits, output: number[], [literals, places]: Codes, distances: Map<number, number>): void {
  for (let symbol = literals.read(bits); symbol !== 256; symbol = literals.read(bits)) {
    if (symbol < 256) {
      output.push(symbol);
      continue;
    }
    const length = bits.takeValue(symbol - 257, LENGTHS, LENGTH_EXTRA);
    const back = bits.takeValue(places.read(bits), DISTANCES, DISTANCE_EXTRA);
    if (back > output.length) refuse('a distance before the beginning');
    for (let i = 0; i < length; i++) output.push(output[output.length - back] ?? 0);
    distances.set(back, (distances.get(back) ?? 0) + 1);
  }
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

/** RFC 1951, 3.2.7 */
function readCodes(bits: Bits): Codes {
  const [literals, distances, own] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  if (literals > 286 || distances > 30) refuse('too many codes');
  const lengths = Array<number>(19).fill(0);
  for (const at of ORDER.slice(0, own)) lengths[at] = bits.take(3);
  const code = new Code(lengths);
  const all: number[] = [];
  while (all.length < literals + distances) {
    const symbol = code.read(bits);
    const before = symbol === 16 ? (all.at(-1) ?? refuse('nothing to repeat')) : 0;
    if (symbol < 16) all.push(symbol);
    else all.push(...Array<number>(symbol === 18 ? 11 + bits.take(7) : 3 + bits.take(symbol - 14)).fill(before));
  }
  if (all.length > literals + distances) refuse('more lengths than codes');
  if (all[256] === 0) refuse('no end of the block');
  return [new Code(all.slice(0, literals), true), new Code(all.slice(literals), true)];
}

/** A Huffman code (RFC 1951, 3.2.2). Every code except that of lengths may have one word of one bit, or none. */
class Code {
  /** The number of words of each length, and the symbols in the order of their words. */
  readonly #counts: readonly number[];
  readonly #symbols: readonly number[];

  constructor(lengths: readonly number[], mayBeShort = false) {
    const counts = Array.from({ length: 16 }, (_, bits) => lengths.filter((one) => one === bits && bits > 0).length);
    const free = counts.reduce((left, count, bits) => (bits === 0 ? 1 : fits(2 * left - count)), 1);
    const isShort = counts.every((count, bits) => count <= (bits === 1 ? 1 : 0));
    if (free > 0 && !(mayBeShort && isShort)) refuse('words that are missing');
    const used = [...lengths.keys()].filter((symbol) => lengths[symbol] !== 0);
    this.#symbols = used.sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
    this.#counts = counts;
  }

  read(bits: Bits): number {
    let [word, first, index] = [0, 0, 0];
    for (const count of this.#counts.slice(1)) {
      word = word * 2 + bits.take(1);
      first *= 2;
      if (word < first + count) return this.#symbols[index + word - first] ?? 0;
      first += count;
      index += count;
    }
    return refuse('no code');
  }
}

const fits = (left: number): number => (left < 0 ? refuse('more words than fit') : left);

const lengthsOf = (...parts: readonly (readonly [bits: number, times: number])[]): readonly number[] =>
  parts.flatMap(([bits, times]) => Array<number>(times).fill(bits));
const FIXED: Codes = [new Code(lengthsOf([8, 144], [9, 112], [7, 24], [8, 8])), new Code(lengthsOf([5, 32]))];

/** Bits from the least significant of each byte on. */
class Bits {
  readonly #of: Uint8Array;
  #at = 0;

  constructor(of: Uint8Array) {
    this.#of = of;
  }

  get bytes(): number {
    return Math.ceil(this.#at / 8);
  }

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#of[this.#at >> 3] ?? refuse('the end is missing');
      value |= ((byte >> (this.#at & 7)) & 1) << i;
    }
    return value;
  }

  takeValue(code: number, least: readonly number[], extra: readonly number[]): number {
    return (least[code] ?? refuse('a code of no length or distance')) + this.take(extra[code] ?? 0);
  }

  /** RFC 1951, 3.2.4 */
  takeStored(output: number[]): void {
    this.#at = this.bytes * 8;
    const length = this.take(16);
    if (this.take(16) !== 0xffff - length) refuse('stored lengths that differ');
    const content = this.#of.subarray(this.bytes, this.bytes + length);
    if (content.length < length) refuse('the end is missing');
    for (const byte of content) output.push(byte);
    this.#at += length * 8;
  }
}

/** A stream with the header and the sum of RFC 1950, or a raw one. */
export type Format = 'zlib' | 'raw';

/** How Node makes a raw stream; options by their names in zlib. */
export interface DeflateOptions {
  readonly level?: number;
  readonly strategy?: keyof typeof constants;
  readonly windowBits?: number;
  readonly memLevel?: number;
  /** The number of pieces that data is divided into; the stream is flushed after each. */
  readonly pieces?: number;
  readonly flush?: 'Z_SYNC_FLUSH' | 'Z_FULL_FLUSH';
  /** The size of stored blocks, without Node. */
  readonly blocks?: number;
  /** Literals in the fixed code, without Node. */
  readonly fixed?: boolean;
}

export function rawOf(data: Uint8Array, made: DeflateOptions, preset?: Uint8Array): Buffer {
  const { strategy = 'Z_DEFAULT_STRATEGY', pieces = 1, flush, blocks, fixed, ...own } = made;
  if (fixed === true) return literals(data);
  const size = Math.max(1, blocks ?? Math.ceil(data.length / pieces));
  const all = Array.from({ length: Math.max(1, Math.ceil(data.length / size)) }, (_, i) =>
    data.subarray(i * size, (i + 1) * size),
  );
  const options = { ...own, strategy: constants[strategy], ...(preset === undefined ? {} : { dictionary: preset }) };
  const inner = flush === undefined ? options : { ...options, finishFlush: constants[flush] };
  return Buffer.concat(
    all.map((piece, i) => {
      const isLast = i === all.length - 1;
      return blocks === undefined ? deflateRawSync(piece, isLast ? options : inner) : stored(piece, isLast);
    }),
  );
}

export function stored(content: Uint8Array, isLast: boolean): Buffer {
  const { length } = content;
  return Buffer.concat([
    Buffer.of(isLast ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255),
    content,
  ]);
}

/** One block of literals in the fixed code (RFC 1951, 3.2.6). */
function literals(data: Uint8Array): Buffer {
  const words = [...data].map((byte) =>
    byte < 144 ? (0x30 + byte).toString(2).padStart(8, '0') : (0x100 + byte).toString(2),
  );
  const bits = `110${words.join('')}0000000`;
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2)));
}

/** The data of a stream, or null if it is invalid, if Node and our reader agree; `undefined` if they do not. */
export function meaningOf(format: Format, stream: Uint8Array, dictionary?: Uint8Array): Buffer | 'nothing' | undefined {
  const own = orNothing(() => (format === 'zlib' ? readWrapped : readRaw)(stream, dictionary).data);
  const options = { chunkSize: Math.min(16384, 256 + 4 * stream.length), ...(dictionary && { dictionary }) };
  const node = orNothing(() => (format === 'zlib' ? inflateSync : inflateRawSync)(stream, options));
  return own === node || (own !== 'nothing' && node !== 'nothing' && own.equals(node)) ? own : undefined;
}

/** The result is computed when it is first needed. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

function orNothing(read: () => Buffer): Buffer | 'nothing' {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoStream || (error instanceof Error && 'errno' in error)) return 'nothing';
    throw error;
  }
}

export const inFormat = (format: Format, raw: Uint8Array, data: Uint8Array, around: Wrapping = {}): Buffer =>
  format === 'raw' ? Buffer.from(raw) : wrapped(raw, data, around);
