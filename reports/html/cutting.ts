/** Shortens long texts for display: nobody reads a megabyte, and browsers take long to lay one out. */

/** The most characters of a value that are shown. */
const MOST = 20_000;
/** Characters that are shown before the first difference and behind the last one. */
const AROUND = 1000;
/** The most characters of a one-line summary. */
const LINE = 300;

export interface Cut {
  readonly text: string;
  /** The number of characters left out at each end. */
  readonly before: number;
  readonly after: number;
}

/** The texts; if one of them is too long, only the part in which they differ. */
export function cut(texts: readonly string[]): readonly Cut[] {
  if (texts.every(({ length }) => length <= MOST)) return texts.map((text) => ({ text, before: 0, after: 0 }));
  const [one = '', other = one] = texts;
  const [start, end] = one === other ? [0, 0] : commonEnds(one, other);
  const from = Math.max(0, start - AROUND);
  return texts.map((text) => {
    const to = Math.min(text.length, from + MOST, end === 0 ? text.length : text.length - end + AROUND);
    return { text: text.slice(from, to), before: from, after: text.length - to };
  });
}

/** How many characters or words two texts share at the beginning and at the end. */
export function commonEnds(one: ArrayLike<string>, other: ArrayLike<string>): readonly [start: number, end: number] {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [start, end];
}

/** The beginning of a text in a line. */
export const inLine = (text: string, most = LINE): string => (text.length > most ? `${text.slice(0, most)}…` : text);
