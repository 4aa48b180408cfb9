/** Copies and comparisons with the result of the tagged encoding, without encoding. Oracles use them for every input. */
import type { Plain } from '../../spec/types/requirement.js';
import { decode, encode, same } from './encoding.js';

/** Levels of lists and objects that are inspected here; the encoding ends soon below them. */
const MOST_LEVELS = 16;

/** Equals `decode(encode(value))`, which shares no memory with the value. */
export const copy = (value: unknown): unknown => {
  const made = copyOf(value, 0);
  return made === UNSURE ? decode(encode(value)) : made;
};

/** Whether `plain` is the tagged form of the value: `same(encode(value), plain)`. */
export const isFormOf = (plain: Plain, value: unknown): boolean =>
  isSurelyFormOf(plain, value, 0) || same(encode(value), plain);

/** Means that the encoding must make the copy. */
const UNSURE = Symbol('unsure');

function copyOf(value: unknown, level: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? null : copyOfObject(value, level);
    default:
      return UNSURE;
  }
}

function copyOfObject(value: object, level: number): unknown {
  if (level > MOST_LEVELS) return UNSURE;
  if (isList(value)) {
    const items: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      const item = copyOf(value[i], level + 1);
      if (item === UNSURE) return UNSURE;
      items.push(item);
    }
    return items;
  }
  if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? Buffer.from(value) : Uint8Array.from(value);
  if (!isPlainObject(value)) return UNSURE;
  const out: { [key: string]: unknown } = {};
  for (const key of Object.keys(value)) {
    const of = key === '__proto__' ? UNSURE : copyOf(value[key], level + 1);
    if (of === UNSURE) return UNSURE;
    out[key] = of;
  }
  return out;
}

/** `false` if it is not, or if only the encoding can decide. */
function isSurelyFormOf(plain: Plain, value: unknown, level: number): boolean {
  if (typeof value !== 'object' || value === null) return plain === value && !Object.is(value, -0);
  if (level > MOST_LEVELS || typeof plain !== 'object' || plain === null) return false;
  if (isList(value)) {
    if (!isList(plain) || plain.length !== value.length) return false;
    for (let i = 0; i < value.length; i++) {
      const item = plain[i];
      if (item === undefined || !isSurelyFormOf(item, value[i], level + 1)) return false;
    }
    return true;
  }
  if (isList(plain)) return false;
  if (value instanceof Uint8Array) return same(encode(value), plain);
  if (!isPlainObject(value)) return false;
  const keys = Object.keys(value);
  if (Object.keys(plain).length !== keys.length) return false;
  for (const key of keys) {
    const isSpelt = key.charAt(0) === '$' || key === '__proto__' || key === 'constructor';
    const of = isSpelt || !Object.hasOwn(plain, key) ? undefined : plain[key];
    if (of === undefined || !isSurelyFormOf(of, value[key], level + 1)) return false;
  }
  return true;
}

function isList(value: unknown): value is readonly unknown[];
function isList(value: Plain): value is readonly Plain[];
function isList(value: unknown): boolean {
  return Array.isArray(value);
}

const isPlainObject = (value: object): value is { readonly [key: string]: unknown } =>
  Object.getPrototypeOf(value) === Object.prototype;
