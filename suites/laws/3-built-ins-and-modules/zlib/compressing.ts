/** 3/zlib-module/zlib-deflate-sync, 3/zlib-module/zlib-deflate-raw-sync */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { about, type Call, type Calls, called, checked, demand, gave, isRefused, type Outcome } from './calling.js';
import { again, type DataKind, dataOf } from './data.js';
import { type Deflater, demandStream, type Options, optionsFor, type Packed, type Setting } from './judging.js';
import type { RawStream } from './reader.js';

/** Each option as one value or as several, which are crossed with all others. */
type Settings = { readonly [option in keyof Options]: Options[option] | readonly NonNullable<Options[option]>[] };

interface Packing extends Settings {
  readonly member: Deflater;
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly as?: string;
  readonly dictionary?: { readonly data: DataKind; readonly size: number };
  readonly dictionaryAs?: string;
}

const OPTIONS = ['level', 'strategy', 'windowBits', 'memLevel', 'chunkSize'] as const;

function optionSets(settings: Settings): readonly Options[] {
  let sets: readonly Options[] = [{}];
  for (const option of OPTIONS) {
    const said = settings[option];
    const values: readonly Setting[] = said === undefined ? [] : [said].flat();
    if (values.length > 0) sets = sets.flatMap((set) => values.map((value) => ({ ...set, [option]: value })));
  }
  return sets;
}

function packedOf(packing: Packing): readonly Packed[] {
  const { member, data, sizes, as, dictionary, dictionaryAs } = packing;
  const seen = as === undefined ? {} : { as };
  const preset =
    dictionary === undefined
      ? {}
      : {
          dictionary: dataOf(dictionary.data, dictionary.size),
          ...(dictionaryAs === undefined ? {} : { dictionaryAs }),
        };
  return sizes.flatMap((size) =>
    optionSets(packing).map((options) => ({ member, options, data: dataOf(data, size), ...seen, ...preset })),
  );
}

/** Data that several calls share are given once. */
export function callsOf(all: readonly Packed[]): Calls {
  const names = new Map<unknown, string>();
  const named = (value: Uint8Array | string): string => {
    const name = names.get(value) ?? `$given${names.size}`;
    names.set(value, name);
    return name;
  };
  const seen = (bytes: Uint8Array, as: string | undefined): unknown => {
    if (as === undefined) return named(bytes);
    return as === 'text' ? named(Buffer.from(bytes).toString()) : { seenBy: as, bytes: named(bytes) };
  };
  const calls = all.map(({ member, options, data, as, dictionary, dictionaryAs }): Call => {
    const preset = dictionary === undefined ? {} : { dictionary: seen(dictionary, dictionaryAs) };
    const own = { ...optionsFor(member, options), ...preset };
    const call = { member, data: seen(data, as) };
    return Object.keys(own).length === 0 ? call : { ...call, options: own };
  });
  return { given: Object.fromEntries([...names].map(([value, name]) => [name.slice(1), value])), calls };
}

/** What a stream is made of, for reports. */
export const shown = ({ member, options, data, dictionary }: Packed): string => {
  const preset = dictionary === undefined ? '' : ` and a dictionary of ${dictionary.length} bytes`;
  return `${member} of ${data.length} bytes with ${JSON.stringify(options)}${preset}`;
};

const streamsOf = (all: readonly Packed[], outcomes: readonly Outcome[]): readonly RawStream[] =>
  all.map((packed, i) => about(shown(packed), () => demandStream(gave(outcomes[i]), packed)));

/** What must be seen of a stream, because the data are made for it. */
const EFFECTS = {
  smaller: ({ data, length }: RawStream) => length < data.length,
  'use of a dictionary that begins alike': ({ data, length }: RawStream) => length < data.length / 8,
  repeats: ({ blocks }: RawStream) => blocks.some(({ distances }) => distances.size > 0),
  'far repeats': ({ blocks }: RawStream) =>
    blocks.some(({ distances }) => [...distances.keys()].some((one) => one > 1)),
  'fixed codes': ({ blocks }: RawStream) => blocks.some(({ type }) => type === 'fixed'),
  'dynamic codes': ({ blocks }: RawStream) => blocks.some(({ type }) => type === 'dynamic'),
  'several blocks': ({ blocks }: RawStream) => blocks.length > 1,
} as const;

/** Each stream holds its data in the way that its options say. */
export const packs = example({
  input: (packing: Packing & { readonly effects?: readonly (keyof typeof EFFECTS)[] }): Calls =>
    callsOf(packedOf(packing)),
  probe: called,
  expect: ({ effects = [], ...packing }) => {
    const all = packedOf(packing);
    return checked('streams that hold the data as the options say', all.length, (outcomes) => {
      streamsOf(all, outcomes).forEach((stream, i) => {
        for (const effect of effects) demand(EFFECTS[effect](stream), `${shownAt(all, i)} makes no ${effect}`);
      });
    });
  },
});

const shownAt = (all: readonly Packed[], i: number): string =>
  all
    .slice(i, i + 1)
    .map(shown)
    .join();

/** The calls are refused; or, where they may be, what is not refused is right. */
export const packsPerhaps = example({
  input: (packing: Packing): Calls => callsOf(packedOf(packing)),
  probe: called,
  expect: (packing) => {
    const all = packedOf(packing);
    return checked('a refusal, or streams that hold the data', all.length, (outcomes) => {
      all.forEach((packed, i) => {
        // Whatever such values mean, they are none of which something follows.
        const lenient = { ...packed, options: {} };
        if (!isRefused(outcomes[i])) about(shown(packed), () => demandStream(gave(outcomes[i]), lenient));
      });
    });
  },
});

export const refuses = example({
  input: (packing: Packing): Calls => callsOf(packedOf(packing)),
  probe: called,
  expect: (packing) => {
    const all = packedOf(packing);
    return checked('calls that are refused', all.length, (outcomes) => {
      all.forEach((packed, i) => {
        demand(isRefused(outcomes[i]), `${shown(packed)} is not refused`);
      });
    });
  },
});

/** What is counted of a stream. */
const COUNTS = {
  bytes: ({ length }: RawStream) => length,
  blocks: ({ blocks }: RawStream) => blocks.length,
  matches: ({ blocks }: RawStream) =>
    blocks.reduce((sum, { distances }) => sum + [...distances.values()].reduce((one, other) => one + other, 0), 0),
} as const;

/** From one set of options to the next, in their order, there are fewer. */
export const lessens = example({
  input: (packing: Packing & { readonly counts: keyof typeof COUNTS }): Calls => callsOf(packedOf(packing)),
  probe: called,
  expect: ({ counts, ...packing }) => {
    const all = packedOf(packing);
    return checked(`fewer ${counts} each time`, all.length, (outcomes) => {
      const found = streamsOf(all, outcomes).map(COUNTS[counts]);
      found.forEach((count, i) => {
        const before = found[i - 1];
        const wrong = `${shownAt(all, i)} makes ${count} ${counts}, and ${shownAt(all, i - 1)} ${before}`;
        demand(before === undefined || count < before, wrong);
      });
    });
  },
});

export const isConstant = example({
  input: ({ name = '' }: { readonly is: number; readonly name?: string }) => name,
  probe: (name, t) => t.at(`zlib.constants.${name}`),
  expect: ({ is }) => equal(is),
});

/** What is written in different ways, and means the same. */
interface Alike {
  readonly member: Deflater;
  readonly data: DataKind;
  readonly size: number;
  readonly ways: readonly { readonly options?: Plain }[];
}

/** All calls give the same bytes as the one without options. */
export const packsAlike = example({
  input: ({ member, data, size, ways }: Alike): Calls => ({
    given: { data: dataOf(data, size) },
    calls: [{}, ...ways.map(({ options = null }) => ({ options: decode(options) }))].map((way) => ({
      member,
      data: '$data',
      ...way,
    })),
  }),
  probe: called,
  expect: ({ member, data, size, ways }) =>
    checked('the same stream in all ways', ways.length + 1, ([plain, ...others]) => {
      const stream = gave(plain);
      demandStream(stream, { member, options: {}, data: dataOf(data, size) });
      others.forEach((other, i) => {
        about(JSON.stringify(ways[i]), () => demand(gave(other).equals(stream), 'another stream than without options'));
      });
    }),
});

/** What comes again at so much of the window is found; the window is never exceeded. */
export const findsInWindow = example({
  input: (of: InWindow): Calls => callsOf(windowed(of).map(([packed]) => packed)),
  probe: called,
  expect: (of) => {
    const all = windowed(of);
    return checked('matches within the window alone', all.length, (outcomes) => {
      const streams = streamsOf(
        all.map(([packed]) => packed),
        outcomes,
      );
      all.forEach(([packed, isFound], i) => {
        const isShorter = streams.slice(i, i + 1).every(({ length, data }) => length < 0.8 * data.length);
        demand(isShorter === isFound, `${shown(packed)} ${isFound ? 'does not find' : 'finds'} what comes again`);
      });
    });
  },
});

interface InWindow {
  readonly member: Deflater;
  readonly windowBits: number;
}

/** Compressors need some of the window for what lies ahead. */
const windowed = ({ member, windowBits }: InWindow): readonly (readonly [Packed, isFound: boolean])[] => [
  [{ member, options: { windowBits }, data: again(Math.floor(0.45 * 2 ** windowBits), 3) }, true],
  [{ member, options: { windowBits }, data: again(2 ** windowBits + 5, 2) }, false],
];
