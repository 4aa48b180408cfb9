/** Suggestions for an unknown word. */
import { UsageError } from './user-error.js';

/**
 * The number of letters that must be inserted, omitted, replaced or swapped with their neighbour to turn one word into the
 * other. No letter is changed twice (optimal string alignment).
 */
export function distance(one: string, other: string): number {
  let before: readonly number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(row, j - 1) + 1,
        at(last, j) + 1,
        at(last, j - 1) + differs,
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** The candidate with the smallest distance; `undefined` if there are no candidates. */
export function nearestWord(wanted: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly far: number } | undefined;
  for (const candidate of candidates) {
    const far = distance(wanted, candidate);
    if (best === undefined || far < best.far) best = { candidate, far };
  }
  return best?.candidate;
}

/** The most suggestions. */
const MOST = 3;
/** The least letters of a beginning that matches a whole word. */
const BEGINNING = 3;

/**
 * The known words that are close to a word, closest first: a third of the letters may be wrong but not all, or the word is their
 * beginning.
 */
export function closeTo(word: string, known: Iterable<string>): readonly string[] {
  const most = Math.max(1, Math.floor(word.length / 3));
  const lower = word.toLowerCase();
  return [...new Set(known)]
    .map((one) => ({ one, far: farFrom(lower, one.toLowerCase(), most) }))
    .filter(({ one, far }) => far <= most && far < Math.max(word.length, one.length))
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ one }) => one);
}

function farFrom(word: string, known: string, most: number): number {
  if (word.length >= BEGINNING && known.startsWith(word)) return 1;
  return Math.abs(word.length - known.length) > most ? Number.POSITIVE_INFINITY : distance(word, known);
}

/** `; did you mean buffer.**?`, to be added to a complaint about a word; empty if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = closeTo(word, known);
  return near.length === 0 ? '' : `; did you mean ${orList(near)}?`;
}

/** `njs or qjs`; `tap, json or html` */
export const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((text) => text !== '').join(' or ');

/**
 * The text as one of the known values.
 * @throws UsageError with the known values and suggestions
 */
export function knownValue<Known extends string>(option: string, text: string, known: readonly Known[]): Known {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`${option} takes ${orList(known)}, not ${text || "''"}${didYouMean(text, known)}`);
}
