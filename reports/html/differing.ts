/** Finds the differences between two texts, word by word. */
import { commonEnds } from './cutting.js';
import { pairsIn, type Span } from './placing.js';

export interface ComparedPiece {
  readonly text: string;
  readonly differs: boolean;
}

/** A word, blanks, or one sign. Long words are compared in parts. */
const TOKEN = /[\p{L}\p{N}_$]{1,32}|\s+|[\s\S]/gu;
const WORD = /[\p{L}\p{N}_$]/u;

/** The most pairs of tokens that are compared. Beyond it, everything between the common beginning and end counts as different. */
const MOST = 250_000;

/**
 * The pieces of both texts. None differs if the texts are the same, or have few words in common. If one text refers to one place in the
 * other, only that place is compared.
 */
export function comparedPieces(
  one: string,
  other: string,
): readonly [readonly ComparedPiece[], readonly ComparedPiece[]] {
  const pairs = pairsIn(one, other);
  if (pairs === undefined) return differingWords(one, other);
  const compared = pairs.map(([place, observation]) => {
    const [left, right] = differingPlaces(
      one.slice(place.from, place.to),
      other.slice(observation.from, observation.to),
    );
    return [
      { ...place, pieces: left },
      { ...observation, pieces: right },
    ] as const;
  });
  return [
    within(
      one,
      compared.map(([left]) => left),
    ),
    within(
      other,
      compared.map(([, right]) => right),
    ),
  ];
}

/** A small place without common words differs as a whole. */
function differingPlaces(one: string, other: string): readonly [readonly ComparedPiece[], readonly ComparedPiece[]] {
  const [left, right] = differingWords(one, other);
  if (one === other || [...left, ...right].some(({ differs }) => differs)) return [left, right];
  return [[{ text: one, differs: true }], [{ text: other, differs: true }]];
}

/** The text with the pieces in their places. */
function within(
  text: string,
  places: readonly (Span & { readonly pieces: readonly ComparedPiece[] })[],
): readonly ComparedPiece[] {
  const all: ComparedPiece[] = [];
  let done = 0;
  for (const { from, to, pieces } of [...places].sort((a, b) => a.from - b.from)) {
    all.push({ text: text.slice(done, from), differs: false }, ...pieces);
    done = to;
  }
  return [...all, { text: text.slice(done), differs: false }].filter((piece) => piece.text !== '');
}

function differingWords(one: string, other: string): readonly [readonly ComparedPiece[], readonly ComparedPiece[]] {
  const [left, right] = [one.match(TOKEN) ?? [], other.match(TOKEN) ?? []];
  const common = commonTokens(left, right);
  if (one === other || !sharesEnough(common, left, right))
    return [[{ text: one, differs: false }], [{ text: other, differs: false }]];
  const kept = withoutSeparators(common, left, right);
  return [
    piecesOf(
      left,
      kept.map(([i]) => i),
    ),
    piecesOf(
      right,
      kept.map(([, j]) => j),
    ),
  ];
}

const wordsIn = (tokens: readonly string[]): number => tokens.filter((token) => WORD.test(token)).length;

/** The least share of the shorter text's words that both must have. Below it, marks would cover nearly all of the text. */
const SHARE = 0.4;

function sharesEnough(common: readonly DifferingPair[], left: readonly string[], right: readonly string[]): boolean {
  const shared = wordsIn(common.map(([i]) => left[i] ?? ''));
  return shared > 0 && shared >= SHARE * Math.min(wordsIn(left), wordsIn(right));
}

type DifferingPair = readonly [number, number];

/** Common words weigh more than common signs. */
const weightOf = (token: string): number => (WORD.test(token) ? 4 : 1);

/** A heaviest common subsequence, as pairs of places. */
function commonTokens(left: readonly string[], right: readonly string[]): readonly DifferingPair[] {
  const [start, sameEnd] = commonEnds(left, right);
  // Signs alone may belong to any part of the text.
  const end = wordsIn(left.slice(left.length - sameEnd)) === 0 ? 0 : sameEnd;
  const middle = between(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return [
    ...Array.from({ length: start }, (_, i): DifferingPair => [i, i]),
    ...middle.map(([i, j]): DifferingPair => [i + start, j + start]),
    ...Array.from({ length: end }, (_, i): DifferingPair => [left.length - end + i, right.length - end + i]),
  ];
}

function between(left: readonly string[], right: readonly string[]): readonly DifferingPair[] {
  const [rows, columns] = [left.length, right.length];
  if (rows * columns === 0 || rows * columns > MOST) return [];
  // weights[i * (columns + 1) + j]: the greatest weight of a common part of the tokens from i and from j.
  const weights = new Uint16Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number): number => weights[i * (columns + 1) + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      weights[i * (columns + 1) + j] = Math.max(
        left[i] === right[j] ? at(i + 1, j + 1) + weightOf(left[i] ?? '') : 0,
        at(i + 1, j),
        at(i, j + 1),
      );
  const pairs: DifferingPair[] = [];
  // With equal weights the shorter text advances, so that its tokens match their first counterparts.
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

/** Merges differences that only signs and blanks separate, since small equal spots are hard to read. */
function withoutSeparators(
  common: readonly DifferingPair[],
  left: readonly string[],
  right: readonly string[],
): readonly DifferingPair[] {
  const runs: DifferingPair[][] = [];
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

function piecesOf(tokens: readonly string[], common: readonly number[]): readonly ComparedPiece[] {
  const same = new Set(common);
  const pieces: { text: string; readonly differs: boolean }[] = [];
  for (const [i, token] of tokens.entries()) {
    const differs = !same.has(i);
    const before = pieces.at(-1);
    if (before?.differs === differs) before.text += token;
    else pieces.push({ text: token, differs });
  }
  return pieces;
}
