/** 3/zlib-module: calls change nothing that they were given, share no memory with it, and leave nothing behind for the next one. */
import { record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { dataOf } from './data.js';
import { rawOf } from './streams.js';
import { wrapped } from './writer.js';

/** An operation with data that it succeeds with. */
interface Operated {
  readonly member: string;
}

const RIGHT = dataOf('words', 300);
const DICTIONARY = dataOf('words', 200);

function dataFor(member: string): Buffer {
  if (member === 'inflateSync') return wrapped(rawOf(RIGHT, {}), RIGHT);
  return member === 'inflateRawSync' ? rawOf(RIGHT, {}, DICTIONARY) : RIGHT;
}

/** The data, the dictionary and the options stay as they were, and so does the result when they or later results change. */
export const keepsApart = example({
  input: ({ member }: Operated) => ({
    member,
    data: dataFor(member),
    options: { chunkSize: 100, ...(member === 'inflateSync' ? {} : { dictionary: DICTIONARY }) },
  }),
  probe: ({ member, data, options }, t) => {
    const text = (of: unknown): string => JSON.stringify(of);
    const given = text([data, options]);
    const first = t.invoke(t.zlib, member, [data, options]);
    const isKept = text([data, options]) === given;
    const before = text(first);
    const second = t.invoke(t.zlib, member, [data, options]);
    const isAlike = text(second) === before;
    const spoil = (bytes: unknown): void => {
      if (bytes instanceof Uint8Array) for (let i = 0; i < bytes.length; i++) bytes[i] = 255 - (bytes[i] || 0);
    };
    spoil(second);
    const isOfItsOwn = text(first) === before && text([data, options]) === given;
    spoil(data);
    spoil(options.dictionary);
    return { isKept, isAlike, isOfItsOwn, isLasting: text(first) === before };
  },
  expect: () => record({ isKept: true, isAlike: true, isOfItsOwn: true, isLasting: true }),
});

/** Result after result, all of which are looked at in the end. */
export const staysRight = example({
  input: ({ member, times }: Operated & { readonly times: number }) => ({
    member,
    data: dataFor(member),
    dictionary: DICTIONARY,
    times,
  }),
  probe: ({ member, data, dictionary, times }, t) => {
    const options = member === 'inflateRawSync' ? { dictionary } : {};
    const text = JSON.stringify(t.invoke(t.zlib, member, [data, options]));
    const others: unknown[] = [];
    for (let i = 0; i < times; i++) {
      // Calls that fail in between leave nothing behind, either.
      t.attempt(() => t.invoke(t.zlib, 'inflateSync', [data, { dictionary }]));
      t.attempt(() => t.invoke(t.zlib, 'deflateSync', [data, { memLevel: 77 }]));
      others.push(t.invoke(t.zlib, member, [data, options]));
    }
    return { wrong: others.filter((one) => JSON.stringify(one) !== text).length };
  },
  expect: () => record({ wrong: 0 }),
});
