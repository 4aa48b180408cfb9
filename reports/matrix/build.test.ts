import test from 'tape';
import { BROKEN, LACKING, sampleOf, sampleSources } from '../testing/matrix.js';
import { matrixOf } from './build.js';
import { causeKey, causesIn } from './causes.js';
import { cellStatus } from './cells.js';

const MATRIX = matrixOf(sampleSources());

/** The status of a case in each column. */
function statuses(id: string): readonly string[] {
  for (const { requirements } of MATRIX.objects)
    for (const of of requirements)
      for (const one of of.cases)
        if (`${of.id}/${one.name}` === id) return one.answers.map((at) => cellStatus(MATRIX.answers[at]));
  throw new Error(`there is no ${id}`);
}

test('matrix: columns are sorted by engine, newest version first, whatever the order of the reports', (t) => {
  t.deepEqual(
    MATRIX.columns.map(({ id }) => id),
    ['example-host-1.0.2-njs', 'example-host-0.8.9-njs', 'example-host-0.8.4-njs', 'example-host-1.0.2-qjs'],
  );
  t.deepEqual(MATRIX.groups, [
    { label: 'example host, njs', columns: 3 },
    { label: 'example host, qjs', columns: 1 },
  ]);
  const twice = matrixOf([{ report: sampleOf('1.0.2', 'njs') }, { report: sampleOf('1.0.2', 'njs') }]);
  t.equal(new Set(twice.columns.map(({ id }) => id)).size, 2, 'one version twice has two addresses');
  t.deepEqual(
    twice.columns.map(({ label }) => label),
    ['1.0.2 (22 November 2026, 09:30 UTC, run 1)', '1.0.2 (22 November 2026, 09:30 UTC, run 2)'],
    'and two names',
  );
  t.end();
});

test('matrix: every case is listed once, with its status in each report', (t) => {
  const cases = MATRIX.objects.flatMap(({ requirements }) => requirements.flatMap((of) => of.cases));
  t.equal(cases.length, 33 * 8);
  t.deepEqual(statuses(BROKEN), ['right', 'wrong', 'wrong', 'wrong']);
  t.deepEqual(statuses(LACKING), ['right', 'right', 'unknown', 'right'], 'the status of a missing case is unknown');
  t.ok(MATRIX.answers.length < 40, 'equal answers are stored once');
  t.end();
});

test('matrix: causes are sorted by their number of cases', (t) => {
  const causes = causesIn(MATRIX);
  const known = causes.find(({ cause }) => cause.startsWith('document: the name'));
  t.deepEqual(known?.counts, [1, 1, 1, 1]);
  const broken = causes.find(({ cause }) => cause.includes('"…":#'));
  t.deepEqual(broken?.counts, [0, 1, 1, 1]);
  t.equal(causeKey('a'), 'e40c292c', 'the key in the address is stable');
  t.end();
});
