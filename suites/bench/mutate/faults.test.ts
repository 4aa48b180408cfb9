import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { applyChange, type SourceChange } from './change.js';
import { readExcuses, readFaults } from './faults.js';

const FAULT = { name: 'off-by-one', kind: 'size', from: 'b - 1', to: 'b', seen: 'x.*' };

const PLACE = { file: 'c/a.ts', from: 0, to: 1, line: 1, replacement: '' };
const EXCUSES = `- mutants: a.ts#b
  why: nobody can see it
- mutants: '**/*#StringLiteral-*'
  text: ' '
  why: text of a message
`;

function packageOf(t: Test, faults: readonly object[], file = 'reference/realm/a.ts'): string {
  const root = folderFor(t);
  for (const folder of ['reference/realm', 'suites/faults/3-c']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'reference/realm/a.ts'), 'const a = 1;\nconst c = b - 1 + a;\n');
  writeFileSync(join(root, 'suites/faults/3-c/d.yaml'), `${JSON.stringify([{ file, faults }])}\n`);
  writeFileSync(join(root, 'suites/faults/excused.yaml'), EXCUSES);
  return root;
}

test('readFaults: a fault is a change of one place', (t) => {
  const [fault, ...others] = readFaults(packageOf(t, [FAULT]));
  t.equal(others.length, 0, 'excuses are no faults');
  t.equal(fault?.id, '3-c/d/off-by-one');
  t.equal(fault?.line, 2);
  t.equal(fault && applyChange('const a = 1;\nconst c = b - 1 + a;\n', fault), 'const a = 1;\nconst c = b + a;\n');
  t.end();
});

test('readFaults: a fault that cannot be planted is refused with file and line', (t) => {
  const refusals: readonly (readonly [object, RegExp])[] = [
    [{ from: 'b - 2' }, /d\.yaml:1:\d+ .*found a text that is 0 times in the file/],
    [{ from: 'const' }, /found a text that is 2 times in the file/],
    [{ from: 'b', to: 'b' }, /found the same text as in "to"/],
    [{ kind: 'odd' }, /d\.yaml:1:\d+ /],
  ];
  for (const [part, complaint] of refusals)
    t.throws(() => readFaults(packageOf(t, [{ ...FAULT, ...part }])), complaint, JSON.stringify(part));
  t.throws(
    () => readFaults(packageOf(t, [FAULT], 'reference/realm/none.ts')),
    /d\.yaml:1:\d+ .*none\.ts; expected a source/,
  );
  t.throws(() => readFaults(packageOf(t, [FAULT], 'spec/a.ts')), /d\.yaml:1:\d+ /);
  t.throws(() => readFaults(packageOf(t, [FAULT, FAULT])), /found off-by-one; expected another name/);
  t.end();
});

test('readExcuses: an excuse is for ids and texts, and is refused at its line', (t) => {
  const [one, texts] = readExcuses(join(packageOf(t, []), 'suites/faults/excused.yaml'));
  const changes: SourceChange = { id: 'c/a.ts#StringLiteral-1', source: 'mutant', says: "'a b' → ''", ...PLACE };
  t.equal(one?.why, 'nobody can see it');
  t.deepEqual([one?.isOfEach, texts?.isOfEach], [true, false]);
  t.notOk(one?.excuses(changes));
  t.ok(one?.excuses({ ...changes, id: 'a.ts#b' }));
  t.ok(texts?.excuses(changes));
  t.notOk(texts?.excuses({ ...changes, says: "'a' → ''" }), 'another text');
  t.notOk(texts?.excuses({ ...changes, id: 'c/a.ts#Regex-1' }), 'another kind');
  t.throws(() => one?.refuse('is gone'), /excused\.yaml:1:\d+ .*found a\.ts#b, which is gone/);
  t.end();
});

test('readExcuses: an invalid regular expression is refused', (t) => {
  const file = join(packageOf(t, []), 'suites/faults/excused.yaml');
  writeFileSync(file, "- mutants: '**'\n  text: '['\n  why: text of a message\n");
  t.throws(() => readExcuses(file), /excused\.yaml:2:\d+ .*a regular expression/);
  t.end();
});
