/** A method that a document gains has cases as soon as its row and its line are there. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { knownIds } from '../../suites/cases/generated/ids.js';
import { extractDocument } from '../extract/document.js';
import { writeRowFiles } from '../extract/row-files.js';
import { DOCUMENTS, skip } from '../testing/documents.js';
import { type PlannedCase, planCases } from './plan.js';

const ROW = '| `swap(key[, count])` | Number of swaps (since 0.9.9). `count` default 3. |';
const LINE =
  '  - { member: swap, row: 2/shared-dict-operations/swap, kind: method, on: [texts], since: 0.9.9, ' +
  'params: [{ name: key, is: string }, { name: count, is: number, default: 3 }], returns: number, example: [a] }\n';

/** The method's effect, which its line alone does not state. */
const SWAPPING = `# yaml-language-server: $schema=../../schemas/requirements.schema.json
title: Swapping
since: 0.9.9
requirements:
  - id: shared-dict.swap
    rows: [2/shared-dict-operations/swap]
    says: swap returns a number, 3 by default.
    cases: [{ law: calls/effects, with: { zone: texts, given: [swap, a], then: { leaves: {} } } }]
`;

/** The specification with one more row and one more line in a table, and its cases. */
async function casesWith(row: string, line: string): Promise<readonly PlannedCase[]> {
  const root = mkdtempSync(join(tmpdir(), 'srvspec-invented-'));
  try {
    cpSync(join(PACKAGE_ROOT, 'spec'), join(root, 'spec'), { recursive: true });
    const name = readdirSync(DOCUMENTS).find((one) => one.startsWith('2-')) ?? '';
    const text = readFileSync(join(DOCUMENTS, name), 'utf8').replace(/(\| `size\(\)` \|[^\n]*\n)/, `$1${row}\n`);
    await writeRowFiles(join(root, 'spec/rows'), [extractDocument(2, Buffer.from(text), name)]);
    edit(join(root, 'spec/2-host-objects/shared-dict/members.yaml'), (members) => members + line);
    writeFileSync(join(root, 'spec/2-host-objects/shared-dict/swapping.yaml'), SWAPPING);
    return planCases(checkedSpec(root)).flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Linked files may not be written, copies may. */
function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  writeFileSync(path, change(text));
}

test('an invented method with two parameters and a default makes at least eight cases', {
  skip: skip || !isTaken('an invented method'),
}, async (t) => {
  const before = new Set(knownIds.cases);
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
      'shared-dict.axes.kept/swap',
      'shared-dict.axes.kinds/swap/key',
      'shared-dict.axes.kinds/swap/count',
      'shared-dict.axes.long/swap/key',
      'shared-dict.axes.receivers/swap',
      'shared-dict.members.open/swap/arity',
      'shared-dict.members.open/swap/without/key',
      'shared-dict.members.open/swap/wrong/key',
      'shared-dict.members.open/swap/wrong/count',
      'shared-dict.members.open/swap/undefined/count',
      'shared-dict.members.open/swap/one-more',
      'shared-dict.swap',
    ],
  );
});

/** Another row, which no line mentions. */
const UNSPOKEN = ROW.replace('swap(', 'trade(');

test('an invented method with a wrong line is refused, with the facts of its row', {
  skip: skip || !isTaken('a wrong line'),
}, async (t) => {
  const line = LINE.replace('default: 3', 'default: 4').replace('since: 0.9.9', 'since: 0.9.8');
  let refusal = 'nothing was refused';
  try {
    await casesWith(`${ROW}\n${UNSPOKEN}`, line);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  t.match(refusal, /members\.yaml:\d+:\d+ .*the default 4 of count; expected 3/);
  t.match(refusal, /swap since 0\.9\.8; expected 0\.9\.9/);
  t.match(refusal, /row 2\/shared-dict-operations\/trade that nothing covers/);
});
