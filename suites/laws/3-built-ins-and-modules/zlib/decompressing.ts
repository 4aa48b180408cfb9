/** 3/zlib-module/zlib-inflate-sync, 3/zlib-module/zlib-inflate-raw-sync, and their dictionaries. */
import { type DataKind, dataOf } from '../../support/compressible.js';
import { EVERYWHERE } from '../../support/damages.js';
import {
  type DeflateOptions,
  type Format,
  inFormat,
  meaningOf,
  once,
  rawOf,
  stored,
  type Wrapping,
} from '../../support/deflate.js';
import { demand } from '../../support/demands.js';
import { eachResult, lawOfCalls, type RefusalRule, type ZlibCall, type ZlibOptions } from './calls.js';

export type Inflater = 'inflateSync' | 'inflateRawSync';

export const formatOf = (member: Inflater): Format => (member === 'inflateSync' ? 'zlib' : 'raw');

/** A call that decompresses; `meaning` is computed when it is judged. */
export interface InflateCall extends ZlibCall {
  readonly member: Inflater;
  readonly meaning: () => Buffer | 'nothing' | undefined;
}

/**
 * Each call returns the data of its stream, and refuses a stream without data, unless the case says `refused`. If the
 * oracles disagree, both results are right.
 */
export const holdsData = (calls: readonly InflateCall[], { refused }: { readonly refused?: RefusalRule }) =>
  eachResult(
    'the data that the streams hold',
    calls,
    (result, { meaning }) => {
      const right = meaning();
      demand(right === undefined || right === 'nothing' || result.equals(right), 'the data differs');
    },
    ({ meaning }) => {
      if (refused !== undefined) return refused;
      const right = meaning();
      return right === 'nothing' ? 'always' : right === undefined ? 'perhaps' : 'never';
    },
  );

/** Several options are tested one after the other. */
interface InflateRow extends Pick<ZlibCall, 'as' | 'dictionaryAs'> {
  readonly member: Inflater;
  readonly options?: readonly ZlibOptions[];
  readonly refused?: RefusalRule;
}

const withOptions = (
  { member, as, dictionaryAs, options = [{}] }: InflateRow,
  of: Pick<InflateCall, 'data' | 'dictionary' | 'meaning'>,
): readonly InflateCall[] => options.map((one) => ({ member, as, dictionaryAs, ...of, options: one }));

export const streamOf = (
  member: Inflater,
  content: Buffer,
  made: DeflateOptions,
  dictionary?: Buffer,
  header: Wrapping = {},
): Buffer => {
  const around = { windowBits: made.windowBits, dictionary, ...header };
  return inFormat(formatOf(member), rawOf(content, made, dictionary), content, around);
};

/** Streams of data of a kind. With a dictionary the data begins with its end. */
interface StreamsRow extends InflateRow {
  readonly data: DataKind;
  readonly sizes: readonly number[];
  readonly made?: DeflateOptions;
  readonly dictionary?: number;
  /** The stream is made without the dictionary. */
  readonly needless?: true;
  /** Headers that are tested one after the other. */
  readonly headers?: readonly Wrapping[];
}

interface Stream {
  readonly bytes: Buffer;
  readonly content: Buffer;
  readonly preset: Buffer | undefined;
}

const streamsOf = ({ member, data, sizes, made = {}, dictionary, needless, headers = [{}] }: StreamsRow): Stream[] =>
  sizes.flatMap((size) => {
    const preset = dictionary === undefined ? undefined : dataOf(data, dictionary);
    const own = needless ? undefined : preset;
    const content = Buffer.concat([own?.subarray(-Math.min(size, own.length)) ?? Buffer.of(), dataOf(data, size)]);
    return headers.map((header) => ({ bytes: streamOf(member, content, made, own, header), content, preset }));
  });

/** Streams of Node, and of blocks that are written one by one. */
export const unpacks = lawOfCalls(
  (of: StreamsRow) =>
    streamsOf(of).flatMap(({ bytes, content, preset }) =>
      withOptions(of, { data: bytes, dictionary: preset, meaning: () => content }),
    ),
  holdsData,
);

/** Bytes in hex, a number of zeros, or a stored block of data. */
type DeflatePart =
  | string
  | { readonly zeros: number }
  | { readonly stored: DataKind; readonly size: number; readonly last?: true };

function bytesOf(part: DeflatePart): Uint8Array {
  if (typeof part === 'string') return Buffer.from(part.replaceAll(' ', ''), 'hex');
  return 'zeros' in part ? Buffer.alloc(part.zeros) : stored(dataOf(part.stored, part.size), part.last === true);
}

/** Raw streams byte by byte, in the format of the member: they are decompressed or refused. */
export const reads = lawOfCalls(
  ({ member, stream }: InflateRow & { readonly stream: readonly DeflatePart[] }) => {
    const raw = Buffer.concat(stream.map(bytesOf));
    const meaning = meaningOf('raw', raw);
    if (meaning === undefined) throw new Error('the oracles disagree');
    const data = inFormat(formatOf(member), raw, Buffer.isBuffer(meaning) ? meaning : Buffer.of());
    return withOptions({ member }, { data, meaning: () => meaning });
  },
  (calls) => holdsData(calls, {}),
);

/** A damaged stream is decompressed as RFC 1950 and RFC 1951 define; it is refused if it is invalid by them. */
export const damaged = lawOfCalls(
  (of: StreamsRow & { readonly by: string }) =>
    streamsOf(of).flatMap(({ bytes }) =>
      (EVERYWHERE[of.by]?.(bytes) ?? []).flatMap((data) =>
        withOptions(of, { data, meaning: once(() => meaningOf(formatOf(of.member), data)) }),
      ),
    ),
  (calls) => holdsData(calls, {}),
);
