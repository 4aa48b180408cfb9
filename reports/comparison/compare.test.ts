import test from 'tape';
import type { CaseReport, RunReport } from '../model.js';
import { sampleReport } from '../testing/sample.js';
import { totalsOf } from '../totals.js';
import { compareReports, NotComparable } from './compare.js';
import { comparisonText } from './text.js';
import { sentence } from './wording.js';

const BEFORE = sampleReport();

/** The sample with some of its cases replaced, or left out. */
function changed(change: (one: CaseReport) => CaseReport | undefined, more: Partial<RunReport> = {}): RunReport {
  const requirements = BEFORE.requirements.map((one) => ({
    ...one,
    cases: one.cases.flatMap((of) => change(of) ?? []),
  }));
  return { ...BEFORE, requirements, totals: totalsOf(requirements.flatMap(({ cases }) => cases)), ...more };
}

const FIXED = 'shared-dict.incr.missing-key/3';
const BROKEN = 'shared-dict.add.present/1';

const swapped = (one: CaseReport): CaseReport => {
  const { id, kind, inputs, durationMs, replay } = one;
  const same = { id, kind, inputs, durationMs, replay };
  if (id === FIXED) return { ...same, verdict: 'conforms', reason: '' };
  return id === BROKEN
    ? { ...same, verdict: 'violates', failure: 'wrong', reason: 'wrong: returns 1', observed: 'returns 1' }
    : one;
};

test('compare: a report with itself', (t) => {
  const { verdict, groups, totals, notes } = compareReports(BEFORE, BEFORE);
  t.equal(verdict, 'not-worse');
  t.deepEqual(groups, []);
  t.deepEqual(notes, []);
  t.equal(
    totals.same + totals['still-failing'] + totals['not-compared'],
    BEFORE.requirements.flatMap(({ cases }) => cases).length,
  );
  t.end();
});

test('compare: one fixed and one broken are worse, though no count changed', (t) => {
  const after = changed(swapped);
  t.deepEqual(after.totals, BEFORE.totals);
  const comparison = compareReports(BEFORE, after);
  t.equal(comparison.verdict, 'worse');
  t.deepEqual(
    comparison.groups.map(({ change, cases }) => [change, cases.map(({ id }) => id)]),
    [
      ['regressed', [BROKEN]],
      ['fixed', [FIXED]],
    ],
  );
  t.match(sentence(comparison), /^WORSE: 1 regressed, 1 fixed, /);
  const text = comparisonText(comparison, { colour: false });
  t.ok(text.includes(BROKEN) && text.includes('✓ conforms → ✗ violates'), text);
  t.end();
});

test('compare: a case that vanished is worse where both runs were asked for it, and left out where they were not', (t) => {
  const without = (one: CaseReport): CaseReport | undefined => (one.id === BROKEN ? undefined : one);
  t.equal(compareReports(BEFORE, changed(without)).totals.removed, 1);
  for (const more of [{ srvspec: '0.2.0' }, { selected: { only: 'x' } }]) {
    const { totals, verdict, before, after, notes } = compareReports(BEFORE, changed(without, more));
    t.deepEqual([totals.removed, verdict, before.leftOut, after.leftOut], [0, 'not-worse', 1, 0]);
    t.ok(
      notes.some((note) => note.includes('1 case left out')),
      notes.join('; '),
    );
  }
  t.end();
});

test('compare: what was not observed any more is undecided, never same', (t) => {
  const after = changed((one) => (one.id === BROKEN ? { ...one, verdict: 'inconclusive', reason: 'no answer' } : one));
  const { verdict, totals } = compareReports(BEFORE, after);
  t.deepEqual([verdict, totals.undecided], ['undecided', 1]);
  t.end();
});

test('compare: what was worse by chance is unstable', (t) => {
  const { verdict, totals } = compareReports(BEFORE, changed(swapped), { unstable: new Set([BROKEN, FIXED]) });
  t.deepEqual([verdict, totals.regressed, totals.unstable, totals.fixed], ['undecided', 0, 1, 1]);
  t.end();
});

test('compare: what cannot be compared is refused', (t) => {
  const other = changed((one) => ({ ...one, id: `other/${one.id}` }));
  t.throws(() => compareReports(BEFORE, other), NotComparable);
  const cut = changed((one) => one, { cutShort: 'interrupted' });
  t.throws(() => compareReports(BEFORE, cut), /--partial/);
  t.throws(() => compareReports(cut, BEFORE), /--partial/);
  t.equal(compareReports(cut, BEFORE, { partial: true }).verdict, 'not-worse');
  t.end();
});

test('compare: cases that fail alike stand in one group, the largest first', (t) => {
  const ids = ['buffer.swap.odd/2', 'buffer.swap.odd/3', 'buffer.swap.odd/4'];
  const after = changed((one) => {
    const at = ids.indexOf(one.id);
    if (one.id === BROKEN) return swapped(one);
    return at < 0 ? one : { ...one, verdict: 'violates', failure: 'wrong', reason: '', observed: `returns ${at}` };
  });
  const { groups } = compareReports(BEFORE, after);
  t.deepEqual(
    groups.map(({ cases }) => cases.map(({ id }) => id)),
    [ids, [BROKEN]],
  );
  t.end();
});
