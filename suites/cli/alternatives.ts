/** The alternatives in the braces of a glob. */

/** One alternative of one pair of braces. */
export interface Alternative {
  /** The whole glob, with this alternative in place of its braces. */
  readonly glob: string;
  /** The alternatives of braces inside it. */
  readonly inner: readonly Alternative[];
}

/** A character, with a backslash before it if there is one. */
const CHARACTER = /\\[\s\S]|[\s\S]/g;

/** The alternatives of each pair of braces that has some; empty if the braces of a glob do not match. Parentheses and brackets are kept. */
export function globAlternatives(glob: string): readonly Alternative[] {
  let depth = 0;
  for (const [character] of glob.matchAll(CHARACTER)) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return [];
  }
  return depth === 0 ? choices(glob, (text) => text) : [];
}

/** The alternatives in a part of a glob; `around` returns the whole glob with another text in place of the part. */
function choices(part: string, around: (text: string) => string): readonly Alternative[] {
  const found: Alternative[] = [];
  let depth = 0;
  /** Places of the outermost braces and their commas. */
  let places: number[] = [];
  for (const { 0: character, index } of part.matchAll(CHARACTER)) {
    if (character === '{') depth += 1;
    if (depth === 1 && character === '{') places = [index];
    else if (depth === 1 && /^[,}]$/.test(character)) places.push(index);
    if (character === '}') depth -= 1;
    if (depth === 0 && character === '}') found.push(...chosenAt(places, part, around));
  }
  return found;
}

/** Braces without a comma, such as those of a range, have no alternatives. */
function chosenAt(places: readonly number[], part: string, around: (text: string) => string): readonly Alternative[] {
  const [start = 0, end = 0] = [places[0], places.at(-1)];
  const [open, close] = places.length > 2 ? ['', ''] : ['{', '}'];
  const within = (text: string): string =>
    around(`${part.slice(0, start)}${open}${text}${close}${part.slice(end + 1)}`);
  return places.slice(1).flatMap((to, i) => {
    const one = part.slice((places[i] ?? 0) + 1, to);
    const inner = choices(one, within);
    return places.length > 2 ? [{ glob: within(one), inner }] : inner;
  });
}
