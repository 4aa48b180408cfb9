/** 3/zlib-module/zlib-inflate-sync, 3/zlib-module/zlib-inflate-raw-sync, and their dictionaries. */
import { type DataKind, dataOf } from '../../support/compressible.js';
import { changed, EVERYWHERE } from '../../support/damages.js';
import { type Format, inFormat, type Made, meaningOf, once, rawOf, stored } from '../../support/deflate.js';
import { demand } from '../../support/demands.js';
import { type Call, calling, eachOf, type Refused } from './calls.js';

export type Inflater = 'inflateSync' | 'inflateRawSync';

export const formatOf = (member: Inflater): Format => (member === 'inflateSync' ? 'zlib' : 'raw');

/** A call that decompresses; `meaning` is worked out when it is judged. */
export interface Unpacked extends Call {
  readonly member: Inflater;
  readonly meaning: () => Buffer | 'nothing' | undefined;
}

/** The data that each stream holds are given, and what holds none is refused, unless a case says otherwise; where the oracles disagree either will do. */
export const holding = (calls: readonly Unpacked[], { refused }: { readonly refused?: Refused }) =>
  eachOf(
    'the data that the streams hold',
    calls,
    (result, { meaning }) => {
      const right = meaning();
      demand(right === undefined || right === 'nothing' || result.equals(right), 'the data are others');
    },
    ({ meaning }) => {
      if (refused !== undefined) return refused;
      const right = meaning();
      return right === 'nothing' ? 'always' : right === undefined ? 'perhaps' : 'never';
    },
  );

/** Several options are tried one after the other; windows of the raw operation are negative. */
interface Unpacking extends Pick<Call, 'as' | 'dictionaryAs'> {
  readonly member: Inflater;
  readonly options?: readonly { readonly windowBits?: number; readonly [option: string]: number }[];
  readonly refused?: Refused;
}

const withOptions = (
  { member, as, dictionaryAs, options = [] }: Unpacking,
  of: Pick<Unpacked, 'data' | 'dictionary' | 'meaning'>,
): readonly Unpacked[] => {
  const all = options.map(({ windowBits, ...own }) =>
    windowBits === undefined ? own : { ...own, windowBits: member === 'inflateRawSync' ? -windowBits : windowBits },
  );
  return (all.length === 0 ? [undefined] : all).map((one) => ({ member, as, dictionaryAs, ...of, options: one }));
};

/** A stream of data of a kind. With a dictionary the data begin with what that ends with; `needless`: the stream is made without it. */
interface Data extends Unpacking {
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly made?: Made;
  readonly dictionary?: number;
  readonly needless?: true;
}

interface Stream {
  readonly bytes: Buffer;
  readonly content: Buffer;
  readonly preset: Buffer | undefined;
}

const streamsOf = ({ member, data, sizes, made = {}, dictionary, needless }: Data): readonly Stream[] =>
  sizes.map((size) => {
    const preset = dictionary === undefined ? undefined : dataOf(data, dictionary);
    const own = needless ? undefined : preset;
    const content = Buffer.concat([own?.subarray(-Math.min(size, own.length)) ?? Buffer.of(), dataOf(data, size)]);
    const around = { dictionary: own, ...(made.windowBits === undefined ? {} : { windowBits: made.windowBits }) };
    return { bytes: inFormat(formatOf(member), rawOf(content, made, own), content, around), content, preset };
  });

/** Streams of Node, and of blocks that are written one by one. */
export const unpacks = calling(
  (of: Data) =>
    streamsOf(of).flatMap(({ bytes, content, preset }) =>
      withOptions(of, { data: bytes, dictionary: preset, meaning: () => content }),
    ),
  holding,
);

/** What is given in place of a dictionary. */
const INSTEAD = {
  nothing: () => undefined,
  'first-byte': (preset: Buffer) => Buffer.of((preset[0] ?? 0) ^ 1, ...preset.subarray(1)),
  'last-byte': (preset: Buffer) => Buffer.of(...preset.subarray(0, -1), (preset.at(-1) ?? 0) ^ 128),
  shorter: (preset: Buffer) => preset.subarray(8),
  longer: (preset: Buffer) => Buffer.of(...preset, 120),
  'one-byte': () => Buffer.from('x'),
  'turned-round': (preset: Buffer) => Buffer.from(preset).reverse(),
} as const;

/** Another dictionary: the stream is refused where the formats make nothing of it with that. */
export const missesDictionary = calling(
  (of: Data & { readonly instead: keyof typeof INSTEAD }) =>
    streamsOf(of).flatMap(({ bytes, preset = Buffer.of() }) => {
      const dictionary = INSTEAD[of.instead](preset);
      if (meaningOf(formatOf(of.member), bytes, dictionary) !== 'nothing')
        throw new Error('the stream is read without its dictionary');
      return withOptions(of, { data: bytes, dictionary, meaning: () => 'nothing' });
    }),
  (calls) => holding(calls, {}),
);

/** Bytes in hex, so many zeros, or a stored block of data. */
type Part =
  | string
  | { readonly zeros: number }
  | { readonly stored: DataKind; readonly size: number; readonly last?: true };

function bytesOf(part: Part): Uint8Array {
  if (typeof part === 'string') return Buffer.from(part.replaceAll(' ', ''), 'hex');
  return 'zeros' in part ? Buffer.alloc(part.zeros) : stored(dataOf(part.stored, part.size), part.last === true);
}

/** Raw streams byte by byte, in the format of the member unless they are whole: their data are given, or they are refused. */
export const reads = calling(
  ({ member, stream, whole }: Unpacking & { readonly stream: string | readonly Part[]; readonly whole?: true }) => {
    const raw = Buffer.concat([stream].flat().map(bytesOf));
    const data = meaningOf('raw', raw);
    const bytes = whole ? raw : inFormat(formatOf(member), raw, Buffer.isBuffer(data) ? data : Buffer.of());
    const meaning = whole ? meaningOf(formatOf(member), raw) : data;
    if (meaning === undefined) throw new Error('the oracles disagree');
    return withOptions({ member }, { data: bytes, meaning: () => meaning });
  },
  (calls) => holding(calls, {}),
);

/** Besides damages, each other number in the header: of a method, a larger window, and the check bits. */
export const DAMAGES: typeof EVERYWHERE = {
  ...EVERYWHERE,
  method: (of) => others(16).map((bits) => checkedHead(changed(of, 0, bits))),
  window: (of) =>
    others(16)
      .map((bits) => checkedHead(changed(of, 0, bits << 4)))
      .filter(([head = 0]) => head >> 4 > 7),
  check: (of) => others(32).map((bits) => changed(of, 1, bits)),
};
const others = (count: number): readonly number[] => Array.from({ length: count - 1 }, (_, i) => i + 1);
const checkedHead = (of: Buffer): Buffer => {
  const head = ((of[0] ?? 0) << 8) | ((of[1] ?? 0) & 0xe0);
  return Buffer.of(...of.subarray(0, 1), (head & 0xff) + ((31 - (head % 31)) % 31), ...of.subarray(2));
};

/** A damaged stream is what RFC 1950 and RFC 1951 make of it; it is refused where they make nothing of it. */
export const damaged = calling(
  (of: Data & { readonly by: string }) =>
    streamsOf(of).flatMap(({ bytes }) =>
      (DAMAGES[of.by]?.(bytes) ?? []).flatMap((data) =>
        withOptions(of, { data, meaning: once(() => meaningOf(formatOf(of.member), data)) }),
      ),
    ),
  (calls) => holding(calls, {}),
);
