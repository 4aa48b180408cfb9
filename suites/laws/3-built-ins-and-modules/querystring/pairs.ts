/** Pairs of keys and values, which query strings are made of, and arguments drawn for the functions of the module. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';

export type QueryPair = readonly [key: string, value: string];
export type Signs = readonly [separator: string, equal: string];

/**
 * Names that objects have from the beginning are tested apart. Where a key begins with `$`, the tagged encoding minds the
 * order of the keys, in which engines differ.
 */
const key = fc
  .oneof(fc.constantFrom('', 'a', 'b', 'c', 'a b', '0', 'é'), unicodeText(6))
  .filter((drawn) => !(drawn in Object.prototype || drawn.startsWith('$')));

/** Up to eight pairs; keys are often the same. */
const somePairs: fc.Arbitrary<QueryPair[]> = fc.array(fc.tuple(key, unicodeText(8)), { maxLength: 8 });

/** Keys that are whole numbers have an order of their own, which not every engine has alike. */
const someObject = somePairs.map((pairs) => together(pairs.filter(([name]) => !/^\d/.test(name))));

/** Delimiters that `encodeURIComponent` leaves in no text, of one character and of several. */
const someSigns = fc.constantFrom<Signs[]>(
  ...[['&', '='], [';', ':'], [',', '=>'], ['&&', ':='], ['$', '^'], ['|', '?'], ['\n', '\t'], ['[]', '\\'], ['é', '→'], ['😀', '€€']] as const,
); // biome-ignore format: a table

const joined = (pairs: readonly QueryPair[], [separator, equal]: Signs = ['&', '=']): string =>
  pairs.map((pair) => pair.map(encodeURIComponent).join(equal)).join(separator);

/** What parse looks for, in any order; all that is percent-encoded is well-formed. */
export const knots = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'&=++%abé', '😀', '%61', '%26', '%3d', '%2B', '%25', '%C3%A9', '%e2%82%AC', '%zz'),
    unicodeText(2).map(encodeURIComponent),
  ),
  maxLength: 20,
});

/** A key or value as it is written. An empty one need not be given to a function. */
const raw = fc.string({ unit: fc.constantFrom('a', 'b', '+', '%20', '%FF', '%', 'é'), minLength: 1, maxLength: 4 });
const fewPairs = fc.array(fc.constantFrom('a=1', 'b=2', 'c=3', 'a=4'), { maxLength: 12 });
const number = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8),
);

/** Arguments of parse and of stringify. */
export const TEXTS = {
  pairs: somePairs.map((pairs) => [joined(pairs)]),
  between: fc.tuple(somePairs, someSigns).map(([pairs, signs]) => [joined(pairs, signs), ...signs]),
  knots: knots.map((text) => [text]),
  raw: fc.array(fc.tuple(raw, raw), { maxLength: 6 }).map((pairs) => [pairs.map((pair) => pair.join('=')).join('&')]),
  limited: fc
    .tuple(fewPairs, fc.integer({ min: 1, max: 14 }))
    .map(([pairs, maxKeys]) => [pairs.join('&'), null, null, { maxKeys }]),
} as const;
export const OBJECTS = {
  pairs: someObject.map((object) => [object]),
  between: fc.tuple(someObject, someSigns).map(([object, signs]) => [object, ...signs]),
  numbers: fc.array(number, { minLength: 1, maxLength: 5 }).map((all) => [{ one: all[0], all }]),
} as const;

/** An object of the pairs: a key that repeats has an array of its values in their order. */
export function together(pairs: readonly QueryPair[]): { [key: string]: string | string[] } {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}
