/** 3/text-decoder: TextDecoder. The oracles are vectors and Node's own TextDecoder. */
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes, cutInPieces, unicodeText, type ViewKind, viewOf } from '../../support/arbitraries.js';
import { differential, type Tools } from '../../support/differential.js';

type Flags = { readonly fatal?: boolean; readonly ignoreBOM?: boolean };

/** An argument of `decode`: a part of a typed array, or unchanged data; without options if `stream` is omitted. */
interface Chunk {
  readonly data: unknown;
  readonly part?: readonly [from: number, to: number];
  readonly stream?: boolean | undefined;
}

/** `chunks` of each of some decoders. */
type DecoderOrder = { readonly options: Flags; readonly chunks: readonly (readonly Chunk[])[] };

/** For each decoder the texts of its streams, each ending with a final chunk; or the chunk that it refused, and how. */
const decoded = ({ options, chunks }: DecoderOrder, t: Tools): unknown =>
  chunks.map((all) => {
    const decoder = new TextDecoder('utf-8', options);
    const ends: unknown[] = [];
    let text = '';
    const refused = all.findIndex((chunk) => {
      const data = chunk.part === undefined ? chunk.data : t.invoke(chunk.data, 'subarray', chunk.part);
      const args = chunk.stream === undefined ? [data] : [data, { stream: chunk.stream }];
      const outcome = t.attempt(() => t.invoke(decoder, 'decode', args));
      text += outcome[1];
      if (outcome[0] === 'returned' && chunk.stream) return false;
      ends.push(outcome[0] === 'returned' ? text : outcome[1]);
      text = '';
      return outcome[0] === 'threw';
    });
    return { ends, refused };
  });

/** Ways to pass data: at once, in a view's part, three times, cut around each byte, byte by byte, with an empty end. */
const WAYS = {
  whole: (data) => [[{ data }]],
  part: (data) => [[{ data: Uint8Array.of(0x61, 0xff, ...data, 0x62), part: [2, 2 + data.length] }]],
  thrice: (data) => [[{ data }, { data }, { data }]],
  cuts: (data) =>
    Array.from({ length: 2 * data.length + 2 }, (_, i) => {
      const [first, rest] = [data.slice(0, i >> 1), data.slice(i >> 1)];
      return [{ data: first, stream: true }, i % 2 ? { data: rest } : { data: rest, stream: false }];
    }),
  bytes: (data) => [
    [...Array.from(data, (byte) => ({ data: Uint8Array.of(byte), stream: true })), { data: new Uint8Array() }],
  ],
  end: (data) => [[{ data, stream: true }, { data: new Uint8Array() }]],
} satisfies { readonly [way: string]: (data: Uint8Array) => Chunk[][] };

/** From `chunks` or `bytes` in hex, or the UTF-8 of `text`. The result is `text`, or a TypeError at the last chunk. */
interface DecoderVector extends Flags {
  readonly bytes?: string;
  readonly chunks?: readonly string[];
  readonly text?: string;
  readonly by?: keyof typeof WAYS;
  readonly refused?: boolean;
}

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const utf8 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));

const orderOf = ({ bytes: hex, chunks, text = '', by = 'whole', fatal = false, ignoreBOM = false }: DecoderVector) => {
  const inStream = chunks?.map((chunk, i): Chunk => ({ data: fromHex(chunk), stream: i < chunks.length - 1 }));
  const whole = hex === undefined ? utf8(text) : fromHex(hex);
  return { options: { fatal, ignoreBOM }, chunks: inStream === undefined ? WAYS[by](whole) : [inStream] };
};

export const vector = example({
  input: orderOf,
  probe: decoded,
  expect: (of) => {
    const textsOf = (all: readonly Chunk[]) => all.filter(({ stream }) => !stream).map(() => of.text);
    const refused = (all: readonly Chunk[]) => ({ ends: ['TypeError'], refused: all.length - 1 });
    return equal(orderOf(of).chunks.map((all) => (of.refused ? refused(all) : { ends: textsOf(all), refused: -1 })));
  },
});

/** Whole characters of each length, incomplete ones, and bytes that are never a character. */
const PARTS = [
  '61', 'c3a9', 'e282ac', 'f09f9880', 'ed9fbf', 'ee8080', 'f48fbfbf', '00',
  'c3', 'e2', 'e282', 'f0', 'f09f', 'f09f98', 'ed', 'ef', 'e0', 'f4',
  '80', 'bf', 'a0', 'c0', 'c1', 'f5', 'fe', 'ff', 'eda080', 'c080', 'e09fbf', 'f08080', 'f49080',
] as const; // biome-ignore format: a table

const anyByte = fc.integer({ min: 0x100, max: 0x1ff }).map((n) => n.toString(16).slice(1));
const piece = fc.oneof(fc.constantFrom(...PARTS), anyByte);

/** None is a byte order mark. */
export const tangledBytes: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .array(piece, { maxLength: 12 })
  .map((parts) => Uint8Array.from(Buffer.from(parts.join('').replaceAll('efbbbf', '61'), 'hex')));

/** `tangled`: well-formed and malformed sequences meet; `cut`: divided into chunks; `streams`: several on one decoder. */
interface ChunkDraw extends Flags {
  readonly of: 'text' | 'tangled' | 'array-buffer' | 'view';
  readonly view?: ViewKind;
  readonly cut?: 'stream' | 'streams';
}

const drawn = ({ of, view = 'Uint8Array', cut }: ChunkDraw): fc.Arbitrary<Chunk[][]> => {
  const data = of === 'tangled' ? tangledBytes : unicodeText(30).map(utf8);
  const stream = fc
    .tuple(cutInPieces(data), fc.constantFrom(undefined, false))
    .map(([pieces, last]) => pieces.map((data, i): Chunk => ({ data, stream: i < pieces.length - 1 || last })));
  if (cut === 'stream') return stream.map((chunks) => [chunks]);
  if (cut === 'streams') return fc.array(stream, { minLength: 1, maxLength: 4 }).map((streams) => [streams.flat()]);
  if (of === 'array-buffer') return fc.oneof(bytes(40), data).map((all) => [[{ data: all.buffer }]]);
  if (of !== 'view') return data.map((all) => [[{ data: all }]]);
  const parts = fc.tuple(viewOf(view), fc.nat({ max: 8 }), fc.nat({ max: 8 }));
  return parts.map(([all, a, b]) => [[{ data: all }], [{ data: all, part: [Math.min(a, b), Math.max(a, b)] }]]);
};

export const decodes = differential(
  ({ fatal = false, ignoreBOM = false, ...of }: ChunkDraw) =>
    drawn(of).map((chunks): DecoderOrder => ({ options: { fatal, ignoreBOM }, chunks })),
  decoded,
);
