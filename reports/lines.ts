/** Lines of text for a terminal: colours, labels, breaking. */
import type { VerdictKind } from './model.js';
import { printableText } from './printable.js';
import { counted } from './wording.js';

export type Style = VerdictKind | 'strong' | 'faint';
export type Paint = (style: Style, text: string) => string;

/** Parameters of the ANSI "select graphic rendition" sequence. */
const STYLES: { readonly [Name in Style]: string } = {
  violates: '31',
  inconclusive: '35',
  deviates: '33',
  conforms: '32',
  recorded: '36',
  'not-applicable': '2',
  strong: '1',
  faint: '2',
};

/** Colours texts, or leaves them as they are. */
const painting =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;

/** The abilities of the place where lines are shown. */
export interface Display {
  /** Whether to use ANSI colours. */
  readonly colour: boolean;
  /** Lines are broken to fit into this many columns. Without it, as in a pipe or a file, they are not broken. */
  readonly columns?: number | undefined;
}

/** Where lines are shown. */
export interface Screen extends Pick<Display, 'columns'> {
  readonly paint: Paint;
}

export const screenOf = ({ colour, columns }: Display): Screen => ({ paint: painting(colour), columns });

/** With fewer columns than this, lines are not broken any further. */
const LEAST_COLUMNS = 24;
/** The least number of columns for a text, whatever is before it. */
const LEAST_TEXT = 12;
/** Columns before the text beside a label. */
const LABELLED = 12;
/** The most lines of an observed or expected value, and the most characters of an unbroken one. The other formats have it in full. */
const VALUE_LINES = 5;
const VALUE_LENGTH = 440;

/** Sentences are broken at spaces; values anywhere, so that every character is visible. */
type Breaks = 'words' | 'anywhere';

export const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length));

/** The beginning of a line that fits into the columns; all of it without a limit. */
export const shortened = (text: string, room: number | undefined): string =>
  room === undefined || text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;

/** A label with a text of few lines beside it; empty for an absent text. */
export function labelled(
  label: string,
  text: string | undefined,
  { paint, columns }: Screen,
  breaks: Breaks = 'anywhere',
): readonly string[] {
  if (text === undefined) return [];
  const lines = brokenLines(text, breaks, columns, LABELLED).map((line) => (breaks === 'words' ? line : bounded(line)));
  const rest = lines.length - VALUE_LINES;
  const kept = rest > 1 ? [...lines.slice(0, VALUE_LINES), paint('faint', `… ${counted(rest, 'more line')}`)] : lines;
  return kept.map((line, at) => `  ${paint('faint', (at === 0 ? label : '').padEnd(LABELLED - 3))} ${line}`);
}

const bounded = (line: string): string =>
  line.length <= VALUE_LENGTH
    ? line
    : `${line.slice(0, VALUE_LENGTH)}… ${counted(line.length - VALUE_LENGTH, 'more character')}`;

/** The lines of a text, broken to fit into the columns behind the `indent`. Characters that control a terminal are spelled out. */
export function brokenLines(text: string, breaks: Breaks, columns?: number, indent = 0): readonly string[] {
  const lines = printableText(text).replaceAll('\t', '\\t').split('\n');
  if (columns === undefined) return lines;
  const pattern = PATTERNS[breaks](Math.max(Math.max(columns, LEAST_COLUMNS) - indent, LEAST_TEXT));
  return lines.flatMap((line) => line.match(pattern) ?? ['']);
}

const PATTERNS: { readonly [breaks in Breaks]: (width: number) => RegExp } = {
  words: (width) => new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'gu'),
  anywhere: (width) => new RegExp(`.{1,${width}}`, 'gu'),
};
