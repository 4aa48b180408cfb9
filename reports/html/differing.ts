/** What of two texts differs, word by word. */

export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** A word, blanks, or one sign. Long words are compared in parts. */
const TOKEN = /[\p{L}\p{N}_$]{1,32}|\s+|[\s\S]/gu;
const WORD = /[\p{L}\p{N}_$]/u;

/** Most pairs of tokens that are looked at; beyond, all that is between the common beginning and end counts as different. */
const MOST = 250_000;

/** The pieces of both texts; none differs where the texts are the same, or have few words in common. */
export function differing(one: string, other: string): readonly [readonly Piece[], readonly Piece[]] {
  const [left, right] = [one.match(TOKEN) ?? [], other.match(TOKEN) ?? []];
  const common = commonOf(left, right);
  if (one === other || !isMuch(common, left, right))
    return [[{ text: one, differs: false }], [{ text: other, differs: false }]];
  const kept = withoutGlue(common, left, right);
  const [ofLeft, ofRight] = [kept.map(([i]) => i), kept.map(([, j]) => j)];
  const [ends, otherEnds] = [endsOf(left, ofLeft), endsOf(right, ofRight)];
  return [
    piecesOf(left, ofLeft, isPart(right, left) ? otherEnds : undefined),
    piecesOf(right, ofRight, isPart(left, right) ? ends : undefined),
  ];
}

const wordsIn = (tokens: readonly string[]): number => tokens.filter((token) => WORD.test(token)).length;

/** Whether one is so much shorter that it tells of a part of the other: an observation stops at the first difference. */
const isPart = (one: readonly string[], other: readonly string[]): boolean => 2 * wordsIn(one) <= wordsIn(other);

/** Tokens in common; a part is compared with the piece of the whole that it tells of alone. */
function commonOf(left: readonly string[], right: readonly string[]): readonly Pair[] {
  if (isPart(right, left)) {
    const [from, to] = windowOf(left, right);
    return commonTokens(left.slice(from, to), right).map(([i, j]): Pair => [i + from, j]);
  }
  if (!isPart(left, right)) return commonTokens(left, right);
  const [from, to] = windowOf(right, left);
  return commonTokens(left, right.slice(from, to)).map(([i, j]): Pair => [i, j + from]);
}

/** How much longer than the part the piece of the whole may be. */
const SLACK = 1.25;

/** Where the first word of the part stands in the whole, and about as much behind it. */
function windowOf(whole: readonly string[], part: readonly string[]): readonly [number, number] {
  const word = part.find((token) => WORD.test(token)) ?? '';
  const from = Math.max(0, whole.indexOf(word));
  return [from, from + Math.ceil(SLACK * part.length) + 8];
}

/** Words before the first token that both have, and behind the last one. */
interface Ends {
  readonly head: number;
  readonly tail: number;
}

const endsOf = (tokens: readonly string[], common: readonly number[]): Ends => ({
  head: wordsIn(tokens.slice(0, common[0])),
  tail: wordsIn(tokens.slice((common.at(-1) ?? -1) + 1)),
});

/** Least share of the shorter text's words that both have; below, marks would cover nearly all of it. */
const SHARE = 0.4;

function isMuch(common: readonly Pair[], left: readonly string[], right: readonly string[]): boolean {
  const shared = wordsIn(common.map(([i]) => left[i] ?? ''));
  return shared > 0 && shared >= SHARE * Math.min(wordsIn(left), wordsIn(right));
}

type Pair = readonly [number, number];

/** Words that agree say more than signs that do. */
const weightOf = (token: string): number => (WORD.test(token) ? 4 : 1);

/** A heaviest common subsequence, as pairs of places. */
function commonTokens(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const least = Math.min(left.length, right.length);
  let start = 0;
  while (start < least && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < least - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  // Signs alone may belong to anything.
  if (wordsIn(left.slice(left.length - end)) === 0) end = 0;
  const middle = between(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return [
    ...Array.from({ length: start }, (_, i): Pair => [i, i]),
    ...middle.map(([i, j]): Pair => [i + start, j + start]),
    ...Array.from({ length: end }, (_, i): Pair => [left.length - end + i, right.length - end + i]),
  ];
}

function between(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const [rows, columns] = [left.length, right.length];
  if (rows * columns === 0 || rows * columns > MOST) return [];
  // weights[i * (columns + 1) + j]: the most that what follows i and j has in common.
  const weights = new Uint16Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number): number => weights[i * (columns + 1) + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      weights[i * (columns + 1) + j] = Math.max(
        left[i] === right[j] ? at(i + 1, j + 1) + weightOf(left[i] ?? '') : 0,
        at(i + 1, j),
        at(i, j + 1),
      );
  const pairs: Pair[] = [];
  // Where it is all the same, the shorter one goes on, so that its tokens find their first counterparts.
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (left[i] === right[j] && at(i, j) === at(i + 1, j + 1) + weightOf(left[i] ?? '')) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) === at(i, j + 1) ? rows <= columns : at(i + 1, j) > at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Signs and blanks alone between two differences belong to them: spots of sameness are hard to read. */
function withoutGlue(common: readonly Pair[], left: readonly string[], right: readonly string[]): readonly Pair[] {
  const runs: Pair[][] = [];
  for (const pair of common) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && last[0] + 1 === pair[0] && last[1] + 1 === pair[1]) runs.at(-1)?.push(pair);
    else runs.push([pair]);
  }
  return runs
    .filter((run) => {
      const [first, last] = [run[0], run.at(-1)];
      const atEdge =
        first?.[0] === 0 || first?.[1] === 0 || last?.[0] === left.length - 1 || last?.[1] === right.length - 1;
      return atEdge || run.length > 2 || run.some(([i]) => WORD.test(left[i] ?? ''));
    })
    .flat();
}

/** With `opposite`, of a text that the other tells a part of: before and behind what both have no more words are marked than there. */
function piecesOf(tokens: readonly string[], common: readonly number[], opposite?: Ends): readonly Piece[] {
  const same = new Set(common);
  const [first, last] = [common[0] ?? 0, common.at(-1) ?? 0];
  const [start, end] =
    opposite === undefined
      ? [0, tokens.length]
      : [startOf(tokens, first, opposite.head), endOf(tokens, last, opposite.tail)];
  const pieces: { text: string; readonly differs: boolean }[] = [];
  for (const [i, token] of tokens.entries()) {
    const differs = !same.has(i) && i >= start && i < end;
    const before = pieces.at(-1);
    if (before?.differs === differs) before.text += token;
    else pieces.push({ text: token, differs });
  }
  return pieces;
}

/** Where the last so many words before this place begin. */
function startOf(tokens: readonly string[], place: number, words: number): number {
  let [at, left] = [place, words];
  while (at > 0 && left > 0) {
    at -= 1;
    if (WORD.test(tokens[at] ?? '')) left -= 1;
  }
  return at;
}

/** Where the first so many words behind this place end. */
function endOf(tokens: readonly string[], place: number, words: number): number {
  let [at, left] = [place + 1, words];
  while (at < tokens.length && left > 0) {
    if (WORD.test(tokens[at] ?? '')) left -= 1;
    at += 1;
  }
  return at;
}
