import { defineMethods } from '../../support/members.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';

type Coder = (text: string) => unknown;

/** 3/limits/querystring-parse */
const defaultMaxKeys = 1000;

const defaultSeparator = '&';
const defaultEqual = '=';

const methods = {
  /** 3/query-string-module/querystring-parse. What is no string gives no keys. */
  parse(string: unknown, separator?: unknown, equal?: unknown, options?: unknown): object {
    const result = {};
    if (typeof string !== 'string') return result;
    const sign = delimiter(equal, defaultEqual);
    const decode = coder(options, 'decodeURIComponent', 'unescape');
    const pairs = string.split(delimiter(separator, defaultSeparator)).slice(0, keyLimit(options));
    for (const pair of pairs) {
      if (pair === '') continue;
      const [key, value] = halves(pair, sign);
      append(result, decoded(decode, key), decoded(decode, value));
    }
    return result;
  },

  /** 3/query-string-module/querystring-stringify. What is no object gives an empty string. */
  stringify(object: unknown, separator?: unknown, equal?: unknown, options?: unknown): string {
    const sign = delimiter(equal, defaultEqual);
    const between = delimiter(separator, defaultSeparator);
    const encode = coder(options, 'encodeURIComponent', 'escape');
    if (typeof object !== 'object' || object === null) return '';
    const pairs = Object.entries(object).flatMap(([key, value]) =>
      listOf(value).map((item) => `${encode(key)}${sign}${encoded(encode, item)}`),
    );
    return pairs.join(between);
  },

  /** 3/query-string-module/querystring-escape */
  escape(string: unknown): string {
    return encodeURIComponent(wellFormed(`${string}`));
  },

  /** 3/query-string-module/querystring-unescape. A plus sign is a space, a percent sign without two digits itself. */
  unescape(string: unknown): string {
    return wellFormed(`${string}`)
      .replace(/\+/g, ' ')
      .replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => decodeUtf8(bytesOf(escapes)));
  },
};

/** For `r.args`, which is read the same way. */
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
  const text = value === undefined || value === null ? '' : `${value}`;
  return text === '' ? fallback : text;
}

/** The function in the options, else the module's own as it is now: scripts may replace that. */
function coder(options: unknown, option: string, method: string): Coder {
  const given = optionNamed(options, option);
  const chosen: unknown = given === undefined ? Reflect.get(querystring, method) : given;
  if (isCoder(chosen)) return chosen;
  throw new TypeError(`${given === undefined ? method : option} is not a function`);
}

/** Pairs that are read; an empty one counts, too. */
function keyLimit(options: unknown): number {
  const given = optionNamed(options, 'maxKeys');
  if (given === undefined) return defaultMaxKeys;
  if (typeof given !== 'number' || Number.isNaN(given)) throw new TypeError('maxKeys is not a number');
  const limit = Math.trunc(given);
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

function optionNamed(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}

function isCoder(value: unknown): value is Coder {
  return typeof value === 'function';
}

function halves(pair: string, sign: string): [string, string] {
  const at = pair.indexOf(sign);
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + sign.length)];
}

/** Defines what it adds, because a key may be the name of an inherited member such as `__proto__`. */
function append(result: object, key: string, value: string): void {
  const earlier: unknown = Object.hasOwn(result, key) ? Reflect.get(result, key) : undefined;
  const all = earlier === undefined ? value : [...listOf(earlier), value];
  Object.defineProperty(result, key, { value: all, writable: true, enumerable: true, configurable: true });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function decoded(decode: Coder, text: string): string {
  return text === '' ? '' : `${decode(text)}`;
}

/** Strings, finite numbers and booleans have a form in a query string; anything else is empty. */
function encoded(encode: Coder, value: unknown): string {
  const hasForm =
    typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean', 'bigint'].includes(typeof value);
  return hasForm ? `${encode(String(value))}` : '';
}

/** With U+FFFD for each lone surrogate, which UTF-8 cannot hold. */
function wellFormed(text: string): string {
  return decodeUtf8(encodeUtf8(text));
}

function bytesOf(escapes: string): Uint8Array {
  return Uint8Array.from(escapes.slice(1).split('%'), (digits) => Number.parseInt(digits, 16));
}
