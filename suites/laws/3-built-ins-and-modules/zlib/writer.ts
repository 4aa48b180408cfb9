/** Raw streams written symbol by symbol (RFC 1951), right ones and wrong ones, and what RFC 1950 puts around them. */
import { adler32 } from './reader.js';

/** A number of so many bits; a Huffman code begins with its highest. */
export type Field = readonly [value: number, bits: number, order?: 'huffman'];

/** Bits of a stream, a byte's lowest first, filled up with zeros. */
export function written(fields: readonly Field[]): Buffer {
  const bytes: number[] = [];
  let [ahead, count] = [0, 0];
  for (const [value, bits, order] of fields) {
    ahead |= (order === 'huffman' ? reversed(value, bits) : value & ((1 << bits) - 1)) << count;
    for (count += bits; count >= 8; count -= 8) {
      bytes.push(ahead & 0xff);
      ahead >>= 8;
    }
  }
  return Buffer.from(count === 0 ? bytes : [...bytes, ahead]);
}

function reversed(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result = result * 2 + ((value >> bit) & 1);
  return result;
}

/** Where a stored block begins, its bytes follow those that are there. */
export function stored(content: Uint8Array, isLast: boolean): Buffer {
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(content.length);
  lengths.writeUInt16LE(0xffff - content.length, 2);
  return Buffer.concat([Buffer.from([isLast ? 1 : 0]), lengths, content]);
}

export const FIXED_BLOCK: readonly Field[] = [
  [1, 1],
  [1, 2],
];

/** A literal, a length's code or the end, in the fixed code. */
export function fixedSymbol(symbol: number): Field {
  if (symbol < 144) return [0x30 + symbol, 8, 'huffman'];
  if (symbol < 256) return [0x190 + symbol - 144, 9, 'huffman'];
  return symbol < 280 ? [symbol - 256, 7, 'huffman'] : [0xc0 + symbol - 280, 8, 'huffman'];
}

export const END: Field = fixedSymbol(256);

/** A match in the fixed code. */
export function fixedMatch(length: number, distance: number): readonly Field[] {
  const [code, lengthBits, lengthRest] = length === 258 ? [28, 0, 0] : split(length - 3, 4);
  const [place, distanceBits, distanceRest] = split(distance - 1, 2);
  return [fixedSymbol(257 + code), [lengthRest, lengthBits], [place, 5, 'huffman'], [distanceRest, distanceBits]];
}

/** Codes are grouped by so many of each number of extra bits, of twice as many without. */
function split(value: number, group: number): [code: number, bits: number, rest: number] {
  if (value < 2 * group) return [value, 0, 0];
  const bits = Math.floor(Math.log2(value / group));
  const size = 2 ** bits;
  return [group * bits + Math.floor(value / size), bits, value % size];
}

/** Symbols by a code that the lengths of its words define, RFC 1951, 3.2.2. */
export function codeOf(lengths: readonly number[]): (symbol: number) => Field {
  const words = new Map<number, number>();
  let next = 0;
  for (let length = 1; length <= 15; length++) {
    next *= 2;
    lengths.forEach((own, symbol) => {
      if (own === length) words.set(symbol, next++);
    });
  }
  return (symbol) => [words.get(symbol) ?? 0, lengths[symbol] ?? 0, 'huffman'];
}

/** The order in which lengths of the code of lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

/** The head of a dynamic block: how many codes of literals and of distances there are, and the lengths of the code of lengths. */
export const dynamicHead = (literals: number, distances: number, own: readonly number[]): readonly Field[] => [
  [1, 1],
  [2, 2],
  [literals - 257, 5],
  [distances - 1, 5],
  [ORDER.length - 4, 4],
  ...ORDER.map((symbol): Field => [own[symbol] ?? 0, 3]),
];

/** Words of four bits for all lengths. */
const EVEN = Array<number>(16).fill(4);

/** The head of a dynamic block with these lengths of both codes, no two of them written together. */
export const dynamicBlock = (literals: readonly number[], distances: readonly number[]): readonly Field[] => [
  ...dynamicHead(literals.length, distances.length, EVEN),
  ...[...literals, ...distances].map(codeOf(EVEN)),
];

/** What stands around a raw stream; the check bits are made to fit. */
export interface Wrapping {
  readonly method?: number;
  readonly windowBits?: number;
  readonly speed?: number;
  readonly dictionary?: Uint8Array | undefined;
}

export function wrapped(raw: Uint8Array, data: Uint8Array, wrapping: Wrapping = {}): Buffer {
  const { method = 8, windowBits = 15, speed = 2, dictionary } = wrapping;
  const head = (((windowBits - 8) * 16 + method) << 8) | (speed << 6) | (dictionary === undefined ? 0 : 0x20);
  const first = Buffer.alloc(2);
  first.writeUInt16BE(head + ((31 - (head % 31)) % 31));
  const preset = dictionary === undefined ? Buffer.alloc(0) : sumOf(dictionary);
  return Buffer.concat([first, preset, raw, sumOf(data)]);
}

function sumOf(data: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(data));
  return sum;
}
