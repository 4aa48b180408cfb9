/** Writes the pages of a site: all targets, each run, comparisons, coverage. They link to each other and need no server. */

import { join } from 'node:path';
import { compareReports } from '../../reports/comparison/compare.js';
import { rowCoverage, testedIn } from '../../reports/coverage.js';
import { htmlComparison } from '../../reports/html/comparison/page.js';
import { htmlCoverage } from '../../reports/html/coverage/page.js';
import { htmlMatrix } from '../../reports/html/matrix/page.js';
import { htmlReport } from '../../reports/html/run/page.js';
import type { RunReport } from '../../reports/model.js';
import { writeText } from '../../reports/writers/write.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { recordedQuirks } from '../executor/quirks/files.js';
import { makeFolder } from '../targets/support/folders.js';
import { Findings } from './site-findings.js';

/** A run, with the name of its files. */
export interface SiteRun {
  readonly name: string;
  readonly report: RunReport;
}

const INDEX = 'index.html';
const COVERAGE = 'coverage.html';
const FINDINGS = 'findings.html';

/**
 * Writes the pages into the folder, which is created if it is missing. Coverage is that of the first run.
 * @param compared names of runs, before and after; pairs with a missing run are left out
 * @param findingsText the text of FINDINGS.md, to which failing cases of real hosts link
 * @returns names of the files
 */
export async function writeReportSite(
  folder: string,
  runs: readonly SiteRun[],
  compared: readonly (readonly [string, string])[],
  findingsText: string,
): Promise<readonly string[]> {
  await makeFolder(folder);
  const reports = new Map(runs.map(({ name, report }) => [name, report]));
  const comparisons = compared.flatMap(([from, to]) => {
    const [before, after] = [reports.get(from), reports.get(to)];
    if (before === undefined || after === undefined) return [];
    return [
      {
        link: `${from}-to-${to}.html`,
        title: `${from} → ${to}`,
        comparison: compareReports(before, after, { quirks: recordedQuirks() }),
      },
    ];
  });
  const findings = new Findings(findingsText, FINDINGS);
  const pages = new Map<string, () => string>([
    [
      INDEX,
      () =>
        htmlMatrix(
          runs.map(({ name, report }) => ({ report, link: `${name}.html`, findingOf: findings.linksOf(report) })),
          { coverage: COVERAGE, pages: [...comparisons, { link: FINDINGS, title: 'Findings' }] },
        ),
    ],
    ...runs.map(({ name, report }) => [`${name}.html`, () => htmlReport(report, INDEX)] as const),
    ...comparisons.map(({ link, comparison }) => [link, () => htmlComparison(comparison, INDEX)] as const),
    [COVERAGE, () => coveragePage(runs)],
    [FINDINGS, () => findings.page(INDEX)],
  ]);
  for (const [name, page] of pages) await writeText(page(), join(folder, name), 'the page');
  return [...pages.keys()];
}

function coveragePage([first]: readonly SiteRun[]): string {
  const spec = compiledSpec();
  if (first === undefined) return htmlCoverage({ spec, rows: rowCoverage(spec), places: { matrix: INDEX } });
  const { name, report } = first;
  const rows = rowCoverage(spec, testedIn(report.requirements));
  return htmlCoverage({ spec, rows, report, places: { matrix: INDEX, report: `${name}.html` } });
}
