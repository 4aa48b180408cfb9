/** What is read and listed of headers, without what other requirements judge. */
import { isDeepStrictEqual } from 'node:util';
import { encode, show } from '../../../../language/encoding.js';
import { type Expectation, satisfies } from '../../../../language/expectation.js';
import type { HeaderLine } from '../../../support/header-lines.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (pair: unknown): string => String(listOf(pair)[0]).toLowerCase();

const byName = (pairs: readonly unknown[]): readonly unknown[] =>
  pairs.toSorted((a, b) => (nameOf(a) === nameOf(b) ? 0 : nameOf(a) < nameOf(b) ? -1 : 1));

/** Raw pairs of some names, in lower case: in the order of the lines, or in any order that keeps lines of one name in order. */
export const pairsAmong = (
  lines: readonly HeaderLine[],
  isOwn = (name: string): boolean => lines.some((line) => nameOf(line) === name),
  ordered = (pairs: readonly unknown[]): readonly unknown[] => byName(pairs),
): Expectation =>
  satisfies(`${show(encode(lines), 200)} among others`, (pairs) => {
    const want = ordered(lines);
    const got = ordered(listOf(pairs).filter((pair) => isOwn(nameOf(pair))));
    const at = want.findIndex((line, i) => !isDeepStrictEqual(got[i], line));
    if (at >= 0) return `${show(encode(got[at]))} is in the place of ${show(encode(want[at]))}`;
    return got.length === want.length || 'there are more';
  });

/** The mistakes of a list, which must have each of these names once, and none of the absent ones. */
export function wrongIn(
  found: readonly unknown[],
  names: readonly string[],
  absent: readonly string[] = [],
): true | string {
  const wrong = names.find((name) => found.filter((one) => one === name).length !== 1);
  if (wrong !== undefined) return `${wrong} is listed not once`;
  const there = absent.find((name) => found.includes(name));
  return there === undefined || `${there} is listed`;
}

/** Other requirements judge whether a space follows each separator of joined values, and a separator the last value. */
export const unsigned = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/([,;]) /g, '$1').replace(/[,;]$/, '') : text;
