import test from 'tape';
import { readSpec } from '../spec/reading/read.js';
import { rowStatuses, type SpecStatus } from '../spec/reading/row-status.js';
import { inFolder, row, rowsFile, since, yaml } from '../spec/testing/folder.js';
import type { Spec } from '../spec/types/specification.js';
import { coverageOf, rowCoverage, sectionsOf, testedIn } from './coverage.js';
import { coverageJson, coverageTables, uncoveredRows } from './coverage-text.js';
import type { VerdictKind } from './model.js';

const FILES = {
  'spec/rows/2.json': rowsFile(2, [
    row('2/dict/incr', { code: ['incr(key)'] }),
    row('2/dict/get', { code: ['get(key)', 'undefined'] }),
    row('2/dict/ttl', { code: ['ttl(key)'] }),
    row('2/dict/p1'),
    row('2/versions/0-8-0', { versions: since('0.8.0') }),
    row('2/versions/0-9-7', { versions: since('0.9.7') }),
  ]),
  'spec/rows/1.json': rowsFile(1, [row('1/api/get'), row('1/api/post')]),
  'spec/2-host-objects/dict/dict.yaml': yaml.requirements(`title: Dictionary
requirements:
  - { id: dict.incr, says: incr, strength: must, rows: [2/dict/incr, 2/versions/0-8-0], since: 0.8.0, cases: [{ law: a }] }
  - { id: dict.incr.more, says: incr, strength: must, rows: [2/dict/incr], members: [a] }
  - { id: dict.get, says: get, strength: must, rows: [2/dict/get], cases: [{ law: a }] }
  - { id: dict.ttl, says: ttl since 0.9.7, strength: must, rows: [2/dict/ttl, 2/versions/0-9-7], cases: [{ law: a }] }
excluded:
  - { rows: [2/dict/p1], reason: It introduces the table. }
`),
  'spec/1-server-management-api/api/api.yaml': yaml.requirements(`title: API
requirements:
  - { id: api.get, says: s, strength: must, rows: [1/api/get], cases: [] }
`),
  'spec/pending.yaml': yaml.pending('pending: [1/api/post, 2/versions/0-9-7]\n'),
};
const READ = inFolder(FILES, readSpec);
const withStatuses = (spec: Spec): SpecStatus => ({ ...spec, statuses: rowStatuses(spec) });
const SPEC = withStatuses(READ);

const statesOf = (tested?: ReadonlySet<string>) =>
  Object.fromEntries(rowCoverage(SPEC, tested).map(({ status, state }) => [status.row.id, state]));

test('coverage: without a run, requirements with cases count as tested', (t) => {
  t.deepEqual(statesOf(), {
    '1/api/get': 'untested',
    '1/api/post': 'pending',
    '2/dict/incr': 'covered',
    '2/dict/get': 'partly',
    '2/dict/ttl': 'covered',
    '2/dict/p1': 'excluded',
    '2/versions/0-8-0': 'covered',
    '2/versions/0-9-7': 'partly',
  });
  t.end();
});

test('coverage: with a run, one tested requirement covers a row', (t) => {
  const states = statesOf(new Set(['dict.incr.more', 'dict.get']));
  t.equal(states['2/dict/incr'], 'covered');
  t.equal(states['2/versions/0-8-0'], 'untested', 'only dict.incr cites it');
  t.equal(states['2/dict/ttl'], 'untested');
  t.equal(states['2/dict/get'], 'partly', 'tested, but `undefined` is left out');
  t.equal(states['2/dict/p1'], 'excluded');
  t.end();
});

test('coverage: counts of all documents and of sections', (t) => {
  t.deepEqual(coverageOf(SPEC, new Set(['dict.incr', 'dict.get'])), {
    rows: { total: 8, covered: 2, excluded: 1 },
    requirements: { total: 5, tested: 2 },
    sections: [
      { document: 1, section: 'chapter/api', rows: 2, covered: 0, excluded: 0 },
      { document: 2, section: 'chapter/dict', rows: 4, covered: 1, excluded: 1 },
      { document: 2, section: 'chapter/versions', rows: 2, covered: 1, excluded: 0 },
    ],
  });
  t.deepEqual(coverageOf(SPEC).requirements, { total: 5, tested: 4 });
  t.end();
});

test('coverage: counts of one document', (t) => {
  const one = { ...SPEC, documents: SPEC.documents.filter(({ id }) => id === 1) };
  t.deepEqual(coverageOf(one), {
    rows: { total: 2, covered: 0, excluded: 0 },
    requirements: { total: 1, tested: 0 },
    sections: [{ document: 1, section: 'chapter/api', rows: 2, covered: 0, excluded: 0 }],
  });
  t.end();
});

test('coverage: a row without any mention is missing', (t) => {
  const spec = withStatuses({ ...READ, pending: [] });
  t.deepEqual(
    rowCoverage(spec)
      .filter(({ state }) => state === 'missing')
      .map(({ status }) => status.row.id),
    ['1/api/post'],
  );
  t.end();
});

test('coverage: only judged cases test a requirement', (t) => {
  const report = (id: string, ...verdicts: VerdictKind[]) => ({
    id,
    cases: verdicts.map((verdict) => ({ verdict })),
  });
  const tested = testedIn([
    report('a', 'conforms'),
    report('b', 'violates', 'inconclusive'),
    report('c', 'not-applicable', 'deviates'),
    report('d', 'not-applicable', 'inconclusive'),
    report('e'),
    report('f', 'not-applicable', 'recorded'),
  ]);
  t.deepEqual([...tested], ['a', 'b', 'c', 'f']);
  t.end();
});

test('coverage: tables', (t) => {
  const text = coverageTables(SPEC, rowCoverage(SPEC));
  t.equal(
    text,
    [
      'Document 1: Document 1',
      '',
      '         rows  with requirements  excluded  partly  testable',
      '  1/api     2                  1         0       0         0',
      '  total     2                  1         0       0         0',
      '',
      'Document 2: Document 2',
      '',
      '              rows  with requirements  excluded  partly  testable',
      '  2/dict         4                  3         1       1         2',
      '  2/versions     2                  2         0       1         1',
      '  total          6                  5         1       2         3',
      '',
      'Excluded',
      '  It introduces the table.',
      '    2/dict/p1',
      '',
    ].join('\n'),
  );
  const tested = new Set<string>();
  t.match(coverageTables(SPEC, rowCoverage(SPEC, tested), tested), /partly {2}tested\n/);
  t.end();
});

test('coverage: rows not covered, worst first', (t) => {
  t.deepEqual(uncoveredRows(rowCoverage(SPEC)).split('\n'), [
    'Rows not covered',
    '  untested  1/api/get (api.get)',
    '  partly    2/dict/get, left out: `undefined` (dict.get)',
    '  partly    2/versions/0-9-7, pending (dict.ttl)',
    '  pending   1/api/post',
    '',
  ]);
  t.equal(uncoveredRows([]), 'Every row is covered\n');
  t.end();
});

test('coverage: JSON', (t) => {
  const { excluded, uncovered, measured, rows } = JSON.parse(coverageJson(SPEC, rowCoverage(SPEC)));
  t.deepEqual(rows, { total: 8, covered: 3, excluded: 1 });
  t.equal(measured, false);
  t.deepEqual(excluded, [{ row: '2/dict/p1', reason: 'It introduces the table.' }]);
  t.deepEqual(uncovered[1], { row: '1/api/post', state: 'pending', unmentioned: [] });
  t.deepEqual(uncovered[2], { row: '2/dict/get', state: 'partly', unmentioned: ['undefined'] });
  t.end();
});

test('coverage: sections keep the order of the documents', (t) => {
  t.deepEqual(
    sectionsOf(rowCoverage(SPEC)).map(([first]) => first?.section),
    ['chapter/api', 'chapter/dict', 'chapter/versions'],
  );
  t.end();
});
