/**
 * Unprintable characters: they are invisible, reorder the text around them, control a terminal, or are forbidden by XML 1.0. They are
 * controls except tab and line feed, bidirectional and zero-width marks, line separators, the byte order mark, noncharacters and lone
 * surrogates.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for controls
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\p{Surrogate}]/gu;

/** The text with every unprintable character spelled out as `\x1b` or `\u202e`; tabs and line feeds stay. */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** The same on a single line: tabs and line feeds are spelled out too. */
export function printableLine(text: string): string {
  return printableText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The same for a log of a CI system, which must not find commands in it. */
export const printableInLog = (text: string): string => withoutCommands(printableText(text));

/**
 * Text of a log without commands of GitHub Actions, whatever a target wrote: Actions obeys `::NAME::` after nothing but blanks, and
 * `##[NAME]` anywhere.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a').replaceAll('##[', '\\x23#[');

function escaped(character: string): string {
  if (character === '\r') return '\\r';
  const hex = character.charCodeAt(0).toString(16);
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
}
