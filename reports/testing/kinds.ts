/** A page of each kind, made of samples. */
import { compareReports } from '../comparison/compare.js';
import type { RowCoverage } from '../coverage.js';
import { htmlComparison } from '../html/comparison/page.js';
import { htmlCoverage } from '../html/coverage/page.js';
import { htmlMatrix } from '../html/matrix/page.js';
import { htmlReport } from '../html/run/page.js';
import type { RowState, RunReport } from '../model.js';
import { sampleSources } from './matrix.js';
import { nastyReport, sampleReport } from './sample.js';

/** Pages of these reports by kind, and a fragment at which each shows evidence. */
export type Kinds = { readonly [kind: string]: { readonly text: string; readonly fragment: string } };

const row = (name: string, state: RowState, more: Partial<RowCoverage['status']> = {}): RowCoverage => ({
  document: 2,
  section: 'endpoints/dict',
  state,
  status: {
    row: { id: `2/dict/${name}`, section: ['endpoints', 'dict'] },
    citedBy: [],
    pending: false,
    unmentioned: [],
    ...more,
  },
});

const CITED = { id: 'shared-dict.incr.missing-key', says: 'A missing key begins.', rows: ['2/dict/incr'] };

export const SAMPLE_ROWS: readonly RowCoverage[] = [
  row('incr', 'covered', { citedBy: [CITED] }),
  row('get', 'partly', { citedBy: [{ ...CITED, id: 'other' }], unmentioned: ['0.8.4'] }),
  row('title', 'excluded', { excluded: 'states nothing that can be tested' }),
  row('later', 'pending', { pending: true }),
];

export const SAMPLE_SPEC = { documents: sampleReport().documents.map(({ id, title }) => ({ id, title, sha256: '' })) };

/** The sample, other versions of it, and its rows. */
export function sampleKinds(): Kinds {
  const [oldest, newest] = sampleSources(3).map(({ report }) => report);
  if (oldest === undefined || newest === undefined) throw new Error('there are no samples');
  const report = sampleReport(3);
  const view = { spec: SAMPLE_SPEC, rows: SAMPLE_ROWS, report, places: { matrix: 'index.html', report: 'run.html' } };
  return {
    run: { text: htmlReport(report, 'index.html'), fragment: 'verdict=violates,deviates' },
    comparison: {
      text: htmlComparison(compareReports(newest, oldest), 'index.html'),
      fragment: 'change=crashes,regressed',
    },
    coverage: { text: htmlCoverage(view), fragment: 'state=' },
    matrix: { text: htmlMatrix(sampleSources(3), { coverage: 'coverage.html' }), fragment: 'differ=1' },
  };
}

/** A page of each kind with the strings that careless writers get wrong. */
export function nastyKinds(): Kinds {
  const report = nastyReport();
  const changed: RunReport = {
    ...report,
    target: { ...report.target, runtimeVersion: '2' },
    requirements: report.requirements.map((one) => ({
      ...one,
      cases: one.cases.map((of) => ({ ...of, ...(of.verdict === 'violates' && { observed: `${of.observed} not` }) })),
    })),
  };
  return {
    run: { text: htmlReport(report), fragment: 'verdict=' },
    comparison: { text: htmlComparison(compareReports(report, changed)), fragment: 'change=crashes,regressed' },
    matrix: { text: htmlMatrix([{ report }, { report: changed }]), fragment: 'status=wrong' },
  };
}
