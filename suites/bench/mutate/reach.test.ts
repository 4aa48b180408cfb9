import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { SourceChange } from './change.js';
import { Reach, reachOf, reportingTexts, START } from './reach.js';

const mutant = (id: string): SourceChange => ({
  id,
  source: 'mutant',
  ...{ file: 'reference/realm/a.ts', from: 0, to: 1, replacement: '', says: '', line: 1 },
});

test('Reach: each mutant has the cases whose rows have its bit', (t) => {
  const mutants = Array.from({ length: 10 }, (_, i) => mutant(`m${i}`));
  const reach = new Reach(mutants, ['a', 'b'], Uint8Array.of(0b1, 0b10, 0b10000001, 0));
  t.deepEqual([...reach.casesOf('m0')], ['a', 'b']);
  t.deepEqual([...reach.casesOf('m7')], ['b']);
  t.deepEqual([...reach.casesOf('m9')], ['a']);
  t.deepEqual([...reach.casesOf('m1')], []);
  t.throws(() => reach.casesOf('m10'), /no mutant m10/);
  t.end();
});

test('Reach: a file has the cases of all its mutants', (t) => {
  const mutants = [mutant('made'), mutant('called'), { ...mutant('other'), file: 'reference/realm/b.ts' }];
  const reach = new Reach(mutants, [START, 'a', 'b'], Uint8Array.of(0b1, 0b10, 0b100));
  t.deepEqual([...reach.casesOf('made')], [START]);
  t.deepEqual([...reach.casesOfFile('reference/realm/a.ts')], [START, 'a']);
  t.end();
});

/** A package with only the file whose name is known. */
function packageOf(t: Test, realm: string): string {
  const root = folderFor(t);
  mkdirSync(join(root, 'reference/host/support/realms'), { recursive: true });
  writeFileSync(join(root, 'reference/host/support/realms/realm.ts'), realm);
  return root;
}

test('reportingTexts: each source reports to the bytes in its place; another realm than the known one is refused', (t) => {
  const texts = new Map([
    ['reference/realm/a.ts', 'const a = 1;'],
    ['reference/api/b.ts', 'const b = 1;'],
  ]);
  const root = packageOf(t, 'this.runtime = installRuntime(this.context, port);');
  const reporting = reportingTexts(root, { mutants: [], texts });
  t.match(reporting.get('reference/realm/a.ts') ?? '', /const a = 1;[\s\S]*= port\.reached;/);
  t.match(reporting.get('reference/api/b.ts') ?? '', /const b = 1;[\s\S]*= globalThis\[Symbol\.for/);
  t.match(
    reporting.get('reference/host/support/realms/realm.ts') ?? '',
    /installRuntime\(this\.context, given\(port\)\)/,
  );
  t.throws(() => reportingTexts(packageOf(t, ''), { mutants: [], texts }), /no longer installs the runtime/);
  t.end();
});

test('reachOf: equal sources are not measured again', async (t) => {
  const folder = packageOf(t, '');
  const kept = { digest: 'd', mutants: [mutant('m')], cases: ['a'] };
  writeFileSync(join(folder, 'reach.json'), JSON.stringify(kept));
  writeFileSync(join(folder, 'reach.bits'), Uint8Array.of(1));
  const progress = () => t.fail('no case runs');
  const reach = await reachOf({ root: folder, folder, files: [], objects: [], digest: 'd', progress });
  t.deepEqual([...reach.casesOf('m')], ['a']);
});
