/** Inputs that several laws draw. No text contains a lone surrogate, which the strings of some targets cannot hold. */
import fc from 'fast-check';

/** Bytes from none to `maxLength`. */
export const bytes = (maxLength: number): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.uint8Array({ maxLength }).map((drawn) => Uint8Array.from(drawn));

/** First and last code points of each length in UTF-8, and characters that parsers treat specially. */
const EDGES = [
  '\0', '\t', '\n', ' ', '"', '%', '&', '+', '=', '\\', '\x7f', '\x80', 'ÿ', '\u0100', '\u07ff', '\u0800', '\u2028', '€', '\ud7ff', '\ue000', '\ufffd', '\uffff',
] as const; // biome-ignore format: a list
const ASTRAL_EDGES = ['\u{10000}', '😀', '\u{10ffff}'] as const;

/** Mapped from numbers, because fast-check's own arbitrary of all characters takes a second to build. */
const bmpUnit = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0xffff - 0x800 }).map((n) => String.fromCharCode(n < 0xd800 ? n : n + 0x800)),
);
const unit = fc.oneof(
  { weight: 3, arbitrary: bmpUnit },
  { weight: 1, arbitrary: fc.constantFrom(...ASTRAL_EDGES) },
  { weight: 1, arbitrary: fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) },
);

/** Any characters of one UTF-16 code unit, except the byte order mark, which decoders may drop. */
export const bmpText = (maxLength: number): fc.Arbitrary<string> => joined(bmpUnit, maxLength);

/** Any characters except the byte order mark; `maxLength` counts characters. */
export const unicodeText = (maxLength: number): fc.Arbitrary<string> => joined(unit, maxLength);

const joined = (units: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(units, { maxLength }).map((drawn) => drawn.join('').replaceAll('\ufeff', '\ufeee'));

/** Bytes divided into consecutive pieces at up to five places; pieces may be empty. */
export const cutInPieces = (of: fc.Arbitrary<Uint8Array<ArrayBuffer>>): fc.Arbitrary<Uint8Array<ArrayBuffer>[]> =>
  fc.tuple(of, fc.array(fc.nat(), { maxLength: 5 })).map(([whole, drawn]) => {
    const cuts = drawn.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b);
    return [0, ...cuts].map((from, i) => whole.slice(from, cuts[i]));
  });

const VIEWS = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, Buffer,
} as const; // biome-ignore format: a list
export type ViewKind = keyof typeof VIEWS;
type TypedArray = InstanceType<(typeof VIEWS)[Exclude<ViewKind, 'Buffer'>]>;

/** A typed array of up to eight elements with arbitrary bytes, over its own memory. */
export const viewOf = (kind: ViewKind): fc.Arbitrary<TypedArray> =>
  fc
    .uint8Array({ minLength: 64, maxLength: 64 })
    .chain((drawn) => fc.nat({ max: 8 }).map((length) => over(kind, drawn, length)));

function over(kind: ViewKind, content: Uint8Array, length: number): TypedArray {
  if (kind === 'Buffer') return Buffer.from(content.slice(0, length));
  const Kind = VIEWS[kind];
  return new Kind(content.slice(0, length * Kind.BYTES_PER_ELEMENT).buffer);
}

/** Four elements; no two bytes are equal. */
export const fourElements = (kind: ViewKind): TypedArray => over(kind, Uint8Array.from(Array(33).keys()).slice(1), 4);
