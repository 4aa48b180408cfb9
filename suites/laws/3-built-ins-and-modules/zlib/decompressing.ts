/** 3/zlib-module/zlib-inflate-sync, 3/zlib-module/zlib-inflate-raw-sync */
import { example } from '../../../language/law.js';
import {
  about,
  type Call,
  type Calls,
  called,
  checked,
  demand,
  gave,
  isRefused,
  type Outcome,
  type Seen,
} from './calling.js';
import { type DataKind, dataOf } from './data.js';
import {
  type Inflater,
  type Made,
  type Meaning,
  meaningOf,
  type Rare,
  rare,
  rawOf,
  type WrongRaw,
  wrong,
} from './streams.js';
import { wrapped } from './writer.js';

/** A stream, what it is, and what must come of it: its data, nothing, or undefined where nobody can say. */
export interface Stream {
  readonly name: string;
  /** Given as an option, bytes or what sees them. */
  readonly dictionary?: Uint8Array | Seen;
  readonly bytes: Uint8Array;
  readonly meaning: Meaning | undefined;
}

export interface Unpacking {
  readonly member: Inflater;
  /** A kind of view. */
  readonly as?: string;
  /** Several are tried one after the other. */
  readonly options?: readonly { readonly [option: string]: number }[];
}

interface Data {
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly made?: Made;
}

export const inFormat = (member: Inflater, raw: Uint8Array, data: Uint8Array, windowBits?: number): Buffer =>
  member === 'inflateRawSync' ? Buffer.from(raw) : wrapped(raw, data, windowBits === undefined ? {} : { windowBits });

const streamsOf = ({ member, data, sizes, made = {} }: Data & Unpacking): readonly Stream[] =>
  sizes.map((size) => {
    const content = dataOf(data, size);
    const bytes = inFormat(member, rawOf(content, made), content, made.windowBits);
    return { name: `${size} bytes`, bytes, meaning: { data: content, rest: 0 } };
  });

/** Windows of the raw operation are negative. */
function optionsFor(member: Inflater, { windowBits, ...options }: { readonly [option: string]: number }): object {
  if (windowBits === undefined) return options;
  return { ...options, windowBits: member === 'inflateRawSync' ? -windowBits : windowBits };
}

function callsOf(streams: readonly Stream[], { member, as, options = [] }: Unpacking): Calls {
  const given = Object.fromEntries(streams.map(({ bytes }, i) => [`given${i}`, bytes]));
  const calls = streams.flatMap(({ dictionary }, i): Call[] => {
    const data = as === undefined ? `$given${i}` : { seenBy: as, bytes: `$given${i}` };
    const preset = dictionary === undefined ? {} : { dictionary };
    if (options.length === 0 && dictionary === undefined) return [{ member, data }];
    const all = options.length === 0 ? [{}] : options;
    return all.map((own) => ({ member, data, options: { ...optionsFor(member, own), ...preset } }));
  });
  return { given, calls };
}

/** What an outcome must be. */
export function demandMeaning(outcome: Outcome | undefined, meaning: Meaning | undefined): void {
  if (meaning === undefined) return;
  if (meaning === 'nothing') demand(isRefused(outcome), 'the call is not refused');
  else demand(gave(outcome).equals(meaning.data), 'the call gives other data');
}

/** A law of streams that are all put to one operation. */
export const onStreams = <D extends Unpacking>(name: string, of: (data: D) => readonly Stream[], mayRefuse = false) =>
  example({
    input: (data: D): Calls => callsOf(of(data), data),
    probe: called,
    expect: (data: D) => {
      const streams = of(data);
      const times = Math.max(1, data.options?.length ?? 0);
      return checked(name, streams.length * times, (outcomes) => {
        outcomes.forEach((outcome, i) => {
          const stream = streams[Math.floor(i / times)];
          const by = data.options === undefined ? '' : ` with ${JSON.stringify(data.options[i % times])}`;
          if (!mayRefuse || !isRefused(outcome))
            about(`${stream?.name}${by}`, () => demandMeaning(outcome, stream?.meaning));
        });
      });
    },
  });

/** Streams of Node, and of blocks that are written one by one. */
export const unpacks = onStreams<Data & Unpacking>('the data that the streams hold', streamsOf);

export const unpacksPerhaps = onStreams<Data & Unpacking>(
  'a refusal, or the data that the streams hold',
  streamsOf,
  true,
);

/** Streams that no compressor makes. */
export const unpacksRare = onStreams<Unpacking & { readonly rare: Rare }>(
  'the data that the stream holds',
  ({ member, rare: name }) => {
    const raw = rare(name);
    const meaning = meaningOf('inflateRawSync', raw);
    if (meaning === undefined || meaning === 'nothing') throw new Error(`${name} holds nothing`);
    return [{ name, bytes: inFormat(member, raw, meaning.data), meaning }];
  },
);

/** Streams of which RFC 1951 makes nothing. */
export const refusesRaw = onStreams<Unpacking & { readonly wrong: WrongRaw }>(
  'a refusal',
  ({ member, wrong: name }) => [{ name, bytes: inFormat(member, wrong(name), Buffer.alloc(0)), meaning: 'nothing' }],
);

/** Bytes as they are, as hexadecimal digits. */
export const refuses = onStreams<Unpacking & { readonly bytes: string }>('a refusal', ({ member, bytes: digits }) => {
  const bytes = Buffer.from(digits, 'hex');
  if (meaningOf(member, bytes) !== 'nothing') throw new Error(`${digits} is something to ${member}`);
  return [{ name: 'the bytes', bytes, meaning: 'nothing' }];
});

/** Options that are outside the limits, of a stream that is right. */
export const refusesOptions = onStreams<Data & Unpacking>('a refusal', (data) =>
  streamsOf(data).map((stream) => ({ ...stream, meaning: 'nothing' })),
);

/** What is done to each stream of the same few bytes, every part of which is tried. */
const DAMAGES = {
  cut: (stream: Buffer) =>
    Array.from(stream, (_, i): [string, Buffer] => [`the first ${i} bytes`, stream.subarray(0, i)]),
  flipped: (stream: Buffer) =>
    Array.from({ length: stream.length * 8 }, (_, bit): [string, Buffer] => {
      const changed = Buffer.from(stream);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return [`bit ${bit & 7} of byte ${bit >> 3} turned`, changed];
    }),
  removed: (stream: Buffer) =>
    Array.from(stream, (_, i): [string, Buffer] => [
      `without byte ${i}`,
      Buffer.concat([stream.subarray(0, i), stream.subarray(i + 1)]),
    ]),
  doubled: (stream: Buffer) =>
    Array.from(stream, (_, i): [string, Buffer] => [
      `with byte ${i} twice`,
      Buffer.concat([stream.subarray(0, i + 1), stream.subarray(i)]),
    ]),
  followed: (stream: Buffer) =>
    TRAILERS.map((trailer): [string, Buffer] => [
      `with ${trailer.length} bytes behind`,
      Buffer.concat([stream, trailer]),
    ]),
} as const;

const TRAILERS = [
  Buffer.from([0]),
  Buffer.from([255]),
  Buffer.from('0300', 'hex'),
  Buffer.alloc(4),
  Buffer.alloc(1023, 7),
  Buffer.alloc(1024, 7),
  Buffer.alloc(5000, 1),
];

type Damaged = Data & Unpacking & { readonly by: keyof typeof DAMAGES };

/** What was damaged is what RFC 1950 and RFC 1951 make of it; it is refused where they make nothing of it. */
export const damaged = onStreams<Damaged>('what is left of the streams', (of) =>
  streamsOf(of).flatMap(({ bytes }) =>
    DAMAGES[of.by](Buffer.from(bytes)).map(([name, changed]) => ({
      name,
      bytes: changed,
      // Read when it is judged, and not when it is put to the target, too.
      get meaning() {
        return meaningOf(of.member, changed);
      },
    })),
  ),
);

/** Every number but the right one in a part of the header. */
const PARTS = {
  method: (raw: Buffer, data: Buffer) => others(16, 8).map((method) => wrapped(raw, data, { method })),
  window: (raw: Buffer, data: Buffer) =>
    others(16, -1)
      .slice(8)
      .map((more) => wrapped(raw, data, { windowBits: more + 8 })),
  check: (raw: Buffer, data: Buffer) => {
    const right = wrapped(raw, data);
    return others(32, (right[1] ?? 0) & 31).map((check) => {
      const changed = Buffer.from(right);
      changed[1] = ((changed[1] ?? 0) & 0xe0) | check;
      return changed;
    });
  },
} as const;

const others = (count: number, but: number): readonly number[] =>
  Array.from(Array(count).keys()).filter((one) => one !== but);

export const refusesHeaders = onStreams<Data & Unpacking & { readonly part: keyof typeof PARTS }>(
  'a refusal',
  ({ data, sizes, part }) =>
    sizes.flatMap((size) => {
      const content = dataOf(data, size);
      return PARTS[part](rawOf(content, {}), content).map((bytes, i) => ({
        name: `the ${part} number ${i}`,
        bytes,
        meaning: 'nothing' as const,
      }));
    }),
);
