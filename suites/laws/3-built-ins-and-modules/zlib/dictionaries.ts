/** 3/zlib-options-and-constants/dictionary, for decompressing; what compresses with it is judged with the other options. */
import { type DataKind, dataOf } from './data.js';
import { inFormat, onStreams, type Stream, type Unpacking } from './decompressing.js';
import { type Made, meaningOf, rawOf } from './streams.js';
import { wrapped } from './writer.js';

interface WithDictionary extends Unpacking {
  readonly data: DataKind;
  readonly size: number;
  readonly dictionary: number;
  readonly dictionaryAs?: string;
  readonly made?: Made;
}

/** The stream of Node, which begins with what the dictionary ends with. */
function made({ member, data, size, dictionary, made: how = {} }: WithDictionary) {
  const preset = Buffer.from(dataOf(data, dictionary));
  const content = Buffer.concat([preset.subarray(-Math.min(size, dictionary)), dataOf(data, size)]);
  const raw = rawOf(content, how, preset);
  const { windowBits } = how;
  const around = { dictionary: preset, ...(windowBits === undefined ? {} : { windowBits }) };
  return { preset, content, bytes: member === 'inflateSync' ? wrapped(raw, content, around) : raw };
}

/** The dictionary is given, as bytes of any kind. */
export const unpacksBy = onStreams<WithDictionary>('the data that the stream holds', (of) => {
  const { preset, content, bytes } = made(of);
  const dictionary = of.dictionaryAs === undefined ? preset : { seenBy: of.dictionaryAs, bytes: preset };
  return [
    { name: `by a dictionary of ${preset.length} bytes`, bytes, dictionary, meaning: { data: content, rest: 0 } },
  ];
});

/** What is given in its place; nothing where there is no dictionary. */
const INSTEAD = {
  nothing: () => undefined,
  'first-byte': (preset: Buffer) => Buffer.from([(preset[0] ?? 0) ^ 1, ...preset.subarray(1)]),
  'last-byte': (preset: Buffer) => Buffer.from([...preset.subarray(0, -1), (preset.at(-1) ?? 0) ^ 128]),
  shorter: (preset: Buffer) => preset.subarray(8),
  longer: (preset: Buffer) => Buffer.concat([preset, Buffer.from('x')]),
  'one-byte': () => Buffer.from('x'),
  'turned-round': (preset: Buffer) => Buffer.from(preset).reverse(),
} as const;

type Instead = WithDictionary & { readonly instead: keyof typeof INSTEAD };

/** Another dictionary: it is refused where the formats make nothing of the stream with it. */
export const missesDictionary = onStreams<Instead>('a refusal', (of) => {
  const { preset, bytes } = made(of);
  const dictionary = INSTEAD[of.instead](preset);
  if (meaningOf(of.member, bytes, dictionary) !== 'nothing')
    throw new Error('the stream can be read without its dictionary');
  const stream: Stream = { name: `${of.instead} instead of the dictionary`, bytes, meaning: 'nothing' };
  return [dictionary === undefined ? stream : { ...stream, dictionary }];
});

/** A dictionary that the stream does not need. */
export const ignoresDictionary = onStreams<WithDictionary>(
  'a refusal, or the data that the stream holds',
  ({ member, data, size, dictionary }) => {
    const content = dataOf(data, size);
    const bytes = inFormat(member, rawOf(content, {}), content);
    return [
      { name: 'with a dictionary', bytes, dictionary: dataOf(data, dictionary), meaning: { data: content, rest: 0 } },
    ];
  },
  true,
);
