/** A missing feature is a cause of its own, with all cases that could not be observed without it. */
import test from 'tape';
import { type Cause, failuresOf, remarksOn, unobservedIn } from './causes.js';
import type { CaseReport, RunReport } from './model.js';
import { sampleReport } from './testing/sample.js';

/** A report on a missing feature: one case violates, and the given number of cases could not be observed. */
function missing(what: Readonly<Record<string, number>>): Pick<RunReport, 'requirements'> {
  const [requirement] = sampleReport(1).requirements;
  if (requirement === undefined) throw new Error('the sample has requirements');
  const seen = { kind: 'example', inputs: 1, durationMs: 1, replay: '' } as const;
  const requirements = Object.entries(what).map(([reason, count]) => {
    const id = `a.${reason.replaceAll(' ', '-')}`;
    const presence: CaseReport = {
      ...seen,
      id: `${id}/presence`,
      verdict: 'violates',
      failure: 'wrong',
      reason: `wrong: ${reason}`,
      observed: reason,
    };
    const lost = Array.from(
      { length: count },
      (_, i): CaseReport => ({ ...seen, id: `${id}/${i}`, verdict: 'inconclusive', missing: true, reason }),
    );
    return { ...requirement, id, cases: [...lost, presence] };
  });
  return { requirements };
}

const lineOf = (of: Cause): string =>
  [`${of.cause}: ${of.cases.length} of ${of.requirements}`, ...remarksOn(of)].join(', ');

test('causes: a missing feature is named once, its violation first', (t) => {
  const report = missing({ 'Buffer is missing': 3, 'the module fs cannot be imported': 5 });
  t.deepEqual(failuresOf(report).map(lineOf), [
    'wrong: the module fs cannot be imported: 6 of 1, 5 not observed',
    'wrong: Buffer is missing: 4 of 1, 3 not observed',
  ]);
  t.equal(failuresOf(report)[0]?.cases[0]?.verdict, 'violates');
  t.deepEqual(unobservedIn(report), []);
  t.end();
});

test('causes: if many features are missing, those with few cases share one cause', (t) => {
  const report = missing({
    'the module fs cannot be imported': 9,
    'Buffer is missing': 8,
    'the global crypto is missing': 7,
    'the module xml cannot be imported': 6,
    'atob is missing': 2,
    'the module zlib cannot be imported': 1,
  });
  const lines = failuresOf(report).map(lineOf);
  t.equal(lines.length, 5);
  t.equal(lines[3], 'wrong: the module xml cannot be imported: 7 of 1, 6 not observed');
  t.equal(lines[4], 'wrong: 2 more are missing: atob, zlib: 5 of 2, 3 not observed');
  t.end();
});
