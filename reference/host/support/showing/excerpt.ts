import type { LineAndColumn } from './places.js';

/** Lines that are shown before and after the line in question. */
const [before, after] = [2, 1] as const;

/** Columns of a line that are shown. */
const widest = 100;

/** How many of them may precede the position. */
const mostInFront = 60;

/** Columns from one tab stop to the next. */
const tabWidth = 4;

/** Units of a line that are examined on each side of the shown part: a minified file has lines of millions. */
const reach = 4 * widest;

/** Line ends, as the engine counts them. */
export const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** The position of a unit in a source. */
export function placeInSource(source: string, unit: number): LineAndColumn {
  const lines = source.slice(0, unit).split(lineEnd);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** How the parts of an excerpt are coloured. */
export interface Colours {
  readonly faint: (text: string) => string;
  readonly loud: (text: string) => string;
}

/** The lines around a position with a caret below the column; empty if the source has no such line. */
export function excerptOf(source: string, { line, column }: LineAndColumn, colours: Colours): string[] {
  const lines = source.split(lineEnd);
  const meant = lines[line - 1];
  if (meant === undefined) return [];
  const first = Math.max(1, line - before);
  const last = Math.min(lines.length, line + after);
  const digits = String(last).length;
  const gutter = (text: string) => colours.faint(`  ${text.padStart(digits)} |`);
  const row = (head: string, text: string) => (text === '' ? head : `${head} ${text}`);
  return lines.slice(first - 1, last).flatMap((text, index) => {
    const number = first + index;
    const head = gutter(String(number));
    if (number !== line) return [row(head, windowOf(text, 0).text)];
    const { text: shown, caret } = windowOf(meant, column - 1);
    return [row(head, shown), row(gutter(''), `${' '.repeat(caret)}${colours.loud('^')}`)];
  });
}

/** A text that is safe to print: it cannot move the cursor or change the terminal. */
export function harmless(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, pictureOf);
}

/** A character as it is shown. */
interface Cell {
  readonly text: string;
  readonly width: number;
  /** The number of units of the line up to its end. */
  readonly end: number;
}

/** The part of a line around a unit, and the number of columns before that unit. */
function windowOf(line: string, unit: number): { readonly text: string; readonly caret: number } {
  const start = wholeFrom(line, Math.max(0, unit - reach));
  const cells = cellsOf(line.slice(start, unit + reach), start);
  const at = cells.findIndex(({ end }) => end > unit);
  const meant = at < 0 ? cells.length : at;
  const isNear = start === 0 && widthOf(cells.slice(0, meant)) <= mostInFront;
  const from = isNear ? 0 : meant - fitting(cells.slice(0, meant).reverse(), mostInFront);
  const end = from + fitting(cells.slice(from), widest);
  const front = start > 0 || from > 0 ? '…' : '';
  const back = end < cells.length || unit + reach < line.length ? '…' : '';
  const shown = cells.slice(from, end).map(({ text }) => text);
  return { text: `${front}${shown.join('')}${back}`, caret: front.length + widthOf(cells.slice(from, meant)) };
}

/** How many of the first characters fit into that many columns. */
function fitting(cells: readonly Cell[], columns: number): number {
  let space = columns;
  const over = cells.findIndex(({ width }) => {
    space -= width;
    return space < 0;
  });
  return over < 0 ? cells.length : over;
}

/** A surrogate pair is not split. */
const wholeFrom = (line: string, unit: number): number => (/[\udc00-\udfff]/.test(line.charAt(unit)) ? unit + 1 : unit);

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cellsOf(line: string, offset: number): readonly Cell[] {
  let column = 0;
  return [...graphemes.segment(line)].map(({ segment, index }) => {
    const text = segment === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : harmless(segment);
    const width = segment === '\t' ? text.length : columnsOf(text);
    column += width;
    return { text, width, end: offset + index + segment.length };
  });
}

/** Characters with two columns in East Asian typography, and emoji. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u;
const nothing = /^[\p{M}\p{Cf}]*$/u;

function columnsOf(text: string): number {
  if (nothing.test(text)) return 0;
  return wide.test(text) ? 2 : 1;
}

/** Control characters have pictures in Unicode; other invisible characters become the replacement character. */
function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (/\p{Cf}/u.test(character) && !bidirectional.test(character)) return character === '\ufeff' ? '' : character;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** They change the order in which a terminal shows the following text. */
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
