import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { InputError, readInput } from './input.js';

/** Texts that parsers take minutes or the whole stack to read, and the expected errors. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['a long word', `a:\n${'x'.repeat(1_000_000)}`, /:2: a line of 1000000 characters; at most/],
  ['a large file', 'x\n'.repeat(5_000_000), /:1: a file of 10000000 bytes; at most/],
  ['lists in lists', `a:\nb: ${'['.repeat(2000)}${']'.repeat(2000)}`, /:2: nested too deeply/],
  [
    'blocks in blocks',
    Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}-`).join('\n'),
    /:400: nested too deeply/,
  ],
  ['quotes in quotes', `${'> '.repeat(2000)}a`, /:1: nested too deeply/],
];

test('a file that would take minutes to read is refused with file and line', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'input.yaml');
  for (const [what, text, expected] of REFUSED) {
    writeFileSync(file, text);
    t.throws(() => readInput(file), InputError, what);
    t.throws(() => readInput(file), expected);
  }
  writeFileSync(file, 'a: [[[1]]]\n  - b\n');
  t.equal(readInput(file), 'a: [[[1]]]\n  - b\n', 'anything else is read');
  t.end();
});
