/** What is read and listed of headers, apart from what other requirements judge. */
import { isDeepStrictEqual } from 'node:util';
import { encode, show } from '../../../../language/encoding.js';
import { type Expectation, satisfies } from '../../../../language/expectation.js';
import type { HeaderLine } from '../../../support/header-lines.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (pair: unknown): string => String(listOf(pair)[0]).toLowerCase();

const byName = (pairs: readonly unknown[]): readonly unknown[] =>
  pairs.toSorted((a, b) => (nameOf(a) === nameOf(b) ? 0 : nameOf(a) < nameOf(b) ? -1 : 1));

/** Of raw pairs those of some names, in lower case: in the order of the lines, or in any order but that of lines of one name. */
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

/** What is wrong with a list, which must have each of these names once, and none of the absent ones. */
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

/** Of joined values, whether a blank follows each sign, and a sign the last value, is another requirement's concern. */
export const unsigned = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/([,;]) /g, '$1').replace(/[,;]$/, '') : text;
