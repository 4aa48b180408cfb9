import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../build/testing/folder.js';
import { planCases } from './plan.js';
import { readSights, SIGHTS, sightsText } from './sights.js';

/** A package with this record. */
function packageOf(t: Test, text: string): string {
  const root = folderFor(t);
  mkdirSync(join(root, dirname(SIGHTS)), { recursive: true });
  writeFileSync(join(root, SIGHTS), text);
  return root;
}

test('readSights: the changes that each case saw, and back to the same text', (t) => {
  const text = 'a.b/c\tone\na.b/c\ttwo\nd.e\tthree\n';
  const sights = readSights(packageOf(t, text));
  t.deepEqual(
    [...sights],
    [
      ['a.b/c', ['one', 'two']],
      ['d.e', ['three']],
    ],
  );
  t.equal(sightsText(new Map([...sights].reverse())), text);
  t.end();
});

test('readSights: a line of another form is refused with its number', (t) => {
  for (const line of ['a.b', 'a.b\tone\ttwo'])
    t.throws(
      () => readSights(packageOf(t, `d.e\tthree\n${line}\n`)),
      /sights\.tsv:2: expected a case, a tab and a change/,
    );
  t.end();
});

test('planCases: a record of a case that is gone is refused', (t) => {
  const spec = { files: new Map(), members: new Map(), axes: [] };
  t.throws(() => planCases(spec, new Map([['a.gone', ['one']]])), /names cases that are gone.*:\na\.gone/);
  t.deepEqual(planCases(spec), []);
  t.end();
});
