/** `srvspec matrix REPORT.json…`: several reports in one page, requirement by target. */
import { parseArgs } from 'node:util';
import type { MatrixSource } from '../../reports/matrix/build.js';
import { readReport } from '../../reports/read.js';
import { MATRIX_WRITERS } from '../../reports/writers/page-writers.js';
import { parseReportOptions } from '../../reports/writers/write.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { MATRIX } from './declared/reading.js';
import { complainOf, written } from './publishing.js';

/**
 * Columns are sorted by engine, newest version first, in whatever order the reports are given.
 *
 * @returns the exit status: 0, or 2 if the page could not be written
 * @throws UsageError without a report or a place for the page
 */
export async function matrix(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: MATRIX.options, allowPositionals: true });
  const outputs = parseReportOptions(values.report ?? [], MATRIX_WRITERS);
  if (positionals.length === 0 || outputs.length === 0)
    throw new UsageError(
      'matrix takes JSON reports and says where the page goes: `srvspec matrix A.json B.json --report html=FILE`',
    );
  await complainOf(outputs);
  const sources: MatrixSource[] = [];
  for (const file of positionals) sources.push({ report: await readReport(file) });
  const reports = await written(sources, MATRIX_WRITERS, outputs);
  return reports.length === outputs.length ? EXIT.ok : EXIT.usage;
}
