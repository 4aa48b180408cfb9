/** Breaks long texts with values into lines: at the commas of brackets that do not fit. */

/** A line feed and this many blanks go before the character at this place. */
interface Break {
  readonly at: number;
  readonly indent: number;
}

/** The number of columns that a line should not exceed. */
const WIDTH = 84;
const STEP = 2;

interface Bracket {
  /** Places of the opening bracket and behind the closing one. */
  readonly from: number;
  to: number;
  /** The starts of its items, the first included. */
  readonly items: number[];
  readonly inner: Bracket[];
}

/** One unit of reading: a quoted text, or one character. */
const PART = /"(?:[^"\\]|\\.)*"|[\s\S]/gu;
const CLOSING: { readonly [open: string]: string } = { '[': ']', '{': '}', '(': ')' };

/** Only inserts line breaks, and keeps texts that already have several lines. */
export function breaksOf(text: string, width = WIDTH): readonly Break[] {
  if (text.length <= width || text.includes('\n')) return [];
  const breaks: Break[] = [];
  lay(bracketsOf(text), 0, { text, width, breaks });
  return breaks;
}

/** The text with its breaks. */
export function wrapText(text: string, width = WIDTH): string {
  return [...pieces(text, breaksOf(text, width))].join('');
}

/** The text and the inserted breaks, in turn; `from` is the text's start within the text that the breaks refer to. */
export function* pieces(text: string, breaks: readonly Break[], from = 0): Iterable<string> {
  let done = 0;
  for (const { at, indent } of breaks) {
    if (at < from || at >= from + text.length) continue;
    yield text.slice(done, at - from);
    yield `\n${' '.repeat(indent)}`;
    done = at - from;
  }
  yield text.slice(done);
}

/** The text as one bracket around all others. Unbalanced brackets are ignored. */
function bracketsOf(text: string): Bracket {
  const root: Bracket = { from: -1, to: text.length, items: [0], inner: [] };
  const open: { readonly bracket: Bracket; readonly closing: string }[] = [];
  for (const { 0: part, index } of text.matchAll(PART)) {
    const around = open.at(-1);
    const closing = CLOSING[part];
    if (closing !== undefined) {
      const bracket: Bracket = { from: index, to: text.length, items: [index + 1], inner: [] };
      (around?.bracket ?? root).inner.push(bracket);
      open.push({ bracket, closing });
    } else if (part === around?.closing) {
      around.bracket.to = index + 1;
      open.pop();
    } else if (part === ',') {
      const next = text[index + 1] === ' ' ? index + 2 : index + 1;
      (around?.bracket ?? root).items.push(next);
    }
  }
  return root;
}

interface Layout {
  readonly text: string;
  readonly width: number;
  readonly breaks: Break[];
}

function lay({ from, to, items, inner }: Bracket, indent: number, layout: Layout): void {
  const isRoot = from === -1;
  const own = isRoot ? 0 : indent + STEP;
  let lineStart = 0;
  let at = 0;
  for (const [i, item] of items.entries()) {
    const end = items[i + 1] ?? (isRoot ? to : to - 1);
    const nested = inner.filter((one) => one.from >= item && one.from < end);
    // Short items share a line while they fit.
    const shares = i > 0 && nested.length === 0 && own + end - lineStart <= layout.width;
    if (!(isRoot && i === 0) && !shares && item < to) {
      layout.breaks.push({ at: item, indent: own });
      at = item;
      lineStart = item;
    }
    if (own + end - at > layout.width) for (const one of nested) layWhereLong(one, own, at, layout);
  }
  if (!isRoot && to - 1 > from) layout.breaks.push({ at: to - 1, indent });
}

/** Consecutive brackets of one item that do not fit beside the text before them. */
function layWhereLong(bracket: Bracket, indent: number, lineStart: number, layout: Layout): void {
  if (indent + bracket.to - lineStart > layout.width || bracket.to - bracket.from > layout.width)
    lay(bracket, indent, layout);
}
