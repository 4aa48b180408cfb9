import test from 'tape';
import { mistakesOf } from './english.js';

const saysOf = (path: string, text: string): string[] =>
  mistakesOf(path, text).map(({ line, says }) => `${line} ${says}`);

test('avoided words are found with their line, except in names of cases', (t) => {
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
