/** Streams that are put to a target: those that hold data, made in each way that there is, and those that hold nothing. */
import { constants, deflateRawSync, inflateRawSync, inflateSync } from 'node:zlib';
import { dataOf } from './data.js';
import { NoStream, readRaw, readWrapped } from './reader.js';
import {
  codeOf,
  dynamicBlock,
  dynamicHead,
  END,
  FIXED_BLOCK,
  type Field,
  fixedMatch,
  fixedSymbol,
  stored,
  written,
} from './writer.js';

export type Inflater = 'inflateSync' | 'inflateRawSync';

/** How Node makes a raw stream; options by their names in zlib. */
export interface Made {
  readonly level?: number;
  readonly strategy?: keyof typeof constants;
  readonly windowBits?: number;
  readonly memLevel?: number;
  /** Data are cut into so many pieces, behind each of which the stream is flushed. */
  readonly pieces?: number;
  readonly flush?: 'Z_SYNC_FLUSH' | 'Z_FULL_FLUSH';
  /** Stored blocks of so many bytes, without Node. */
  readonly blocks?: number;
  /** Literals in the fixed code, without Node. */
  readonly fixed?: boolean;
}

export function rawOf(data: Uint8Array, made: Made, dictionary?: Uint8Array): Buffer {
  const {
    level = -1,
    strategy = 'Z_DEFAULT_STRATEGY',
    windowBits = 15,
    memLevel = 8,
    pieces = 1,
    flush,
    blocks,
    fixed,
  } = made;
  if (fixed === true) return written([...FIXED_BLOCK, ...[...data].map(fixedSymbol), END]);
  if (blocks !== undefined)
    return Buffer.concat(cut(data, blocks).map((piece, i, all) => stored(piece, i === all.length - 1)));
  const preset = dictionary === undefined ? {} : { dictionary };
  const options = { level, strategy: constants[strategy], windowBits, memLevel, ...preset };
  const all = cut(data, Math.ceil(data.length / pieces));
  return Buffer.concat(
    all.map((piece, i) => {
      const isLast = i === all.length - 1;
      return deflateRawSync(
        piece,
        isLast || flush === undefined ? options : { ...options, finishFlush: constants[flush] },
      );
    }),
  );
}

/** Pieces of that size; one at least. */
function cut(data: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(data.length / Math.max(1, size)));
  return Array.from({ length: count }, (_, i) => data.subarray(i * size, (i + 1) * size));
}

/** What Node and the reader of ours find: the same data and length; that there is nothing; or undefined, where they disagree. */
export function meaningOf(member: Inflater, stream: Uint8Array, dictionary?: Uint8Array): Meaning | undefined {
  const own = byReader(member, stream, dictionary);
  const node = byNode(member, stream, dictionary);
  if (own === undefined || node === undefined) return own === node ? 'nothing' : undefined;
  return own.data.equals(node) ? { data: own.data, rest: stream.length - own.length } : undefined;
}

export type Meaning = 'nothing' | { readonly data: Buffer; readonly rest: number };

function byReader(member: Inflater, stream: Uint8Array, dictionary?: Uint8Array) {
  try {
    return member === 'inflateSync' ? readWrapped(stream, dictionary) : readRaw(stream, dictionary);
  } catch (error) {
    if (error instanceof NoStream) return undefined;
    throw error;
  }
}

/** Node gets so many bytes of memory by itself, for each stream; most hold much less. */
const LARGE_CHUNK = 16 * 1024;

function byNode(member: Inflater, stream: Uint8Array, dictionary?: Uint8Array): Buffer | undefined {
  const chunkSize = Math.min(LARGE_CHUNK, 256 + 4 * stream.length);
  const options = dictionary === undefined ? { chunkSize } : { chunkSize, dictionary };
  try {
    return member === 'inflateSync' ? inflateSync(stream, options) : inflateRawSync(stream, options);
  } catch {
    return undefined;
  }
}

const zeros = (count: number): number[] => Array<number>(count).fill(0);
const fixed = (...symbols: readonly (Field | readonly Field[])[]): Buffer =>
  written([...FIXED_BLOCK, ...symbols.flatMap((one) => (isField(one) ? [one] : one)), END]);

function isField(of: Field | readonly Field[]): of is Field {
  return typeof of[0] === 'number';
}

const A = fixedSymbol(97);
const B = fixedSymbol(98);

/** 'a', the end and a length of three, in two bits or less. */
const LITERALS = [...zeros(97), 2, ...zeros(158), 2, 1];
const inFew = codeOf(LITERALS);

/** Raw streams that no compressor makes, and RFC 1951 allows. */
const RARE = {
  'all lengths': () => fixed(A, B, ...Array.from({ length: 256 }, (_, i) => fixedMatch(i + 3, 2))),
  'all distances': () =>
    Buffer.concat([
      stored(dataOf('noise', 32768), false),
      fixed(...DISTANCES.flatMap((distance) => [fixedMatch(3, distance), fixedMatch(258, distance)])),
    ]),
  'farthest and longest': () => Buffer.concat([stored(dataOf('noise', 32768), false), fixed(fixedMatch(258, 32768))]),
  'all bytes in fixed codes': () => fixed(...Array.from({ length: 256 }, (_, i) => fixedSymbol(i))),
  'nothing in fixed codes': () => fixed(),
  'nothing stored': () => stored(Buffer.alloc(0), true),
  'empty blocks between': () =>
    Buffer.concat(['a', '', '', 'b', '', 'c', ''].map((text, i) => stored(Buffer.from(text), i === 6))),
  'most in a stored block': () =>
    Buffer.concat([stored(dataOf('noise', 65535), false), stored(dataOf('words', 65535), true)]),
  'one distance code': () =>
    written([...dynamicBlock(LITERALS, [1]), inFew(97), inFew(257), [0, 1], inFew(257), [0, 1], inFew(256)]),
  'no distance code': () => written([...dynamicBlock(LITERALS, [0]), inFew(97), inFew(97), inFew(256)]),
  'codes of 15 bits': () => {
    const lengths = [...Array.from({ length: 15 }, (_, i) => i + 1), ...zeros(241), 15];
    const code = codeOf(lengths);
    return written([...dynamicBlock(lengths, [1, 1]), ...[14, 0, 13, 7, 14, 1].map(code), code(256)]);
  },
} satisfies { readonly [name: string]: () => Buffer };

const DISTANCES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 48, 49, 64, 65, 96, 97, 128, 129, 192, 193, 256, 257, 384, 385, 512, 513, 768, 769, 1024, 1025, 1536, 1537, 2048, 2049, 3072, 3073, 4096, 4097, 6144, 6145, 8192, 8193, 12288, 12289, 16384, 16385, 24576, 24577, 32767, 32768]; // biome-ignore format: a list

const whole = [...zeros(97), 1, ...zeros(158), 1];

/** What RFC 1951 makes nothing of. */
const WRONG = {
  'no bytes': () => Buffer.alloc(0),
  'block of no type': () =>
    written([
      [1, 1],
      [3, 2],
      [0, 13],
    ]),
  'stored lengths that differ': () => Buffer.from('010100fffe61', 'hex'),
  'stored lengths alike': () => Buffer.from('010100010061', 'hex'),
  'stored bytes missing': () => Buffer.from('010300fcff6161', 'hex'),
  'repeats of nothing': () => fixed(fixedMatch(3, 1), A),
  'distance before the beginning': () => fixed(A, B, fixedMatch(3, 3)),
  'distance far before the beginning': () => fixed(A, B, A, fixedMatch(258, 32768)),
  'length code 286': () => fixed(A, fixedSymbol(286), [0, 5]),
  'length code 287': () => fixed(A, fixedSymbol(287), [0, 5]),
  'distance code 30': () => fixed(A, fixedSymbol(257), [30, 5, 'huffman']),
  'distance code 31': () => fixed(A, fixedSymbol(257), [31, 5, 'huffman']),
  'no last block': () => stored(Buffer.from('abc'), false),
  'no end in fixed codes': () => written([...FIXED_BLOCK, A, A, A, A]),
  'too many literals': () => written([...dynamicHead(287, 1, Array<number>(16).fill(4)), [0, 900]]),
  'too many distances': () => written([...dynamicHead(257, 31, Array<number>(16).fill(4)), [0, 900]]),
  'lengths with too many codes': () => written([...dynamicHead(257, 1, [1, 1, 1]), [0, 900]]),
  'lengths with too few codes': () => written([...dynamicHead(257, 1, [2, 2, 2]), [0, 900]]),
  'lengths without codes': () => written([...dynamicHead(257, 1, []), [0, 900]]),
  'nothing to repeat': () => {
    const own = [...Array<number>(15).fill(4), 0, 4];
    return written([...dynamicHead(257, 1, own), codeOf(own)(16), [0, 2], [0, 900]]);
  },
  'too many lengths': () => {
    const own = [...Array<number>(15).fill(4), 0, 0, 0, 4];
    const many: Field[] = [codeOf(own)(18), [127, 7]];
    return written([...dynamicHead(257, 1, own), ...many, ...many, [0, 900]]);
  },
  'no code of the end': () => written([...dynamicBlock([...zeros(97), 1, 1, ...zeros(158)], [1]), [0, 90]]),
  'too many literal codes': () => written([...dynamicBlock([...zeros(96), 1, 1, ...zeros(158), 1], [1]), [0, 90]]),
  'too few literal codes': () => written([...dynamicBlock([...zeros(97), 2, ...zeros(158), 2], [1]), [0, 90]]),
  'too many distance codes': () => written([...dynamicBlock(whole, [1, 1, 1]), codeOf(whole)(256)]),
  'too few distance codes': () => written([...dynamicBlock(whole, [2, 2]), codeOf(whole)(256)]),
  'unused distance code': () =>
    written([...dynamicBlock(LITERALS, [1]), inFew(97), inFew(257), [1, 1], inFew(256), [0, 16]]),
} satisfies { readonly [name: string]: () => Buffer };

export type Rare = keyof typeof RARE;
export type WrongRaw = keyof typeof WRONG;
export const rare = (name: Rare): Buffer => RARE[name]();
export const wrong = (name: WrongRaw): Buffer => WRONG[name]();
export const RARE_NAMES: readonly string[] = Object.keys(RARE);
export const WRONG_NAMES: readonly string[] = Object.keys(WRONG);
