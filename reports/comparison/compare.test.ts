import test from 'tape';
import type { CaseReport, RunReport } from '../model.js';
import { sampleReport, withCases } from '../testing/sample.js';
import { compareReports } from './compare.js';
import { NotComparable } from './runs.js';
import { comparisonText } from './text.js';
import { sentence } from './wording.js';

const BEFORE = sampleReport();

/** The sample with some of its cases replaced, or left out. */
function changed(change: (one: CaseReport) => CaseReport | undefined, more: Partial<RunReport> = {}): RunReport {
  return { ...withCases(BEFORE, (one) => change(one) ?? []), ...more };
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
  t.deepEqual(notes, ['both are reports on one and the same run']);
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

test('compare: a removed case is worse if both runs were asked for it, and left out if they were not', (t) => {
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

test('compare: a case that is no longer observed is undecided, never same', (t) => {
  const after = changed((one) => (one.id === BROKEN ? { ...one, verdict: 'inconclusive', reason: 'no answer' } : one));
  const { verdict, totals } = compareReports(BEFORE, after);
  t.deepEqual([verdict, totals.undecided], ['undecided', 1]);
  t.end();
});

test('compare: a case that one kind of target cannot be asked for is left out with a note; between two of a kind it is undecided', (t) => {
  const lacking = { verdict: 'inconclusive', reason: 'not observable here: the target serves no HTTP' } as const;
  const less = (one: CaseReport): CaseReport =>
    one.id === BROKEN ? { id: one.id, kind: one.kind, inputs: 0, durationMs: 0, replay: one.replay, ...lacking } : one;
  const cli = changed(less, { target: { ...BEFORE.target, kind: 'cli', name: 'cli:x' } });
  for (const [one, other] of [
    [BEFORE, cli],
    [cli, BEFORE],
  ] as const) {
    const { verdict, totals, notes } = compareReports(one, other);
    t.deepEqual([verdict, totals.undecided, totals['new-passing']], ['not-worse', 0, 0]);
    const note = notes.find((one) => one.includes('left out'));
    t.match(note ?? '', /^1 case left out that cannot be observed on cli:x \S+ \(the target serves no HTTP\)$/);
  }
  const same = compareReports(BEFORE, changed(less));
  t.deepEqual([same.verdict, same.totals.undecided], ['undecided', 1]);
  t.notOk(same.notes.some((note) => note.includes('left out')));
  const silent = changed((one) => (one.id === BROKEN ? { ...one, verdict: 'inconclusive', reason: 'no answer' } : one));
  t.equal(compareReports(BEFORE, { ...silent, target: cli.target }).totals.undecided, 1, 'it could be asked');
  t.end();
});

test('compare: a quirk explains differences between two reports, but only in cases that the documents leave open', (t) => {
  const recorded = (observed: string) =>
    changed((one) =>
      one.id === BROKEN ? { ...one, verdict: 'recorded', reason: '', observed, counterexample: '[1]' } : one,
    );
  const quirks = [
    { of: [BROKEN], cause: 'the first returns, the second throws TypeError', reason: '', source: '' },
    { of: [FIXED, 'shared-dict.add.present/2'], cause: 'other values', reason: '', source: '' },
  ];
  const {
    totals,
    groups,
    quirks: uses,
  } = compareReports(recorded('returns 1'), recorded('throws TypeError: ""'), { quirks });
  t.deepEqual([totals.ignored, totals['answers-differently'], groups], [1, 0, []]);
  t.deepEqual(
    uses.map(({ cases }) => cases),
    [[BROKEN]],
    'a quirk does not apply to cases that the documents decide',
  );
  const part = compareReports(recorded('it: item 1: returns 1'), recorded('returns {"it":[["threw","TypeError"]]}'), {
    quirks,
  });
  t.equal(part.totals.ignored, 1, 'a report has the part of an answer that is not as was supposed');
  const otherwise = compareReports(recorded('returns 1'), recorded('returns 2'), { quirks });
  t.deepEqual([otherwise.totals.ignored, otherwise.totals['answers-differently']], [0, 1]);
  t.deepEqual(
    otherwise.quirks.map(({ cases }) => cases),
    [[]],
  );
  const worse = compareReports(BEFORE, changed(swapped), {
    quirks: quirks.map((one) => ({ ...one, of: [BROKEN, FIXED] })),
  });
  t.deepEqual([worse.verdict, worse.totals.regressed, worse.totals.fixed], ['worse', 1, 1]);
  t.end();
});

test('compare: a case that was worse by chance is unstable', (t) => {
  const { verdict, totals } = compareReports(BEFORE, changed(swapped), { unstable: new Set([BROKEN, FIXED]) });
  t.deepEqual([verdict, totals.regressed, totals.unstable, totals.fixed], ['undecided', 0, 1, 1]);
  t.end();
});

test('compare: reports without common cases are refused', (t) => {
  const other = changed((one) => ({ ...one, id: `other/${one.id}` }));
  t.throws(() => compareReports(BEFORE, other), NotComparable);
  const cut = changed((one) => one, { cutShort: 'interrupted' });
  t.throws(() => compareReports(BEFORE, cut), /--partial/);
  t.throws(() => compareReports(cut, BEFORE), /--partial/);
  t.equal(compareReports(cut, BEFORE, { partial: true }).verdict, 'not-worse');
  t.end();
});

test('compare: without observations on one side no comparison is clean', (t) => {
  const none = changed((one) => ({ ...one, verdict: 'inconclusive', reason: 'no answer' }));
  const right = changed((one) => (one.verdict === 'conforms' ? one : undefined), { selected: { only: 'x' } });
  t.throws(() => compareReports(none, right), NotComparable, 'before');
  t.equal(compareReports(none, BEFORE).verdict, 'undecided', 'a failing case may have failed before');
  t.throws(() => compareReports(none, none), NotComparable, 'both');
  t.equal(compareReports(BEFORE, none).verdict, 'undecided', 'a known result is no longer known');
  t.end();
});

test('compare: a report that holds a case twice is refused', (t) => {
  const [first, ...others] = BEFORE.requirements;
  const twice = { ...BEFORE, requirements: first === undefined ? [] : [first, first, ...others] };
  for (const [one, other] of [
    [twice, BEFORE],
    [BEFORE, twice],
  ] as const)
    t.throws(() => compareReports(one, other), /holds the case .* twice/);
  t.end();
});

test('compare: a case that a cut short run, or a run of the last failures, lacks was not removed', (t) => {
  const without = (one: CaseReport): CaseReport | undefined => (one.id === BROKEN ? undefined : one);
  const cut = compareReports(BEFORE, changed(without, { cutShort: 'shard 3/3 missing' }), { partial: true });
  t.deepEqual([cut.verdict, cut.totals.removed, cut.before.leftOut], ['not-worse', 0, 1]);
  t.ok(cut.notes.includes('cases that a cut-short run lacks are not compared'), cut.notes.join('; '));
  const selected = { lastFailed: true };
  const failed = compareReports({ ...BEFORE, selected }, changed(without, { selected }));
  t.deepEqual([failed.verdict, failed.totals.removed, failed.before.leftOut], ['not-worse', 0, 1]);
  t.end();
});

test('compare: a case is matched by its present id', (t) => {
  const OLD = 'shared-dict.added/1';
  const renamed = (id: string): string | undefined => (id === OLD ? BROKEN : undefined);
  const older = changed((one) => (one.id === BROKEN ? { ...one, id: OLD } : one), { srvspec: '0.0.9' });
  for (const [before, after] of [
    [older, changed(swapped)],
    [changed(swapped), older],
  ] as const) {
    const { totals, notes, groups } = compareReports(before, after, { renamed });
    const worse = before === older ? 'regressed' : 'fixed';
    t.equal(totals[worse], 1);
    t.ok(groups.some(({ change, cases }) => change === worse && cases[0]?.id === BROKEN));
    t.ok(notes.includes('1 case compared under the id of today'), notes.join('; '));
  }
  const twice = changed((one) => (one.id.startsWith('shared-dict.add.present/') ? { ...one, id: `x/${one.id}` } : one));
  t.equal(
    compareReports(twice, BEFORE, { renamed: () => BROKEN }).totals.removed,
    8,
    'cases that would become one keep their ids',
  );
  t.end();
});

test('compare: each case of either report is counted once', (t) => {
  const ids = new Set<string>();
  const some = changed((one) => (ids.add(one.id).size % 5 === 0 ? undefined : one));
  const more = changed((one) => (one.id.length % 3 === 0 ? undefined : swapped(one)));
  const casesOf = ({ requirements }: RunReport): number => requirements.flatMap(({ cases }) => cases).length;
  const union = new Set(
    [some, more].flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases.map(({ id }) => id))),
  );
  for (const after of [more, { ...more, srvspec: '0.2.0' }, { ...more, selected: { only: 'x' } }]) {
    const { totals, before: was, after: is, groups } = compareReports(some, after);
    const judged = Object.values(totals).reduce((sum, count) => sum + count, 0);
    t.equal(judged + was.leftOut + is.leftOut, union.size);
    t.ok(was.leftOut <= casesOf(some) && is.leftOut <= casesOf(more));
    const listed = groups.flatMap(({ change, cases }) => cases.map(({ id }) => ({ id, change })));
    t.equal(new Set(listed.map(({ id }) => id)).size, listed.length, 'none is listed twice');
    for (const change of new Set(listed.map((one) => one.change)))
      t.equal(listed.filter((one) => one.change === change).length, totals[change], change);
  }
  t.end();
});

test('compare: notes warn about comparisons that may mislead', (t) => {
  const at = (startedAt: string): RunReport => ({ ...BEFORE, circumstances: { ...BEFORE.circumstances, startedAt } });
  const is = (runtimeVersion: string): RunReport => ({ ...BEFORE, target: { ...BEFORE.target, runtimeVersion } });
  const notesOf = (before: RunReport, after: RunReport): string => compareReports(before, after).notes.join('; ');
  t.match(notesOf(at('2026-11-23T00:00:00.000Z'), BEFORE), /made before the first/);
  t.equal(notesOf(BEFORE, at('2026-11-23T00:00:00.000Z')), '');
  t.match(notesOf(is('0.8.10'), is('0.8.9')), /older than the first/);
  t.equal(notesOf(is('0.8.9'), is('0.8.10')), '');
  const part = { ...is('0.8.9'), selected: { only: 'buffer.**', shard: '1/3' } };
  t.equal(
    notesOf(part, { ...part, ...is('0.9.0'), selected: part.selected }),
    'only part of the suite was run: --only buffer.** --shard 1/3',
  );
  t.match(notesOf(part, is('0.9.0')), /only part of the suite was run on 0\.8\.9: --only buffer/);
  const standard = { ...is('0.8.9'), selected: { depth: 'standard' as const } };
  t.match(notesOf(standard, is('0.9.0')), /only part of the suite was run on 0\.8\.9: --depth standard/);
  t.end();
});

test('compare: answers to different inputs are reported with their own inputs', (t) => {
  const failing = (counterexample: string, observed: string) =>
    changed((one) =>
      one.id === BROKEN
        ? {
            ...one,
            verdict: 'violates',
            failure: 'wrong',
            reason: 'wrong',
            counterexample,
            observed,
            expected: 'returns 1',
          }
        : one,
    );
  const differently = compareReports(failing('[1]', 'returns 5'), failing('[2]', 'throws TypeError'));
  const lines = (text: string): readonly string[] => text.split('\n').map((line) => line.trim().replace(/ +/g, ' '));
  const parts = ['input [1]', 'before returns 5', 'input [2]', 'expected returns 1', 'after throws TypeError'];
  const text = lines(comparisonText(differently, { colour: false }));
  t.deepEqual(text.slice(text.indexOf('input [1]')).slice(0, parts.length), parts);
  const fixed = comparisonText(compareReports(failing('[1]', 'returns 5'), BEFORE), { colour: false });
  t.ok(lines(fixed).includes('input [1]') && lines(fixed).includes('expected returns 1'), 'of a fixed case, too');
  t.end();
});

test('compare: cases that fail alike are in one group, the largest first', (t) => {
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
