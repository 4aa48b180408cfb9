import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { CaseReport, RequirementReport } from '../../../reports/model.js';
import { changedCases, readRecordings, recordingsIn, recordingsOf } from './recordings.js';

function requirement(strength: RequirementReport['strength'], ...cases: readonly Partial<CaseReport>[]) {
  const rest = { object: 'o', title: 'T', document: 1, says: 'S', rows: [], verdict: 'conforms' } as const;
  const report = { kind: 'example', verdict: 'recorded', reason: '', inputs: 1, durationMs: 1, replay: '' } as const;
  return { id: 'r', strength, ...rest, cases: cases.map((one) => ({ id: 'c', ...report, ...one })) };
}

test('recordings: those of open cases that were observed', (t) => {
  const recordings = recordingsIn([
    requirement(
      'open',
      { id: 'a', observed: '1' },
      { id: 'b', verdict: 'inconclusive' },
      { id: 'c', verdict: 'conforms' },
    ),
    requirement('must', { id: 'd', verdict: 'conforms' }),
  ]);
  t.deepEqual([...recordings.keys()], ['a', 'c']);
  t.end();
});

test('recordings: a case with another observation differs, a new case does not', (t) => {
  const before = recordingsIn([requirement('open', { id: 'a', observed: '1' }, { id: 'b', observed: '1' })]);
  const now = (shown: string) => recordingsIn([requirement('open', { id: 'c' }, { id: 'b', observed: shown })]);
  t.deepEqual(changedCases(before, now('1')), []);
  t.deepEqual(changedCases(before, now('2')), ['b']);
  t.end();
});

test('recordings: they are stored for one digest', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'kept.json');
  t.equal(readRecordings(file).recordings.size, 0, 'there is no file');
  writeFileSync(file, JSON.stringify({ digest: 'd', cases: { a: '1' } }));
  t.deepEqual([...(await recordingsOf(file, 'd', []))], [['a', '1']]);
});
