import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { applyChange } from './change.js';
import { EXCUSED, readExcuses, readFaults, refuseGone } from './faults.js';
import { instrumented, mutatedFiles } from './mutants.js';

const SOURCE = 'export const less = (a: number, b: number): boolean => a < b;\n';

function packageOf(t: Test, source: string): string {
  const root = folderFor(t);
  for (const folder of ['realm', 'host', 'api/testing'])
    mkdirSync(join(root, 'reference', folder), { recursive: true });
  writeFileSync(join(root, 'reference/realm/a.ts'), source);
  for (const other of ['realm/a.test.ts', 'api/testing/b.ts']) writeFileSync(join(root, 'reference', other), source);
  return root;
}

test('instrumented: each mutant is a change of the text, with types left alone', async (t) => {
  const root = packageOf(t, SOURCE);
  t.deepEqual(mutatedFiles(root), ['reference/realm/a.ts']);
  const { mutants, texts } = await instrumented(root, mutatedFiles(root));
  const bodies = mutants.map((one) =>
    applyChange(SOURCE, one)
      .replace(/.*(boolean|less =) /, '')
      .trim(),
  );
  t.deepEqual(bodies.sort(), ['=> a <= b;', '=> a >= b;', '=> false;', '=> true;', '() => undefined;'].sort());
  t.match(texts.get('reference/realm/a.ts') ?? '', /stryCov_9fa48\("1", "2", "3", "4"\), a < b/);
});

test('instrumented: ids stay when other lines change, and differ among equal lines', async (t) => {
  const idsOf = async (text: string): Promise<readonly string[]> => {
    const root = packageOf(t, text);
    return (await instrumented(root, mutatedFiles(root))).mutants.map(({ id }) => id);
  };
  const ids = await idsOf(SOURCE);
  t.deepEqual((await idsOf(`\nconst other = 1;\n\n${SOURCE}`)).slice(-ids.length), ids);
  const inside = SOURCE.replace('export ', '');
  const twice = await idsOf(`{\n${inside}}\n{\n${inside}}`);
  t.equal(new Set(twice).size, twice.length);
});

test('excused.yaml: each part names a mutant', async (t) => {
  const { mutants } = await instrumented(PACKAGE_ROOT, mutatedFiles(PACKAGE_ROOT));
  t.doesNotThrow(() => refuseGone(readExcuses(join(PACKAGE_ROOT, EXCUSED)), mutants));
});

test('suites/faults: each fault quotes a text of the reference', (t) => {
  t.doesNotThrow(() => readFaults(PACKAGE_ROOT));
  t.end();
});
