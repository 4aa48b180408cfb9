import test from 'tape';
import { findingsOf, outlineOf, sectionPrefix, shortCaseId } from './outline.js';
import { sampleReport } from './testing/sample.js';
import { caseCount } from './wording.js';

test('the outline loses no requirement, case or section', (t) => {
  const report = sampleReport();
  const documents = outlineOf(report);
  const requirements = documents.flatMap(({ objects }) => objects.flatMap((object) => object.requirements));
  t.deepEqual(requirements.map(({ id }) => id).sort(), report.requirements.map(({ id }) => id).sort());
  t.equal(
    documents.flatMap(({ objects }) => objects).reduce((sum, { totals }) => sum + caseCount(totals), 0),
    caseCount(report.totals),
  );
  t.equal(
    documents.reduce((sum, { rows }) => sum + rows.total, 0),
    report.coverage.rows.total,
  );
  t.equal(documents.flatMap(({ sections }) => sections).length, report.coverage.sections.length);
  t.end();
});

test('a document that the report does not name is listed too', (t) => {
  const outline = outlineOf({ ...sampleReport(), documents: [] });
  t.deepEqual(
    outline.map(({ title }) => title),
    ['Document 1', 'Document 2', 'Document 3'],
  );
  t.end();
});

test('findings are the cases of one verdict with their requirement', (t) => {
  const findings = findingsOf(sampleReport(), 'deviates');
  t.deepEqual(
    findings.map(({ requirement, cases }) => [requirement.id, cases.map((one) => shortCaseId(requirement, one))]),
    [
      ['http-headers.outgoing.set-cookie', ['2']],
      ['buffer.swap.odd', ['1']],
    ],
  );
  t.end();
});

test('rows are found under the last slug of their section', (t) => {
  const counts = { rows: 1, covered: 1, excluded: 0 };
  t.equal(sectionPrefix({ document: 2, section: 'endpoints/x-operations', ...counts }), '2/x-operations');
  t.equal(sectionPrefix({ document: 3, section: 'limits', ...counts }), '3/limits');
  t.end();
});
