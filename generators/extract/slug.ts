import { type InlinePiece, normalisedText, withoutParentheses } from './text.js';

/** Few enough that no slug can contain a sentence of a document. */
const HEADING_WORDS = 7;
/** The number of words that name a row whose first cell has no code. */
const CELL_WORDS = 5;

/** Lower case, humps of camelCase split, runs of all other characters to one hyphen: `SharedDict` to `shared-dict`. */
export function slugOf(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const firstWords = (text: string, count: number): string => text.split(/\s+/).slice(0, count).join(' ');

/** Slug of a heading, without its parenthesised parts. */
export function headingSlug(pieces: readonly InlinePiece[]): string {
  return slugOf(firstWords(normalisedText(withoutParentheses(pieces)), HEADING_WORDS));
}

/** Slug of a first cell without a signature: its first code span, otherwise its first words. */
export function cellSlug(pieces: readonly InlinePiece[]): string {
  const code = pieces.find((piece) => piece.kind === 'code');
  if (code !== undefined) return slugOf(firstWords(code.text, HEADING_WORDS));
  return slugOf(firstWords(normalisedText(pieces), CELL_WORDS));
}
