/** `srvspec coverage`: which rows of the documents have requirements, and which a run tested. */
import { parseArgs } from 'node:util';
import { rowCoverage, testedIn } from '../../reports/coverage.js';
import { coverageJson, coverageTables, uncoveredRows } from '../../reports/coverage-text.js';
import { readReport } from '../../reports/read.js';
import { COVERAGE_WRITERS } from '../../reports/writers/page-writers.js';
import { parseReportOptions } from '../../reports/writers/write.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { knownValue } from '../../spec/reading/nearest.js';
import type { SpecStatus } from '../../spec/reading/row-status.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { COVERAGE } from './declared/reading.js';
import { written } from './publishing.js';

/**
 * `srvspec coverage [--json] [--rows] [--from REPORT.json] [--document N] [--report html=FILE]`: counts rows by document and section. With
 * `--rows` it names the uncovered ones; the page has all rows. Without a report, everything that a complete run would test counts as
 * tested.
 *
 * @returns the exit status: 0, or 2 if the page could not be written
 * @throws UsageError for an unreadable report or a document that does not exist
 */
export async function coverageCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: COVERAGE.options });
  const outputs = parseReportOptions(values.report ?? [], COVERAGE_WRITERS);
  const whole = compiledSpec();
  const spec = values.document === undefined ? whole : onlyDocument(whole, values.document);
  const report = values.from === undefined ? undefined : await readReport(values.from);
  const tested = report && testedIn(report.requirements);
  const rows = rowCoverage(spec, tested);
  const view = { spec, rows, ...(report !== undefined && { report }) };
  if ((await written(view, COVERAGE_WRITERS, outputs)).length < outputs.length) return EXIT.usage;
  if (outputs.some(({ path }) => path === '-')) return EXIT.ok;
  process.stdout.write(values.json ? coverageJson(spec, rows, tested) : coverageTables(spec, rows, tested));
  if (values.rows && !values.json) process.stdout.write(`\n${uncoveredRows(rows)}`);
  return EXIT.ok;
}

/** The specification of one document. Requirements stay with the document of their file. */
function onlyDocument(spec: SpecStatus, wanted: string): SpecStatus {
  knownValue('--document', wanted, COVERAGE.options.document.values);
  const documents = spec.documents.filter(({ id }) => String(id) === wanted);
  return { ...spec, documents };
}
