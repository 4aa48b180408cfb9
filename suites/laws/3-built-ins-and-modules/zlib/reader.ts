/** A reader of RFC 1950 and RFC 1951 that tells how data were compressed; what they hold besides, it refuses. */

/** One block of a raw stream. */
export interface Block {
  readonly type: 'stored' | 'fixed' | 'dynamic';
  readonly bytes: number;
  readonly literals: number;
  /** How many matches have each distance. */
  readonly distances: ReadonlyMap<number, number>;
}

export interface RawStream {
  readonly data: Buffer;
  readonly blocks: readonly Block[];
  /** Bytes of the stream; there may be more behind it. */
  readonly length: number;
}

export interface WrappedStream extends RawStream {
  /** The base-two logarithm of the window's size. */
  readonly windowBits: number;
  /** 0 fastest, 1 fast, 2 default, 3 slowest. */
  readonly speed: number;
  /** Adler-32 of the dictionary, where one is needed. */
  readonly dictionary: number | undefined;
}

/** The bytes are no such stream. */
export class NoStream extends Error {}

export const NOTHING = new Uint8Array();

/** RFC 1950, 8.2 */
export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += UNREDUCED) {
    const end = Math.min(from + UNREDUCED, bytes.length);
    // No iterator: it costs more than the sums.
    for (let i = from; i < end; i++) {
      a += bytes[i] ?? 0;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

/** Bytes after which neither sum has more than 31 bits. */
const UNREDUCED = 3800;

/** RFC 1950, 2.2 */
export function readWrapped(bytes: Uint8Array, dictionary: Uint8Array = NOTHING): WrappedStream {
  const input = Buffer.from(bytes);
  const header = take(input, 0, 2).readUInt16BE();
  const [method, windowBits] = [(header >> 8) & 15, (header >> 12) + 8];
  if (method !== 8 || windowBits > 15) throw new NoStream('another method or window');
  if (header % 31 !== 0) throw new NoStream('wrong check bits');
  const isPreset = (header & 0x20) !== 0;
  const sum = isPreset ? take(input, 2, 4).readUInt32BE() : undefined;
  if (sum !== undefined && sum !== adler32(dictionary)) throw new NoStream('another dictionary');
  const begin = isPreset ? 6 : 2;
  const raw = readRaw(input.subarray(begin), isPreset ? dictionary : NOTHING);
  const length = begin + raw.length + 4;
  if (take(input, length - 4, 4).readUInt32BE() !== adler32(raw.data)) throw new NoStream('wrong checksum');
  return { ...raw, length, windowBits, speed: (header >> 6) & 3, dictionary: sum };
}

function take(input: Buffer, at: number, length: number): Buffer {
  if (at + length > input.length) throw new NoStream('the end is missing');
  return input.subarray(at, at + length);
}

/** RFC 1951, 3.2.3 */
export function readRaw(bytes: Uint8Array, dictionary: Uint8Array = NOTHING): RawStream {
  const bits = new Bits(bytes);
  const output = new Output(dictionary);
  const blocks: Block[] = [];
  for (let last = false; !last; ) {
    last = bits.take(1) === 1;
    blocks.push(readBlock(bits, output));
  }
  return { data: output.data, blocks, length: bits.bytes };
}

function readBlock(bits: Bits, output: Output): Block {
  const before = output.length;
  const distances = new Map<number, number>();
  const type = (['stored', 'fixed', 'dynamic'] as const)[bits.take(2)];
  const literals = { stored: readStored, fixed: readFixed, dynamic: readDynamic, none }[type ?? 'none'](
    bits,
    output,
    distances,
  );
  return { type: type ?? 'stored', bytes: output.length - before, literals, distances };
}

const none = (): never => {
  throw new NoStream('a block of no type');
};

/** RFC 1951, 3.2.4 */
function readStored(bits: Bits, output: Output): number {
  bits.align();
  const length = bits.take(16);
  if (bits.take(16) !== 0xffff - length) throw new NoStream('stored lengths that differ');
  output.append(bits.takeBytes(length));
  return length;
}

/** RFC 1951, 3.2.5: extra bits and the least value of the codes of lengths, from 257 on, and of distances. */
const LENGTH_EXTRA = [...Array(8).fill(0), ...[1, 2, 3, 4, 5].flatMap((n) => Array<number>(4).fill(n)), 0];
const DISTANCE_EXTRA = [0, 0, ...Array.from({ length: 14 }, (_, n) => [n, n]).flat()];
const LENGTHS = [...leastOf(LENGTH_EXTRA.slice(0, -1), 3), 258];
const DISTANCES = leastOf(DISTANCE_EXTRA, 1);

function leastOf(extra: readonly number[], first: number): number[] {
  let next = first;
  return extra.map((bits) => {
    const least = next;
    next += 2 ** bits;
    return least;
  });
}

type Distances = Map<number, number>;

function readSymbols(bits: Bits, output: Output, [literal, distance]: readonly [Code, Code], seen: Distances): number {
  for (let literals = 0; ; ) {
    const symbol = literal.read(bits);
    if (symbol === 256) return literals;
    if (symbol < 256) {
      output.add(symbol);
      literals += 1;
      continue;
    }
    const length = valueIn(symbol - 257, LENGTHS, LENGTH_EXTRA, bits);
    const back = valueIn(distance.read(bits), DISTANCES, DISTANCE_EXTRA, bits);
    output.repeat(length, back);
    seen.set(back, (seen.get(back) ?? 0) + 1);
  }
}

function valueIn(code: number, least: readonly number[], extra: readonly number[], bits: Bits): number {
  const value = least[code];
  if (value === undefined) throw new NoStream('a code of no length or distance');
  return value + bits.take(extra[code] ?? 0);
}

const repeated = (bits: number, times: number) => Array<number>(times).fill(bits);

/** RFC 1951, 3.2.6 */
const readFixed = (bits: Bits, output: Output, seen: Distances): number => readSymbols(bits, output, FIXED, seen);

/** RFC 1951, 3.2.7 */
function readDynamic(bits: Bits, output: Output, seen: Distances): number {
  const [literals, distances, own] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  if (literals > 286 || distances > 30) throw new NoStream('too many codes');
  const lengths = Array<number>(19).fill(0);
  for (const at of ORDER.slice(0, own)) lengths[at] = bits.take(3);
  const all = readLengths(bits, new Code(lengths), literals + distances);
  if ((all[256] ?? 0) === 0) throw new NoStream('no end of the block');
  return readSymbols(bits, output, [new Code(all.slice(0, literals), true), new Code(all.slice(literals), true)], seen);
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

function readLengths(bits: Bits, code: Code, count: number): number[] {
  const all: number[] = [];
  const add = (length: number, times: number): void => {
    for (let i = 0; i < times; i++) all.push(length);
  };
  while (all.length < count) {
    const symbol = code.read(bits);
    const previous = all.at(-1);
    if (symbol < 16) all.push(symbol);
    else if (symbol > 16) add(0, symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7));
    else if (previous === undefined) throw new NoStream('nothing to repeat');
    else add(previous, 3 + bits.take(2));
  }
  if (all.length > count) throw new NoStream('more lengths than codes');
  return all;
}

/** The most bits that a code of Huffman's has. */
const MOST_BITS = 15;

/** Each number of so many bits, its bits the other way round: codes begin with their highest, and bytes with their lowest. */
const REVERSED = Uint16Array.from({ length: 2 ** MOST_BITS }, (_, number) => {
  let reversed = 0;
  for (let bit = 0; bit < MOST_BITS; bit++) reversed |= ((number >> bit) & 1) << (MOST_BITS - 1 - bit);
  return reversed;
});

/** A Huffman code, RFC 1951, 3.2.2. */
class Code {
  /** For all that may stand in as many bits as the longest code has, the symbol that it begins with and that one's bits; 0 for none. */
  readonly #entries: Uint16Array;
  readonly #shift: number;

  /** All but that of lengths may have one code of one bit, or none. */
  constructor(lengths: readonly number[], mayBeShort = false) {
    const counts = new Uint16Array(MOST_BITS + 1);
    for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
    counts[0] = 0;
    const most = counts.findLastIndex((count) => count > 0);
    this.#entries = new Uint16Array(2 ** Math.max(0, most));
    this.#shift = MOST_BITS - Math.max(0, most);
    // Where the entries of the next symbol of each length stand: short codes come first.
    const places: number[] = [0];
    let next = 0;
    for (let length = 1; length <= most; length++) {
      places.push(next);
      next += (counts[length] ?? 0) * 2 ** (most - length);
    }
    if (next > this.#entries.length) throw new NoStream('more codes than fit');
    const isShort = most <= 0 || (most === 1 && next === 1);
    if (next < this.#entries.length && !(mayBeShort && isShort)) throw new NoStream('codes that are missing');
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length === 0) continue;
      const place = places[length] ?? 0;
      const end = place + 2 ** (most - length);
      this.#entries.fill((symbol << 4) | length, place, end);
      places[length] = end;
    }
  }

  read(bits: Bits): number {
    const entry = this.#entries[(REVERSED[bits.peek()] ?? 0) >> this.#shift] ?? 0;
    if (entry === 0) throw new NoStream('no code');
    bits.take(entry & 15);
    return entry >> 4;
  }
}

const FIXED = [
  new Code([...repeated(8, 144), ...repeated(9, 112), ...repeated(7, 24), ...repeated(8, 8)]),
  new Code(repeated(5, 32)),
] as const;

/** Bits from the least of each byte on. */
class Bits {
  readonly #of: Uint8Array;
  #at = 0;

  constructor(of: Uint8Array) {
    this.#of = of;
  }

  get bytes(): number {
    return Math.ceil(this.#at / 8);
  }

  align(): void {
    this.#at = this.bytes * 8;
  }

  /** Up to sixteen. */
  take(count: number): number {
    const value = this.#ahead() & ((1 << count) - 1);
    this.#skip(count);
    return value;
  }

  /** As many as a code may have, which stay to be taken; zeros stand behind the end. */
  peek(): number {
    return this.#ahead() & ((1 << MOST_BITS) - 1);
  }

  /** Whole bytes, once they are aligned. */
  takeBytes(count: number): Uint8Array {
    const from = this.bytes;
    this.#skip(count * 8);
    return this.#of.subarray(from, from + count);
  }

  /** Sixteen bits and more. */
  #ahead(): number {
    const byte = this.#at >> 3;
    const low = this.#of[byte] ?? 0;
    return (low | ((this.#of[byte + 1] ?? 0) << 8) | ((this.#of[byte + 2] ?? 0) << 16)) >> (this.#at & 7);
  }

  #skip(count: number): void {
    if (this.#at + count > this.#of.length * 8) throw new NoStream('the end is missing');
    this.#at += count;
  }
}

/** What was read, with the dictionary before it. */
class Output {
  #memory: Uint8Array;
  #length: number;
  readonly #begin: number;

  constructor(dictionary: Uint8Array) {
    this.#memory = new Uint8Array(dictionary.length + 4096);
    this.#memory.set(dictionary);
    this.#begin = dictionary.length;
    this.#length = dictionary.length;
  }

  get length(): number {
    return this.#length - this.#begin;
  }

  get data(): Buffer {
    return Buffer.from(this.#memory.slice(this.#begin, this.#length));
  }

  add(byte: number): void {
    this.#reserve(1);
    this.#memory[this.#length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#memory.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  repeat(length: number, back: number): void {
    if (back > this.#length) throw new NoStream('a distance before the beginning');
    this.#reserve(length);
    const from = this.#length - back;
    // What is repeated may be longer than what is there: then that comes again, as often as there is of it by then.
    for (const end = this.#length + length; this.#length < end; ) {
      const some = Math.min(end - this.#length, this.#length - from);
      this.#memory.copyWithin(this.#length, from, from + some);
      this.#length += some;
    }
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#memory.length) return;
    const more = new Uint8Array(Math.max(needed, this.#memory.length * 2));
    more.set(this.#memory);
    this.#memory = more;
  }
}
