/**
 * Characters that would be invisible, reorder the text around them, drive a terminal, or that XML 1.0 forbids: controls
 * except tab and line feed, bidirectional and zero-width marks, line separators, the byte order mark, noncharacters and
 * lone surrogates.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\p{Surrogate}]/gu;

/** The text with every unprintable character spelled out as `\x1b` or `\u202e`; tabs and line feeds stay. */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** The same on a single line: tabs and line feeds are spelled out too. */
export function printableLine(text: string): string {
  return printableText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The same for a log of a CI system, which must find no command in it. */
export const printableInLog = (text: string): string => withoutCommands(printableText(text));

/**
 * Text of a log in which GitHub Actions finds no command, whatever a target said: it obeys `::NAME::` behind nothing but blanks, and
 * `##[NAME]` anywhere.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a').replaceAll('##[', '\\x23#[');

function escaped(character: string): string {
  if (character === '\r') return '\\r';
  const hex = character.charCodeAt(0).toString(16);
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
}
