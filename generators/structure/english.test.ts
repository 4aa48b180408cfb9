import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { mistakesOf } from './english.js';
import { OURS } from './rules.js';

const saysOf = (path: string, text: string): string[] =>
  mistakesOf(path, text).map(({ line, says }) => `${line} ${says}`);

/** This file and the list of words name what others avoid. */
const EXEMPT = /^generators\/structure\/english\.|^suites\/cases\/generated\/|FINDINGS\.md$|^reports\/findings\//;

test('avoided words are found with their line, and names of cases are none', (t) => {
  t.deepEqual(saysOf('a.ts', 'const a = 1;\n// It is told.\n'), ['2 told: report, return, show; distinguish']);
  t.deepEqual(saysOf('a.yaml', '- id: listing.anew\n  says: A stand-in answers.\n'), []);
  t.deepEqual(saysOf('a.md', 'The file, of which\nlittle is left.\n'), ['1 of which: whose, or two sentences']);
  t.end();
});

test('long sentences are found in comments, values and paragraphs', (t) => {
  const long = `${Array.from({ length: 31 }, () => 'word').join(' ')}.`;
  const found = [`2 31 words: ${'word '.repeat(8)}…`];
  t.deepEqual(saysOf('a.ts', `const a = 1;\n/** ${long} */\n`), found);
  t.deepEqual(saysOf('a.ts', `const a = 1;\n// ${long.replace('word word', 'word\n// word')}\n`), found);
  t.deepEqual(saysOf('a.yaml', `- id: x\n  says: ${long}\n`), found);
  t.deepEqual(saysOf('a.md', `# Title\n${long}\n`), found);
  t.deepEqual(saysOf('a.md', `# Title\n\n    ${long}\n`), [], 'code is none');
  t.end();
});

test('the English of the project is plain', (t) => {
  const pages = readdirSync(PACKAGE_ROOT).filter((path) => path.endsWith('.md'));
  const sources = OURS.flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const mistakes = [...pages, ...sources]
    .filter((path) => /\.(md|ts|mts|mjs|yaml|sh|css)$/.test(path) && !EXEMPT.test(path))
    .flatMap((path) => mistakesOf(path, readFileSync(join(PACKAGE_ROOT, path), 'utf8')));
  t.deepEqual(
    mistakes.map(({ path, line, says }) => `${path}:${line} ${says}`),
    [],
  );
  t.end();
});
