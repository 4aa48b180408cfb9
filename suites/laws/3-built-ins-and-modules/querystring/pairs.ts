/** Pairs of keys and values, which query strings are made of. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';

export type Pair = readonly [key: string, value: string];

export interface Delimiters {
  readonly separator: string;
  readonly equal: string;
}

/**
 * Names that objects have from the beginning are tested apart. Where a key begins with `$`, the tagged encoding minds the
 * order of the keys, in which engines differ.
 */
const isApart = (key: string): boolean => key in Object.prototype || key.startsWith('$');

const key = fc
  .oneof(fc.constantFrom('', 'a', 'b', 'c', 'a b', '0', 'é'), unicodeText(6))
  .filter((drawn) => !isApart(drawn));

/** Up to eight pairs; keys are often the same. */
export const anyPairs: fc.Arbitrary<Pair[]> = fc.array(fc.tuple(key, unicodeText(8)), { maxLength: 8 });

/** Delimiters that `encodeURIComponent` leaves in no text, of one character and of several. */
export const anyDelimiters: fc.Arbitrary<Delimiters> = fc.constantFrom(
  { separator: '&', equal: '=' },
  { separator: ';', equal: ':' },
  { separator: ',', equal: '=>' },
  { separator: '&&', equal: ':=' },
  { separator: '$', equal: '^' },
  { separator: '|', equal: '?' },
  { separator: '\n', equal: '\t' },
  { separator: '[]', equal: '\\' },
  { separator: 'é', equal: '→' },
  { separator: '😀', equal: '€€' },
);

/** An object of the pairs: a key that repeats has an array of its values in their order. */
export function together(pairs: readonly Pair[]): { [key: string]: string | string[] } {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}
