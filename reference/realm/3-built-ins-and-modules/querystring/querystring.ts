import { allocate, lengthOf } from '../../support/bytes.js';
import {
  define,
  each,
  getProperty,
  growing,
  hasOwn,
  isArray,
  isFiniteNumber,
  isNotANumber,
  keysOf,
  max,
  min,
  OwnTypeError,
  optionNamed,
  push,
  trunc,
} from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import {
  charCodeAt,
  indexOf,
  isAscii,
  join,
  repeat,
  replaceRuns,
  slice,
  split,
  textOf,
  uriComponent,
} from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import { hexByte } from '../buffer/encodings.js';

type Coder = (text: string) => unknown;

/** 3/limits/querystring-parse */
const defaultMaxKeys = 1000;

const defaultSeparator = '&';
const defaultEqual = '=';

const methods = {
  /** 3/query-string-module/querystring-parse. A value that is not a string gives no keys. */
  parse(string: unknown, separator?: unknown, equal?: unknown, options?: unknown): object {
    const result = {};
    if (typeof string !== 'string') return result;
    const sign = delimiter(equal, defaultEqual);
    const decode = coder(options, 'decodeURIComponent', 'unescape');
    const pairs = split(string, delimiter(separator, defaultSeparator));
    const count = min(pairs.length, keyLimit(options));
    for (let at = 0; at < count; at += 1) {
      const pair = pairs[at] ?? '';
      if (pair === '') continue;
      const end = indexOf(pair, sign);
      const key = end < 0 ? pair : slice(pair, 0, end);
      const value = end < 0 ? '' : slice(pair, end + sign.length);
      append(result, decoded(decode, key), decoded(decode, value));
    }
    return result;
  },

  /** 3/query-string-module/querystring-stringify. A value that is not an object gives an empty string. */
  stringify(object: unknown, separator?: unknown, equal?: unknown, options?: unknown): string {
    const sign = delimiter(equal, defaultEqual);
    const between = delimiter(separator, defaultSeparator);
    const encode = coder(options, 'encodeURIComponent', 'escape');
    if (typeof object !== 'object' || object === null) return '';
    const pairs = growing<string>();
    each(keysOf(object), (key) => {
      each(valuesOf(getProperty(object, key)), (item) =>
        push(pairs, textOf(encode(key)) + sign + encoded(encode, item)),
      );
    });
    return join(pairs, between);
  },

  /** 3/query-string-module/querystring-escape */
  escape(string: unknown): string {
    return uriComponent(wellFormed(textOf(string)));
  },

  /** 3/query-string-module/querystring-unescape. A plus sign is a space; a percent sign without two digits is kept. */
  unescape(string: unknown): string {
    return unescaped(wellFormed(textOf(string)));
  },
};

/** For `r.args`, which is parsed the same way. */
export const { parse } = methods;

/** 3/query-string-module: the object behind `import … from 'querystring'`. */
export const querystring: object = {};
defineMethods(querystring, {
  ...methods,
  /** 3/query-string-module/querystring-decode */
  decode: methods.parse,
  /** 3/query-string-module/querystring-encode */
  encode: methods.stringify,
});

function delimiter(value: unknown, fallback: string): string {
  const text = value === undefined || value === null ? '' : textOf(value);
  return text === '' ? fallback : text;
}

/** The function in the options, or the module's current one, which a script may have replaced. */
function coder(options: unknown, option: string, method: string): Coder {
  const given = optionNamed(options, option);
  const chosen: unknown = given === undefined ? getProperty(querystring, method) : given;
  if (isCoder(chosen)) return chosen;
  throw new OwnTypeError(given === undefined ? `${method} is not a function` : `option ${option} is not a function`);
}

/** The highest number of pairs to read; an empty pair counts, too. */
function keyLimit(options: unknown): number {
  const given = optionNamed(options, 'maxKeys');
  if (given === undefined) return defaultMaxKeys;
  if (typeof given !== 'number' || isNotANumber(given)) throw new OwnTypeError('maxKeys is not a number');
  const limit = trunc(given);
  return limit > 0 ? limit : Infinity;
}

function isCoder(value: unknown): value is Coder {
  return typeof value === 'function';
}

/** Defines its properties, because a key may be the name of an inherited member such as `__proto__`. */
function append(result: object, key: string, value: string): void {
  const earlier: unknown = hasOwn(result, key) ? getProperty(result, key) : undefined;
  if (earlier === undefined) define(result, key, value);
  else if (isArray(earlier)) define(earlier, earlier.length, value);
  else define(result, key, [earlier, value]);
}

function valuesOf(value: unknown): readonly unknown[] {
  return isArray(value) ? value : [value];
}

function decoded(decode: Coder, text: string): string {
  return text === '' ? '' : textOf(decode(text));
}

/** Strings, finite numbers and booleans are encoded; other values become empty. */
function encoded(encode: Coder, value: unknown): string {
  switch (typeof value) {
    case 'number':
      return isFiniteNumber(value) ? textOf(encode(`${value}`)) : '';
    case 'string':
    case 'boolean':
    case 'bigint':
      return textOf(encode(`${value}`));
    default:
      return '';
  }
}

/** Replaces each lone surrogate, which UTF-8 cannot encode, by U+FFFD. */
function wellFormed(text: string): string {
  return isAscii(text) ? text : decodeUtf8(encodeUtf8(text));
}

/** Plus signs are spaces; each run of escapes is UTF-8. */
function unescaped(text: string): string {
  const spaced = indexOf(text, '+') < 0 ? text : replaceRuns(text, isPlus, (signs) => repeat(' ', signs.length));
  let result = '';
  let from = 0;
  for (let at = indexOf(spaced, '%'); at >= 0; ) {
    const bytes = escapedBytes(spaced, at);
    const size = lengthOf(bytes) * 3;
    if (size > 0) {
      result += slice(spaced, from, at) + decodeUtf8(bytes);
      from = at + size;
    }
    at = indexOf(spaced, '%', max(from, at + 1));
  }
  return from === 0 ? spaced : result + slice(spaced, from);
}

function isPlus(unit: number): boolean {
  return unit === 0x2b;
}

/** The bytes of a run of escapes, each a percent sign and two digits; empty if the text continues with something else. */
function escapedBytes(text: string, from: number): Uint8Array {
  const bytes = allocate(escapesAt(text, from));
  const count = lengthOf(bytes);
  for (let index = 0; index < count; index += 1) bytes[index] = hexByte(text, from + index * 3 + 1) ?? 0;
  return bytes;
}

function escapesAt(text: string, from: number): number {
  let at = from;
  while (at + 2 < text.length && charCodeAt(text, at) === 0x25 && hexByte(text, at + 1) !== undefined) at += 3;
  return (at - from) / 3;
}
