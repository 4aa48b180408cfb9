/**
 * One axis for bytes or texts: sizes on both sides of those of blocks, buffers and pages.
 *
 * Steps can use `$size`, and of that size `$text`, `$bytes`, `$buf` and `$inner`, a part of `$outer`. `$half` is half the
 * size, `$twice` double the size plus one. `$by2`, `$by4` and `$by8` are the largest multiples below it, and `$pieces` have
 * that size.
 */
import { ordering, type StepOrder, type StepsRow } from '../../language/steps.js';
import type { Law } from '../../language/trial.js';
import { through } from './steps.js';

const around = (border: number): number[] => [border - 1, border, border + 1];

/** From none on, near powers of two up to 64 KiB, near thirteen and a thousand; then a mebibyte. */
const SIZES: readonly number[] = [
  ...[0, 1, 2, 3, 1_048_576],
  ...[8, 13, 16, 32, 64, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 65_536].flatMap(around),
].sort((a, b) => a - b);

const CHARACTERS = [...'Aé€😀\0ÿࠀ𐀀zߞ퟿\u{10ffff}/Ж中🚀qñ☃𝄞!'];
const TEXT = Uint8Array.from(Buffer.from(CHARACTERS.join('')));
const BYTES = Uint8Array.from({ length: 51 }, (_, i) => 37 * i + 11);

/**
 * The repeated unit of 51 bytes, which share no factor with any limit: characters of every length, any bytes, or characters
 * of one byte, which engines treat specially.
 */
const UNITS = {
  utf8: TEXT,
  hex: BYTES,
  base64: BYTES,
  base64url: BYTES,
  latin1: BYTES,
  ascii: BYTES.map((byte) => byte & 0x7f),
} as const;

type UnitEncoding = keyof typeof UNITS;

/** How a text is made: repeated, joined from pieces, or sliced from a longer one. */
const WAYS = ['repeated', 'joined', 'cut'] as const;

/** The repeated unit, and the rest of the size. */
function sized(size: number, encoding: UnitEncoding) {
  const unit = UNITS[encoding];
  const times = Math.floor(size / unit.length);
  const left = size - times * unit.length;
  return { unit, times, rest: encoding === 'utf8' ? wholeCharacters(left) : unit.slice(0, left) };
}

/** As many characters as fit, filled up with ASCII. */
function wholeCharacters(size: number): Uint8Array<ArrayBuffer> {
  let text = '';
  for (const character of CHARACTERS) if (Buffer.byteLength(text + character) <= size) text += character;
  return Uint8Array.from(Buffer.from(text.padEnd(text.length + size - Buffer.byteLength(text), 'x')));
}

/** Steps for each size up to a limit. */
interface AtSizes extends StepsRow {
  /** The default is utf8. */
  readonly encoding?: UnitEncoding;
  /** The defaults are 0 and 8,193. */
  readonly atLeast?: number;
  readonly upTo?: number;
  /** Whether sizes are lengths of pieces, at least one, that this number of bytes is divided into. */
  readonly inPiecesOf?: number;
  /** Whether so many pairs are made: `$pairs` and, of one key, `$repeats`, as texts, and `$object` and `$values`. */
  readonly pairs?: boolean;
  /** More sizes near blocks of this number of bytes. */
  readonly block?: number;
  readonly algorithm?: string;
}

/** How the subjects are made, each from those before it. */
const MAKERS: StepOrder['make'] = [
  ['text', { make: ['text', '$unitText', '$times', '$restText', '$way'] }],
  ['bytes', { make: ['repeat', '$unit', '$times', '$rest'] }],
  ['buf', ['Buffer', 'from', '$bytes']],
  ['outer', ['Buffer', 'concat', ['$three', '$bytes', '$two']]],
  ['inner', ['$outer', 'subarray', 3, '$size+3']],
  ['whole', { make: ['repeat', '$wholeUnit', '$wholeTimes', '$wholeRest'] }],
  ['pieces', { make: ['pieces', '$whole', '$size'] }],
];

/** Only the subjects that the steps use are made, and those that these need. */
function makersFor({ make, steps }: StepsRow) {
  let text = JSON.stringify([make, steps]);
  const mentioned = MAKERS.toReversed().filter(([name, step]) => {
    const isMentioned = text.includes(`$${name}`);
    if (isMentioned) text += JSON.stringify(step);
    return isMentioned;
  });
  return mentioned.toReversed();
}

const pairsOf = (count: number) => {
  const values = Array.from({ length: count }, (_, i) => `${i}`);
  return {
    values,
    object: Object.fromEntries(values.map((value) => [`k${value}`, value])),
    pairs: values.map((value) => `k${value}=${value}`).join('&'),
    repeats: values.map((value) => `a=${value}`).join('&'),
  };
};

function ordersOf(data: AtSizes): { readonly [size: string]: StepOrder } {
  const { encoding = 'utf8', atLeast = 0, upTo = 8193, inPiecesOf, block, pairs = false, algorithm } = data;
  const around = [-17, -16, -9, -8, -1, 0, 1];
  const blocks = block === undefined ? [] : [1, 2, 3].flatMap((n) => around.map((more) => n * block + more));
  const least = inPiecesOf === undefined ? atLeast : 1;
  const limit = Math.min(upTo, inPiecesOf ?? upTo);
  const sizes = [...new Set([...SIZES, ...blocks])].filter((size) => size >= least && size <= limit);
  const { unit: wholeUnit, times: wholeTimes, rest: wholeRest } = sized(inPiecesOf ?? 0, encoding);
  const wholes = { wholeUnit, wholeTimes, wholeRest, three: new Uint8Array(3), two: new Uint8Array(2) };
  const order = ordering(data, makersFor(data));
  const orders = sizes.map((size, i): [string, StepOrder] => {
    const { unit, times, rest } = sized(size, encoding);
    const [unitText, restText] = [unit, rest].map((one) => Buffer.from(one).toString(encoding));
    // The three sizes near each limit are made in another way for the next limit.
    const way = WAYS[(i + Math.floor(i / 3)) % 3];
    const parts = { half: size >> 1, twice: 2 * size + 1, by2: size & ~1, by4: size & ~3, by8: size & ~7 };
    const made = { size, encoding, algorithm, unit, times, rest, unitText, restText, way, ...parts, ...wholes };
    return [`of ${size}`, { ...order({ ...made, ...(pairs ? pairsOf(size) : {}) }), sums: true }];
  });
  return Object.fromEntries(orders);
}

export const atSizes: Law<AtSizes> = through(ordersOf);
