import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { RowKind } from '../../spec/types/row.js';
import { DOCUMENTS, skip } from '../testing/documents.js';
import { extractDirectory } from './directory.js';
import { compareRowFiles } from './row-files.js';

const ROWS = join(PACKAGE_ROOT, 'spec', 'rows');

const PROSE_WORDS = 6;
const COPIED_WORDS = 8;

interface Counted {
  readonly kind: RowKind;
  readonly line: number;
  readonly section: number;
}

/** Counts statements a second way: line by line, knowing only how Markdown lines begin. */
function scan(text: string): Counted[] {
  const lines = text.split('\n');
  const isDelimiter = (line: string | undefined) => line?.startsWith('|--') ?? false;
  const counted: Counted[] = [];
  let section = 0;
  lines.forEach((line, index) => {
    const count = (kind: RowKind) => counted.push({ kind, line: index + 1, section });
    if (line.trim() === '' || /^# /.test(line)) return;
    if (/^###? /.test(line)) section += 1;
    else if (line.startsWith('|')) {
      if (!isDelimiter(line) && !isDelimiter(lines[index + 1])) count('table-row');
    } else if (/^\d+\. /.test(line)) count('rule');
    else if (/^[-*] /.test(line)) count('item');
    else if ((lines[index - 1] ?? '').trim() === '') count('paragraph');
  });
  return counted;
}

const documentText = (id: number): string => {
  const name = readdirSync(DOCUMENTS).find((candidate) => candidate.startsWith(`${id}-`));
  return readFileSync(join(DOCUMENTS, name ?? ''), 'utf8');
};

/** Rows of each section in the order of the document, as `kind@line`. */
const bySection = (rows: readonly { kind: RowKind; line: number; section: unknown }[]): string[][] => {
  const sections = new Map<string, string[]>();
  for (const { kind, line, section } of rows) {
    const key = JSON.stringify(section);
    sections.set(key, [...(sections.get(key) ?? []), `${kind}@${line}`]);
  }
  return [...sections.values()];
};

test('no row of the documents is lost', { skip }, async (t) => {
  const { files, unrecognised } = await extractDirectory(DOCUMENTS);
  t.deepEqual(unrecognised, []);
  for (const { document, rows, lines } of files) {
    const expected = scan(documentText(document.id));
    t.ok(expected.length > 40, `document ${document.id}: the scanner counts ${expected.length} rows`);
    t.equal(rows.length, expected.length, 'as many in all');
    t.deepEqual(
      bySection(rows.map((row, i) => ({ ...row, line: lines[i] ?? 0 }))),
      bySection(expected),
      'and in each section, on the same lines',
    );
    t.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'each with an id of its own');
  }
});

test('spec/rows is what the documents say now', { skip }, async (t) => {
  const { files } = await extractDirectory(DOCUMENTS);
  t.deepEqual(await compareRowFiles(ROWS, files), []);
});

/** Every string below a value, with the path to it; `leave` names keys that are skipped. */
function stringsOf(value: unknown, leave: readonly string[], path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !leave.includes(key))
    .flatMap(([key, inner]) => stringsOf(inner, leave, `${path}/${key}`));
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
/** `spec/rows` as plain data. */
const storedRows = (): unknown[] => readdirSync(ROWS).map((name) => JSON.parse(readFileSync(join(ROWS, name), 'utf8')));

const tooLong = ([, text]: [string, string]): boolean => text.split(/\s+/).length > PROSE_WORDS;

test('spec/rows holds no prose', (t) => {
  // Titles of documents are names, and long ones.
  const facts = stringsOf(storedRows(), ['document', 'code', 'signatures']);
  t.ok(facts.length > 1000, `there are ${facts.length} strings to look at`);
  t.deepEqual(facts.filter(tooLong), [], 'outside code and signatures');
  const code = stringsOf(storedRows(), ['cells', 'signatures']).filter(([path]) => path.includes('/code/'));
  t.ok(code.length > 500, `there are ${code.length} code spans to look at`);
  const calls = code.filter(([, text]) => /[()]/.test(text));
  t.deepEqual(
    code.filter((span) => tooLong(span) && !calls.includes(span)),
    [],
    'nor in code, except calls',
  );
  t.end();
});

test('no id repeats a run of words of the documents', { skip }, (t) => {
  const runs = new Set<string>();
  for (const id of [1, 2, 3]) {
    const words = wordsOf(documentText(id));
    for (let at = 0; at + COPIED_WORDS <= words.length; at += 1) runs.add(words.slice(at, at + COPIED_WORDS).join(' '));
  }
  t.ok(runs.size > 1000, 'there are runs to compare with');
  const ids = stringsOf(storedRows(), ['document']).filter(([path]) => /\/(id|section\/\d)$/.test(path));
  t.ok(ids.length > 1000, `there are ${ids.length} ids and slugs to look at`);
  const repeats = (words: readonly string[]) =>
    words.some((_, at) => runs.has(words.slice(at, at + COPIED_WORDS).join(' ')));
  t.deepEqual(
    ids.filter(([, id]) => repeats(wordsOf(id))),
    [],
  );
  t.end();
});
