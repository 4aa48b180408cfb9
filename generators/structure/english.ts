/** Checks the project's English for archaic words and long sentences. */
import { ts } from 'ts-morph';

/** A word or phrase that the project avoids, and what it uses instead. */
interface Avoided {
  readonly pattern: string;
  readonly instead: string;
}

/** Patterns of words, in any letter case. */
const AVOIDED: readonly Avoided[] = [
  { pattern: 'told|tells?|telling', instead: 'report, return, show; distinguish' },
  { pattern: 'stands?|standing|stood', instead: 'is, represents, remains' },
  { pattern: 'anew', instead: 'again' },
  { pattern: 'otherwise than', instead: 'unlike, differently from' },
  { pattern: 'of which', instead: 'whose, or two sentences' },
  { pattern: 'be it', instead: 'whether' },
  { pattern: 'but for|save for', instead: 'except' },
  { pattern: 'lest', instead: 'so that … not' },
  { pattern: 'upon', instead: 'on' },
  { pattern: 'whilst', instead: 'while' },
  { pattern: 'amiss', instead: 'wrong' },
  { pattern: 'nought|aught', instead: 'nothing, anything' },
  { pattern: '(there|where|here)(of|in|upon|with|unto)', instead: 'of it, in it' },
  { pattern: 'for want of|in want of', instead: 'without' },
];

/** Longer sentences should be two. */
const MOST_WORDS = 30;

interface Mistake {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Such as `told: report, return, show; distinguish`, or `34 words: All the …`. */
  readonly says: string;
}

/** A paragraph of prose and its first line. */
interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Words that are part of an id, a path or a compound (`file-system-listing.anew`, `stand-in`) are names, which do not change. */
const AVOIDED_WORDS = AVOIDED.map(({ pattern, instead }) => ({
  words: new RegExp(`(?<![\\w./#-]|name: )(?:${pattern})(?![\\w-]|\\.\\w)`, 'gi'),
  instead,
}));

/** The avoided words and the long sentences of a file. */
export function mistakesOf(path: string, text: string): readonly Mistake[] {
  const words = text.split('\n').flatMap((line, at) =>
    AVOIDED_WORDS.flatMap((avoided) =>
      [...line.matchAll(avoided.words)].map(([word]) => ({
        path,
        line: at + 1,
        says: `${word}: ${avoided.instead}`,
      })),
    ),
  );
  const sentences = proseOf(path, text).flatMap(({ line, text }) =>
    longSentencesOf(text).map((says) => ({ path, line, says })),
  );
  return [...words, ...sentences];
}

function proseOf(path: string, text: string): readonly Prose[] {
  if (path.endsWith('.md')) return paragraphsOf(text);
  if (path.endsWith('.yaml')) return valuesOf(text);
  return /\.[cm]?[jt]s$/.test(path) ? commentsOf(text) : [];
}

function longSentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/(?:code,? )+(?=code)/g, '')
    .split(/(?<=[.!?][)"']?)\s+|\n\n/)
    .map((sentence) =>
      sentence
        .trim()
        .split(/\s+/)
        .filter((word) => /\w/.test(word)),
    )
    .filter(({ length }) => length > MOST_WORDS)
    .map((words) => `${words.length} words: ${words.slice(0, 8).join(' ')} …`);
}

/** Paragraphs, list items and cells of tables, without code. */
function paragraphsOf(text: string): readonly Prose[] {
  const found: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  text.split('\n').forEach((line, at) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const begins = !isOpen || /^\s*([-*]|\d+\.)\s|^\s*\|/.test(line);
    isOpen = line.trim() !== '' && !isCode && !/^( {4}|#|\s*```)/.test(line);
    if (!isOpen) return;
    const cells = line.trim().startsWith('|') ? line.replaceAll('|', '\n\n') : line;
    const last = found.at(-1);
    // Items and cells are lists of their own.
    const text = /^\s*([-*]|\d+\.)\s|^\s*\|/.test(line) ? cells.replaceAll(/[;:] /g, '. ') : cells;
    if (begins || last === undefined) found.push({ line: at + 1, text });
    else last.text += ` ${cells.trim()}`;
  });
  return found;
}

/** Sentences of specifications and deviations: a value on one line, or folded over the more indented lines that follow. */
function valuesOf(text: string): readonly Prose[] {
  const found: { line: number; text: string; indent: number }[] = [];
  text.split('\n').forEach((line, at) => {
    const [, before, value] = /^(.*?\b(?:says|about|reason|why|unjudged|assumed|summary)): (.*)$/.exec(line) ?? [];
    const last = found.at(-1);
    if (before !== undefined && value !== undefined) {
      found.push({ line: at + 1, text: value.replace(/ [}\]].*$/, ''), indent: line.search(/[^\s-]/) });
    } else if (last !== undefined && line.search(/\S/) > last.indent && !/^\s*(- )?[\w-]+:/.test(line)) {
      last.text += ` ${line.trim()}`;
    } else if (last !== undefined) last.indent = Number.POSITIVE_INFINITY;
  });
  return found;
}

/** Comments of a source. Comments of consecutive lines are one. */
function commentsOf(text: string): readonly Prose[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true);
  const found: { line: number; end: number; text: string }[] = [];
  const seen = new Set<number>();
  const take = ({ pos, end }: ts.CommentRange): void => {
    if (seen.has(pos)) return;
    seen.add(pos);
    const line = file.getLineAndCharacterOfPosition(pos).line + 1;
    const words = text
      .slice(pos, end)
      .replaceAll(/^\/\*+|\*\/$|^\/\/+|^[ \t]*\*(?!\/)/gm, '')
      .replaceAll(/\n[ \t]*(\n|[-*] |\d+\. |@)/g, '\n\n');
    const last = found.at(-1);
    if (last?.end === line - 1 && text.startsWith('//', pos))
      Object.assign(last, { end: line, text: `${last.text} ${words}` });
    else found.push({ line, end: file.getLineAndCharacterOfPosition(end).line + 1, text: words });
  };
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) take(range);
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) take(range);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
