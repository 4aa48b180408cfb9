import test from 'tape';
import { jsonReport } from '../../../reports/json.js';
import type { CaseReport, RunReport } from '../../../reports/model.js';
import { totalsOf } from '../../../reports/totals.js';
import { differencesOf, type SoakRun, unsteadyCases, violationsIn } from './compare.js';

const A_CASE: CaseReport = {
  id: 'a.b/c',
  kind: 'property',
  verdict: 'conforms',
  reason: '',
  inputs: 20,
  durationMs: 1.5,
  replay: 'srvspec replay a.b/c',
};

function reportOn(cases: readonly CaseReport[], durationMs = 10): RunReport {
  const of = { id: 'a.b', object: 'a', title: 'A', says: 'It is.', document: 2, strength: 'must', rows: [] } as const;
  return {
    srvspec: '0',
    circumstances: { startedAt: `2026-11-22T09:30:00.${durationMs}Z`, machine: 'one', command: 'srvspec run' },
    selected: {},
    documents: [],
    target: { name: 'x', kind: 'x', runtimeVersion: '1', engine: 'njs' },
    seed: 1,
    runs: 20,
    durationMs,
    totals: totalsOf(cases),
    requirements: [{ ...of, verdict: 'conforms', cases }],
    staleDeviations: [],
    coverage: {
      rows: { total: 0, covered: 0, excluded: 0 },
      requirements: { total: 0, tested: 0 },
      sections: [],
    },
  };
}

const ran = (cases: readonly CaseReport[], more: Partial<SoakRun> = {}): SoakRun => ({
  target: 'x',
  seed: 1,
  jobs: 1,
  status: 0,
  text: jsonReport(reportOn(cases)),
  ...more,
});

test('runs that differ only in times are equal', (t) => {
  const later = { ...A_CASE, durationMs: 0.25 };
  t.deepEqual(differencesOf(ran([A_CASE]), ran([later], { jobs: 8, text: jsonReport(reportOn([later], 999)) })), []);
  const saying = { ...A_CASE, reason: '"durationMs": 1' };
  const other = { ...A_CASE, reason: '"durationMs": 2' };
  t.equal(differencesOf(ran([saying]), ran([other])).length, 1, 'a text that looks like a time is no time');
  t.end();
});

test('a verdict that differs is one difference, with both texts', (t) => {
  const wrong: CaseReport = { ...A_CASE, verdict: 'violates', reason: 'wrong: 2', expected: '1', observed: '2' };
  t.deepEqual(differencesOf(ran([A_CASE]), ran([wrong], { status: 1 })), [
    { of: 'status', id: 'exit status', first: '0', second: '1' },
    { of: 'verdict', id: 'a.b/c', first: 'conforms: ', second: 'violates: wrong: 2: 2' },
  ]);
  t.end();
});

test('differing evidence is reported field by field', (t) => {
  const shown = (observed: string): CaseReport => ({ ...A_CASE, verdict: 'recorded', observed });
  t.deepEqual(differencesOf(ran([shown('1')]), ran([shown('2')])), [
    { of: 'text', id: 'a.b/c observed', first: '1', second: '2' },
  ]);
  t.end();
});

test('cases and parts that one report lacks are reported', (t) => {
  const more = { ...A_CASE, id: 'a.b/d' };
  t.deepEqual(
    differencesOf(ran([A_CASE]), ran([A_CASE, more])).map(({ id, first }) => [id, first]),
    [['a.b/d', 'none']],
  );
  const stale = [{ id: 'a.b/c', why: 'it conforms' }];
  const text = jsonReport({ ...reportOn([A_CASE]), staleDeviations: stale });
  t.deepEqual(
    differencesOf(ran([A_CASE]), ran([A_CASE], { text })).map(({ of, id }) => [of, id]),
    [['text', 'staleDeviations value']],
  );
  const none = differencesOf(ran([A_CASE]), ran([A_CASE], { status: 3, text: '' }));
  t.deepEqual(
    none.map(({ of, second }) => [of, second]),
    [
      ['status', '3'],
      ['text', 'none'],
    ],
  );
  t.end();
});

test('another order of cases is a difference', (t) => {
  const more = { ...A_CASE, id: 'a.b/d' };
  t.deepEqual(
    differencesOf(ran([A_CASE, more]), ran([more, A_CASE])).map(({ of, id }) => [of, id]),
    [['text', 'order']],
  );
  t.end();
});

test('cases that only some seeds judge are reported once', (t) => {
  const unjudged: CaseReport = { ...A_CASE, verdict: 'inconclusive', reason: 'not seen again alone' };
  const never: CaseReport = { ...unjudged, id: 'a.b/never' };
  const runs = [ran([A_CASE, never]), ran([unjudged, never], { seed: 2 }), ran([A_CASE, never], { seed: 3 })];
  t.deepEqual(unsteadyCases(runs), [
    { of: 'verdict', id: 'a.b/c', first: 'seed 2: inconclusive: not seen again alone', second: 'seed 3: conforms: ' },
  ]);
  t.deepEqual(unsteadyCases([ran([A_CASE]), ran([A_CASE], { seed: 2, text: '' })]), []);
  t.end();
});

test('violations are found for their replay', (t) => {
  const wrong: CaseReport = { ...A_CASE, id: 'a.b/w', verdict: 'violates', reason: 'wrong: 2' };
  t.deepEqual(
    violationsIn(ran([A_CASE, wrong]).text).map(({ id }) => id),
    ['a.b/w'],
  );
  t.deepEqual(violationsIn(''), []);
  t.end();
});
