/**
 * One axis for all that deals with bytes or texts: sizes on both sides of the borders of blocks, buffers and pages. One trial
 * tries an operation at all of them, and tells by its size what came of each.
 */
import { record } from '../../language/expectation.js';
import { example } from '../../language/law.js';
import type { Law } from '../../language/trial.js';
import { copied, TOOLS, type Tools } from './differential.js';

const around = (border: number): number[] => [border - 1, border, border + 1];

/** From none on, around powers of two up to 64 KiB, around a baker's dozen and a thousand; then a mebibyte. */
export const SIZES: readonly number[] = [
  ...[0, 1, 2, 3, 1_048_576],
  ...[8, 13, 16, 32, 64, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 65_536].flatMap(around),
].sort((a, b) => a - b);

const CHARACTERS = [...'Aé€😀\0ÿࠀ𐀀zߞ퟿\u{10ffff}/Ж中🚀qñ☃𝄞!'];
const BYTES = Uint8Array.from({ length: 51 }, (_, i) => 37 * i + 11);

/** What is repeated, 51 bytes of it, which share no factor with any border: characters of every length, or any bytes. */
const UNITS = {
  utf8: { bytes: Uint8Array.from(Buffer.from(CHARACTERS.join(''))), encoding: 'utf8' },
  hex: { bytes: BYTES, encoding: 'hex' },
  base64: { bytes: BYTES, encoding: 'base64' },
  base64url: { bytes: BYTES, encoding: 'base64url' },
  latin1: { bytes: BYTES, encoding: 'latin1' },
} as const;

/** The unit so many times, and what makes up the size: as text, and as the bytes that it stands for. */
interface Sized {
  readonly size: number;
  readonly times: number;
  readonly tail: string;
  readonly rest: Uint8Array;
  /** How the text is made: repeated, joined of pieces, or cut out of a longer one. */
  readonly made: 'repeated' | 'joined' | 'cut';
}

const MADE = ['repeated', 'joined', 'cut'] as const;

function sized(size: number, of: keyof typeof UNITS, index: number): Sized {
  const { bytes, encoding } = UNITS[of];
  const times = Math.floor(size / bytes.length);
  const left = size - times * bytes.length;
  const rest = of === 'utf8' ? wholeCharacters(left) : bytes.slice(0, left);
  // The three sizes of each border are made in each way for another border.
  const made = MADE[(index + Math.floor(index / 3)) % 3] ?? 'repeated';
  return { size, times, tail: Buffer.from(rest).toString(encoding), rest, made };
}

/** Characters as far as they fit, filled up with ASCII. */
function wholeCharacters(size: number): Uint8Array<ArrayBuffer> {
  let text = '';
  for (const character of CHARACTERS) if (Buffer.byteLength(text + character) <= size) text += character;
  return Uint8Array.from(Buffer.from(text.padEnd(text.length + size - Buffer.byteLength(text), 'x')));
}

type Operation =
  | 'from'
  | 'byteLength'
  | 'write'
  | 'fillWithText'
  | 'toString'
  | 'toStringOfPart'
  | 'fill'
  | 'copy'
  | 'concat'
  | 'concatPieces'
  | 'parts'
  | 'compare'
  | 'search'
  | 'swap'
  | 'json'
  | 'atob'
  | 'btoa'
  | 'encode'
  | 'encodeInto'
  | 'decode'
  | 'decodeStream'
  | 'digest'
  | 'digestPieces'
  | 'digestWithKey'
  | 'escape'
  | 'unescape'
  | 'parseLong'
  | 'parseMany'
  | 'parseRepeated'
  | 'stringifyLong'
  | 'stringifyMany';

/** An operation, tried at each size up to a limit. */
interface AtSizes {
  readonly does: Operation;
  /** utf8 where it is left out. */
  readonly encoding?: keyof typeof UNITS;
  /** 0 and 8,193 where they are left out. */
  readonly atLeast?: number;
  readonly upTo?: number;
  /** Whether sizes are lengths of pieces, of which there are none of no length, and so many bytes are cut into them. */
  readonly inPiecesOf?: number;
  /** Of a hash or, with a key, an HMAC; more sizes stand around blocks of so many bytes. */
  readonly algorithm?: string;
  readonly key?: string;
  readonly block?: number;
}

interface Order extends Pick<AtSizes, 'does' | 'algorithm' | 'key'> {
  readonly encoding: keyof typeof UNITS;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly sizes: readonly Sized[];
  readonly whole: Sized;
}

function orderOf({
  encoding = 'utf8',
  atLeast = 0,
  upTo = 8193,
  inPiecesOf,
  block,
  does,
  algorithm,
  key,
}: AtSizes): Order {
  const blocks =
    block === undefined ? [] : [1, 2, 3].flatMap((n) => [-17, -16, -9, -8, -1, 0, 1].map((m) => n * block + m));
  const least = inPiecesOf === undefined ? atLeast : 1;
  const limit = Math.min(upTo, inPiecesOf ?? upTo);
  const sizes = [...new Set([...SIZES, ...blocks])].filter((size) => size >= least && size <= limit);
  const { bytes, encoding: spelled } = UNITS[encoding];
  return {
    ...{ does, encoding, bytes, text: Buffer.from(bytes).toString(spelled) },
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(key === undefined ? {} : { key }),
    sizes: sizes.map((size, i) => sized(size, encoding, i)),
    whole: sized(inPiecesOf ?? 0, encoding, 0),
  };
}

/** What comes of each size: of bytes and texts their length and a sum that no byte and no place can change unnoticed. */
const atEach = (input: Order, t: Tools): { [size: string]: unknown } => {
  const encoding = input.encoding;
  const bytesOf = (one: Sized): Uint8Array<ArrayBuffer> => {
    const out = new Uint8Array(one.size);
    const whole = one.times * input.bytes.length;
    if (whole > 0) out.set(input.bytes);
    for (let done = input.bytes.length; done < whole; done *= 2)
      out.set(out.subarray(0, Math.min(done, whole - done)), done);
    if (one.rest.length > 0) out.set(one.rest, whole);
    return out;
  };
  const bufferOf = (one: Sized, before?: number, after?: number): Buffer => {
    const buf = Buffer.alloc((before || 0) + one.size + (after || 0));
    if (one.size > 0) buf.set(bytesOf(one), before || 0);
    return buf;
  };
  const textOf = (one: Sized): string => {
    let text = '';
    if (one.made === 'joined' && one.times < 200) for (let i = 0; i < one.times; i++) text += input.text;
    else text = input.text.repeat(one.times);
    text += one.tail;
    return one.made === 'cut' ? `<${text}>`.slice(1, -1) : text;
  };
  const sum = (of: unknown): string => {
    let total = 0;
    // Of many, every seventh: steps that fall on no border twice in a row.
    const step = (length: number): number => (length > 20000 ? 7 : 1);
    if (typeof of === 'string') {
      // ASCII alone, for engines count other characters differently.
      const text = encoding === 'utf8' ? encodeURIComponent(of) : of;
      const by = step(text.length);
      for (let i = 0; i < text.length; i += by) total = (total * 31 + text.charCodeAt(i)) >>> 0;
      return `text ${text.length} ${total}`;
    }
    if (!(of instanceof Uint8Array)) return `neither text nor bytes: ${typeof of}`;
    const next = step(of.length);
    for (let i = 0; i < of.length; i += next) total = (total * 31 + (of[i] || 0)) >>> 0;
    return `bytes ${of.length} ${total}`;
  };
  const digestOf = (pieces: readonly unknown[], key: unknown): unknown => {
    const algorithm = input.algorithm || '';
    const work = key === undefined ? t.crypto.createHash(algorithm) : t.crypto.createHmac(algorithm, key);
    pieces.forEach((piece) => {
      work.update(piece);
    });
    return work.digest('hex');
  };
  /** The whole in pieces of a size. */
  const piecesOf = (one: Sized): Uint8Array[] => {
    const all = bytesOf(input.whole);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += one.size) pieces.push(all.subarray(at, at + one.size));
    return pieces;
  };
  const streamed = (one: Sized, fatal: boolean): string => {
    const decoder = new TextDecoder('utf-8', { fatal });
    let text = '';
    piecesOf(one).forEach((piece) => {
      text += decoder.decode(piece, { stream: true });
    });
    return sum(text + decoder.decode(new Uint8Array(0)));
  };
  /** Needles of several lengths behind so many zeros. */
  const searched = (one: Sized): unknown =>
    [1, 2, 3, 8, 15, 33, 64, 65].map((length) => {
      const needle = bytesOf({ size: length, times: 0, tail: '', made: 'cut', rest: input.bytes.subarray(0, length) });
      const memory = Buffer.alloc(one.size + length + 2);
      memory.set(needle, one.size);
      const text = Buffer.from(needle).toString('hex');
      const search = (member: string, ...args: readonly unknown[]): unknown => t.invoke(memory, member, args);
      const found: unknown[] = [needle, Buffer.from(needle)].map((sought) => [
        search('indexOf', sought),
        search('indexOf', sought, one.size),
        search('indexOf', sought, one.size + 1),
        search('includes', sought),
        t.invoke(memory.subarray(0, one.size + length - 1), 'includes', [sought]),
      ]);
      return found.concat([search('indexOf', text, 0, 'hex'), search('lastIndexOf', Buffer.from(needle))]);
    });
  /** A Buffer beside itself with one byte changed, at its start, in the middle and at the end; and beside shorter ones. */
  const compared = (one: Sized): unknown =>
    [0, one.size >> 1, one.size - 1, one.size].map((at) => {
      const a = bufferOf(one);
      const b = bufferOf(one, 3, 1).subarray(3, 3 + one.size);
      if (at >= 0 && at < one.size) b[at] = (b[at] || 0) ^ 0x81;
      const sorts = [Buffer.compare(a, b), Buffer.compare(b, a), a.compare(b), a.compare(b, 0, one.size, 0, one.size)];
      const shorter = [a.compare(a.subarray(0, Math.max(at, 0))), a.equals(a.subarray(0, Math.max(at, 0)))];
      return [sorts, a.equals(b), b.equals(a), shorter];
    });
  const copied = (one: Sized, within: number): unknown => {
    // Over itself by so many bytes, forwards and backwards.
    const forwards = bufferOf(one, 0, within);
    forwards.subarray(0, one.size).copy(forwards, within);
    const backwards = bufferOf(one, within, 0);
    backwards.copy(backwards, 0, within, within + one.size);
    return [sum(forwards), sum(backwards)];
  };
  const filled = (one: Sized, value: string | Buffer): unknown => {
    if (one.size === 0) return 'nothing to fill with';
    const twice = 2 * one.size + 1;
    const memory = Buffer.alloc(twice + 2);
    if (typeof value === 'string') memory.fill(value, 1, twice + 1, `${encoding}`);
    else memory.fill(value, 1, twice + 1);
    return [sum(memory), sum(t.invoke(Buffer, 'alloc', [twice, value, encoding]))];
  };
  /** So many pairs, of keys of their own or of one. */
  const pairsOf = (count: number, key: string): string => {
    const pairs: string[] = [];
    for (let i = 0; i < count; i++) pairs.push(`${key}${key === 'k' ? i : ''}=${i}`);
    return pairs.join('&');
  };
  const operations: { readonly [does in Operation]: (one: Sized) => unknown } = {
    from: (one) => sum(t.invoke(Buffer, 'from', [textOf(one), encoding])),
    byteLength: (one) => t.invoke(Buffer, 'byteLength', [textOf(one), encoding]),
    toString: (one) => sum(t.invoke(bufferOf(one), 'toString', [encoding])),
    toStringOfPart: (one) => [
      sum(t.invoke(bufferOf(one, 3, 2), 'toString', [encoding, 3, 3 + one.size])),
      sum(t.invoke(bufferOf(one, 3, 2).subarray(3, 3 + one.size), 'toString', [encoding])),
    ],
    write: (one) => {
      const memory = Buffer.alloc(one.size + 2);
      t.invoke(memory, 'write', [textOf(one), 1, one.size, encoding]);
      return sum(memory);
    },
    fillWithText: (one) => filled(one, textOf(one)),
    fill: (one) => [filled(one, bufferOf(one)), sum(Buffer.alloc(one.size + 2).fill(165, 1, 1 + one.size))],
    copy: (one) => {
      const target = Buffer.alloc(one.size + 2);
      bufferOf(one).copy(target, 1);
      return [sum(target), copied(one, 1), copied(one, 64)];
    },
    concat: (one) => {
      const list = [bufferOf(one), Buffer.from([1]), bufferOf(one, 2, 2).subarray(2, 2 + one.size)];
      return [sum(Buffer.concat(list)), sum(Buffer.concat(list, one.size)), sum(Buffer.concat(list, one.size + 1))];
    },
    concatPieces: (one) => sum(Buffer.concat(piecesOf(one))),
    parts: (one) => {
      const memory = bufferOf(one, 3, 2);
      return [
        sum(memory.subarray(1).subarray(2, 2 + one.size)),
        sum(memory.slice(2).slice(1, 1 + one.size)),
        sum(memory.subarray(3).subarray(one.size >> 1, one.size)),
        sum(Buffer.from(memory.subarray(3, 3 + one.size))),
        sum(Buffer.from(bytesOf(one).buffer, one.size >> 1)),
      ];
    },
    compare: compared,
    search: searched,
    swap: (one) =>
      ['swap16', 'swap32', 'swap64'].map((member, i) => {
        const length = one.size - (one.size % (2 << i));
        const buf = bufferOf(one, 1, 0).subarray(1, 1 + length);
        t.invoke(buf, member, []);
        return sum(buf);
      }),
    json: (one) => sum(JSON.stringify(bufferOf(one).toJSON()).replace(/[^0-9,]/g, '')),
    atob: (one) => sum(atob(textOf(one))),
    btoa: (one) => sum(btoa(textOf(one))),
    encode: (one) => sum(new TextEncoder().encode(textOf(one))),
    encodeInto: (one) => {
      const memory = new Uint8Array(one.size + 3);
      const result = new TextEncoder().encodeInto(textOf(one), memory.subarray(1));
      return [result.written, sum(memory)];
    },
    decode: (one) => [sum(new TextDecoder().decode(bytesOf(one))), sum(new TextDecoder().decode(bytesOf(one).buffer))],
    decodeStream: (one) => [streamed(one, false), streamed(one, true)],
    digest: (one) => [digestOf([bytesOf(one)], input.key), digestOf([textOf(one)], input.key)],
    digestPieces: (one) => digestOf(piecesOf(one), input.key),
    digestWithKey: (one) => digestOf(['message'], bytesOf(one)),
    escape: (one) => sum(t.querystring.escape(textOf(one))),
    unescape: (one) => [
      sum(t.querystring.unescape(encodeURIComponent(textOf(one)))),
      sum(t.querystring.unescape(textOf(one))),
    ],
    parseLong: (one) => {
      const escaped = encodeURIComponent(textOf(one));
      const parsed = t.querystring.parse(`a=${escaped}&${escaped}=b&c=d`);
      return [sum(parsed.a), Object.keys(parsed).map(sum), parsed.c];
    },
    parseMany: (one) => {
      const parsed = t.querystring.parse(pairsOf(one.size, 'k'));
      const keys = Object.keys(parsed);
      return [keys.length, keys.filter((key) => `k${parsed[key]}` !== key)];
    },
    parseRepeated: (one) => {
      const value = t.querystring.parse(pairsOf(one.size, 'a')).a;
      return Array.isArray(value) ? sum(value.join()) : value;
    },
    stringifyLong: (one) => sum(t.querystring.stringify({ a: textOf(one), b: [textOf(one), 'c'] })),
    stringifyMany: (one) => {
      const object: { [key: string]: string } = {};
      const values: string[] = [];
      for (let i = 0; i < one.size; i++) object[`k${i}`] = `${i}`;
      for (let i = 0; i < one.size; i++) values.push(`${i}`);
      // In any order, which the oldest engine gives its own.
      const pairs = t.querystring.stringify(object).split('&').sort();
      return [sum(pairs.join('&')), sum(t.querystring.stringify({ a: values }))];
    },
  };
  const came: { [size: string]: unknown } = {};
  input.sizes.forEach((one) => {
    came[`of ${one.size}`] = t.attempt(() => operations[input.does](one));
  });
  return came;
};

/** The oracles are the same functions of this process. */
export const atSizes: Law<AtSizes> = example({
  input: orderOf,
  probe: atEach,
  expect: (data) => record(atEach(copied(orderOf(data)), TOOLS)),
});
