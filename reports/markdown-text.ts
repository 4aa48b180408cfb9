/** GitHub-flavoured Markdown: text, code and tables in which nothing is markup by chance, and pages of limited length. */
import { printableLine, printableText } from './printable.js';
import { counted } from './wording.js';

/** A list of which, where a page must not be long, items are left out and counted. */
export interface MarkdownListing {
  readonly head: readonly string[];
  readonly items: readonly string[];
  /** What stands between two items: list items need a line feed, blocks an empty line. */
  readonly between: '\n' | '\n\n';
  /** What one item is. */
  readonly noun: string;
  readonly tail?: readonly string[];
}

export type MarkdownPart = string | MarkdownListing;

/** Bytes for the line that says how much was left out. */
const NOTE = 80;

/**
 * The parts, one below the other. With `most`, what does not fit into so many bytes is left out of the listings, the first ones
 * being served first.
 */
export function page(parts: readonly MarkdownPart[], most = Number.POSITIVE_INFINITY): string {
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

/** What is seen once a reader opens it. */
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

/** Text in which nothing is markup. */
export function prose(text: string): string {
  return printableLine(text)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_[\]<>#~$@]/g, '\\$&')
    .replaceAll('://', ':\\//')
    .trim()
    .replace(/^[-+=]|(?<=^\d+)[.)]/, '\\$&');
}

/** A code span; its fence is longer than any run of backticks inside, padded where the span would swallow an edge. */
export function code(text: string): string {
  const fence = fenceFor(text, 1);
  const line = printableLine(text);
  const pad = /^$|^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A titled code block; nothing for a text that is not there. */
export function codeBlock(title: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const fence = fenceFor(text, 3);
  return [`${title}:`, `${fence}\n${printableText(text)}\n${fence}`];
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
