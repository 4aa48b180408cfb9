/** GitHub-flavoured Markdown: text, code and tables without accidental markup, and pages of limited length. */
import { printableLine, printableText } from './printable.js';
import { counted } from './wording.js';

/** A list whose last items are left out and counted if the page would be too long. */
export interface MarkdownListing {
  readonly head: readonly string[];
  readonly items: readonly string[];
  /** The text between two items: list items need a line feed, blocks an empty line. */
  readonly between: '\n' | '\n\n';
  /** The noun for one item. */
  readonly noun: string;
  readonly tail?: readonly string[];
}

export type MarkdownPart = string | MarkdownListing;

/** Bytes for the line that counts what was left out. */
const NOTE = 80;

/**
 * The parts, one below the other, without empty listings. With `most`, items of listings are left out until the page has at most so many
 * bytes. The first listings keep their items longest.
 */
export function page(all: readonly MarkdownPart[], most = Number.POSITIVE_INFINITY): string {
  const parts = all.filter((part) => typeof part === 'string' || part.items.length > 0);
  const fixed = parts.map((part) =>
    typeof part === 'string' ? bytesOf(part) : bytesOf([...part.head, ...(part.tail ?? [])].join('\n\n')) + NOTE,
  );
  let left = most - fixed.reduce((sum, bytes) => sum + bytes + 4, 0);
  const blocks = parts.flatMap((part): readonly string[] => {
    if (typeof part === 'string') return [part];
    const { head, items, between, noun, tail = [] } = part;
    const shown = items.filter((item) => {
      const bytes = bytesOf(item) + between.length;
      if (bytes > left) return false;
      left -= bytes;
      return true;
    });
    const rest = items.length - shown.length;
    return [
      ...head,
      ...(shown.length === 0 ? [] : [shown.join(between)]),
      ...(rest === 0 ? [] : [`… and ${counted(rest, `more ${noun}`)}`]),
      ...tail,
    ];
  });
  return `${blocks.join('\n\n')}\n`;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Content that a reader sees after opening it. */
export const folded = (
  summary: string,
  listing: Pick<MarkdownListing, 'items' | 'between' | 'noun'>,
  head: readonly string[] = [],
): MarkdownListing => ({
  ...listing,
  head: [...head, `<details>\n<summary>${summary}</summary>`],
  tail: ['</details>'],
});

/** A table; its cells are Markdown. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text without markup. */
export function prose(text: string): string {
  return printableLine(text)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_[\]<>#~$@]/g, '\\$&')
    .replaceAll('://', ':\\//')
    .trim()
    .replace(/^[-+=]|(?<=^\d+)[.)]/, '\\$&');
}

/** A code span. Its fence is longer than any run of backticks inside, and padded if a blank at an end would be lost. */
export function code(text: string): string {
  const fence = fenceFor(text, 1);
  const line = printableLine(text);
  const pad = /^$|^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A titled code block; empty for an absent text. */
export function codeBlock(title: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const fence = fenceFor(text, 3);
  return [`${title}:`, `${fence}\n${printableText(text)}\n${fence}`];
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
