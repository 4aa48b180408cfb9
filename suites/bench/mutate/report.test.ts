import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { CaseReport } from '../../../reports/model.js';
import type { ChangeOutcome, SourceChange } from './change.js';
import { type JudgedChange, summaryOf, writeReport } from './report.js';
import { Results } from './results.js';
import { sampleChanges } from './sample.js';
import { isUnobserved, seenIn } from './sight.js';

const OUTCOME: ChangeOutcome = {
  verdict: 'killed',
  depth: 'standard',
  milliseconds: 1,
  processor: { standard: 1500, full: 0 },
};

const changeOf = (id: string, source: SourceChange['source'] = 'mutant'): SourceChange => ({
  ...{ id, source, file: `reference/realm/${id.slice(0, 1)}.ts`, from: 0, to: 1 },
  ...{ replacement: 'x', says: 'y → x', line: 3 },
});

const judged = (outcome: Partial<ChangeOutcome>, more: Partial<JudgedChange> = {}): JudgedChange => ({
  ...{ change: changeOf('a'), outcome: { ...OUTCOME, ...outcome }, documents: ['3'], rows: ['3/a/b'] },
  ...more,
});

test('summaryOf: undecided, excused and invalid mutants do not count, and timed-out ones are seen', (t) => {
  const all = [
    ...Array.from({ length: 8 }, () => judged({})),
    judged({ verdict: 'timed out' }),
    judged({ verdict: 'survived' }),
    judged({ verdict: 'survived' }, { excuse: 'nobody sees it' }),
    judged({ verdict: 'undecided' }),
    judged({ verdict: 'invalid' }),
  ];
  const { mutants, passes, byRow, processorSeconds } = summaryOf(all, 1);
  t.equal(mutants.score, 0.9);
  t.ok(passes);
  t.deepEqual(byRow['3/a/b'], { killed: 8, 'timed out': 1, survived: 1, undecided: 1, excused: 1, invalid: 1 });
  t.equal(processorSeconds.standard, 20);
  t.notOk(summaryOf([...all, judged({ verdict: 'survived' })], 1).passes);
  t.end();
});

test('summaryOf: hand-written faults must be seen at standard depth', (t) => {
  const fault = (outcome: Partial<ChangeOutcome>): JudgedChange => judged(outcome, { change: changeOf('f', 'fault') });
  const seen = Array.from({ length: 19 }, () => fault({}));
  const { faults, passes } = summaryOf([...seen, fault({ depth: 'full' })], 1);
  t.deepEqual(faults, { all: 20, atStandard: 19, atFull: 20 });
  t.ok(passes);
  t.notOk(summaryOf([...seen.slice(1), fault({ depth: 'full' }), fault({ verdict: 'survived' })], 1).passes);
  t.notOk(summaryOf([...seen, fault({ verdict: 'invalid' })], 1).passes, 'a fault that does not build shows nothing');
  t.end();
});

test('results are kept, except a truncated line; reports are whole files', (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'results.ndjson');
  new Results(file, { fresh: false }).add('a', OUTCOME);
  appendFileSync(file, '{"key":"b","outc');
  const results = new Results(file, { fresh: false });
  t.deepEqual(results.get('a'), OUTCOME);
  t.equal(results.get('b'), undefined);
  results.add('c', OUTCOME);
  t.deepEqual(new Results(file, { fresh: false }).get('c'), OUTCOME);
  t.equal(new Results(file, { fresh: true }).get('a'), undefined);
  const all = [judged({ verdict: 'survived' })];
  writeReport(folder, all, summaryOf(all, 1));
  t.match(
    readFileSync(join(folder, 'report.md'), 'utf8'),
    /`reference\/realm\/a\.ts:3` \| `y → x` \| `3\/a\/b` \| `a`/,
  );
  t.equal(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).mutants.survived, 1);
  t.end();
});

test('sampleOf: documents take turns, and a seed draws the same', (t) => {
  const all = [...Array.from({ length: 50 }, (_, i) => changeOf(`b${i}`)), changeOf('a0'), changeOf('a1')];
  const documentsOf = (file: string): readonly string[] => [file.includes('/a') ? '1' : '2'];
  const drawn = sampleChanges(all, 6, 1, documentsOf).map(({ id }) => id);
  t.equal(drawn.filter((id) => id.startsWith('a')).length, 2);
  t.equal(new Set(drawn).size, 6);
  t.deepEqual(
    sampleChanges([...all].reverse(), 6, 1, documentsOf).map(({ id }) => id),
    drawn,
  );
  t.notDeepEqual(
    sampleChanges(all, 6, 2, documentsOf).map(({ id }) => id),
    drawn,
  );
  t.equal(sampleChanges(all, 100, 1, documentsOf).length, 52);
  t.end();
});

test('seenIn: a violation, or a host without observations', (t) => {
  const report = (verdict: CaseReport['verdict'], reason = ''): CaseReport => ({
    ...{ id: `a.${verdict}`, kind: 'example', verdict, reason, inputs: 1, durationMs: 1, replay: '' },
  });
  t.equal(seenIn([report('conforms'), report('violates', 'wrong: x')])?.by, 'a.violates');
  t.equal(seenIn([report('inconclusive', 'gone')])?.why, 'nothing can be observed: gone');
  t.equal(seenIn([report('conforms'), report('inconclusive', 'gone')]), undefined);
  t.ok(isUnobserved(report('inconclusive', 'gone')));
  t.notOk(isUnobserved(report('conforms')));
  t.end();
});
