/** A method that a document gains makes cases by its row and its line alone. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { extractDirectory } from '../extract/directory.js';
import { writeRowFiles } from '../extract/row-files.js';
import { DOCUMENTS, skip } from '../testing/documents.js';
import { type PlannedCase, planCases } from './plan.js';

const ROW = '| `swap(key[, count])` | Number of swaps (since 0.9.9). `count` default 3. |';
const LINE =
  '  - { member: swap, row: 2/shared-dict-operations/swap, kind: method, on: [texts], since: 0.9.9, ' +
  'params: [{ name: key, is: string }, { name: count, is: number, default: 3 }], returns: number, example: [a] }\n';

/** All cases of a copy of the specification, for which a document has one row more and a table one line more. */
async function casesWith(row: string, line: string): Promise<readonly PlannedCase[]> {
  const root = mkdtempSync(join(tmpdir(), 'srvspec-invented-'));
  try {
    cpSync(join(PACKAGE_ROOT, 'spec'), join(root, 'spec'), { recursive: true });
    cpSync(DOCUMENTS, join(root, 'documents'), { recursive: true });
    edit(join(root, 'documents', nameOfSecond()), (text) => text.replace(/(\| `size\(\)` \|[^\n]*\n)/, `$1${row}\n`));
    edit(join(root, 'spec/2-host-objects/shared-dict/members.yaml'), (text) => text + line);
    await writeRowFiles(join(root, 'spec/rows'), (await extractDirectory(join(root, 'documents'))).files);
    return planCases(checkedSpec(root)).flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases));
  } finally {
    rmSync(root, { recursive: true });
  }
}

const nameOfSecond = (): string => readdirSync(DOCUMENTS).find((name) => name.startsWith('2-')) ?? '';

/** The copies of files that may not be written are none that may. */
function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  writeFileSync(path, change(text));
}

test('an invented method with two parameters and a default makes at least eight cases', { skip }, async (t) => {
  const manifest = readFileSync(join(PACKAGE_ROOT, 'spec/manifest.tsv'), 'utf8');
  const before = new Set(manifest.split('\n').map((line) => line.split('\t')[0]));
  const cases = (await casesWith(ROW, LINE)).filter(({ id }) => !before.has(id));
  t.ok(cases.length >= 8, `${cases.length} cases`);
  t.deepEqual(
    cases.map(({ id }) => id),
    [
      'shared-dict.members.swap/swap/present',
      'shared-dict.members.swap/swap/absent-before',
      'shared-dict.members.swap/swap/kind',
      'shared-dict.members.swap/swap/returns',
      'shared-dict.members.swap/swap/default/count',
      'shared-dict.members.open/swap/arity',
      'shared-dict.members.open/swap/without/key',
      'shared-dict.members.open/swap/wrong/key',
      'shared-dict.members.open/swap/undefined/count',
      'shared-dict.members.open/swap/one-more',
    ],
  );
});

/** Another row, which no line speaks of. */
const UNSPOKEN = ROW.replace('swap(', 'trade(');

test('an invented method that its line gets wrong is refused, with what the row says', { skip }, async (t) => {
  const line = LINE.replace('default: 3', 'default: 4').replace('since: 0.9.9', 'since: 0.9.8');
  let refusal = 'nothing was refused';
  try {
    await casesWith(`${ROW}\n${UNSPOKEN}`, line);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  t.match(refusal, /members\.yaml:\d+:\d+ .*the default 4 of count; expected 3/);
  t.match(refusal, /swap since 0\.9\.8; expected 0\.9\.9/);
  t.match(refusal, /row 2\/shared-dict-operations\/trade that nothing speaks of/);
});
