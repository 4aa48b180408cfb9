/** Lines of text for a terminal: colours, labels, breaking. */
import type { VerdictKind } from './model.js';
import { printable } from './printable.js';
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
export const painting =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;

/** Columns of text beside a label. */
const TEXT_WIDTH = 88;
/** Lines of an observed or expected value before it is cut off; the other formats have it in full. */
const VALUE_LINES = 5;

/** Breaks sentences at spaces. */
export const PROSE = new RegExp(`\\S.{0,${TEXT_WIDTH - 1}}(?=\\s|$)|\\S{1,${TEXT_WIDTH}}`, 'gu');
/** Breaks values anywhere, so that each of their characters is seen. */
const VALUE = new RegExp(`.{1,${TEXT_WIDTH}}`, 'gu');

export const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length));

/** A label and, beside it, a text of few lines; nothing for a text that is not there. */
export function labelled(label: string, text: string | undefined, paint: Paint, breaks = VALUE): readonly string[] {
  if (text === undefined) return [];
  const lines = linesOf(text, breaks);
  const rest = lines.length - VALUE_LINES;
  const kept = rest > 1 ? [...lines.slice(0, VALUE_LINES), paint('faint', `… ${counted(rest, 'more line')}`)] : lines;
  return kept.map((line, at) => `  ${paint('faint', (at === 0 ? label : '').padEnd(9))} ${line}`);
}

/** A text's lines, none wider than a screen; characters that a terminal would obey are spelled out. */
export function linesOf(text: string, breaks: RegExp): readonly string[] {
  return printable(text)
    .replaceAll('\t', '\\t')
    .split('\n')
    .flatMap((line) => line.match(breaks) ?? ['']);
}
