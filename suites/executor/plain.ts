/** Reads values in the tagged encoding. */

import type { Plain, PlainObject } from '../../spec/types/requirement.js';
import type { ValueType } from '../language/expectation.js';
import { isList, isObject } from '../language/plain.js';

export const plainItems = (value: Plain | undefined): readonly Plain[] | undefined =>
  isList(value) ? value : undefined;

/** Parsed JSON text consists of plain values; `undefined` for any other text. */
export function parsedPlain(text: string): Plain | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tag of an object with a single `$…` key. */
function tagOf(value: PlainObject): string | undefined {
  const [key, ...more] = Object.keys(value);
  return more.length === 0 && key?.startsWith('$') === true ? key : undefined;
}

const TYPES: { readonly [tag: string]: ValueType } = {
  $undefined: 'undefined',
  $number: 'number',
  $bigint: 'bigint',
  $buffer: 'Buffer',
  $bytes: 'Uint8Array',
  $arrayBuffer: 'ArrayBuffer',
  $view: 'view',
  $error: 'Error',
  $function: 'function',
  $symbol: 'symbol',
  $date: 'Date',
  $repeat: 'string',
  $object: 'object',
};

export function plainType(value: Plain): ValueType {
  if (isList(value)) return 'array';
  if (isObject(value)) return TYPES[tagOf(value) ?? '$object'] ?? 'object';
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    default:
      return 'string';
  }
}

/** A member of an object; `undefined` without it. */
export function fieldOf(value: Plain | undefined, name: string): Plain | undefined {
  if (!isObject(value)) return undefined;
  if (tagOf(value) === undefined) return Object.hasOwn(value, name) ? value[name] : undefined;
  const pairs = plainItems(value.$object) ?? [];
  return plainItems(pairs.find((pair) => plainItems(pair)?.[0] === name))?.[1];
}

/** The items of a list that a value has under a name. */
export const listIn = (of: Plain | undefined, name: string): readonly Plain[] => plainItems(fieldOf(of, name)) ?? [];

/** A number, in either spelling. NaN is a number, but between no two numbers. */
export function numberOf(value: Plain): number | undefined {
  if (typeof value === 'number') return value;
  if (!isObject(value) || tagOf(value) !== '$number') return undefined;
  return value.$number === '-0' ? -0 : Number(value.$number);
}

/** JSON that is the same for equal values, whatever the order of their members. */
export const canonicalJson = (value: Plain): string =>
  JSON.stringify(value, (_, of: unknown) =>
    typeof of === 'object' && of !== null && !Array.isArray(of)
      ? Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
      : of,
  );
