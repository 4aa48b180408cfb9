/** `srvspec matrix REPORT.json…`: several reports in one page, requirement by target. */
import { parseArgs } from 'node:util';
import { htmlMatrix } from '../../reports/html/matrix/page.js';
import { readReport } from '../../reports/read.js';
import { writeText } from '../../reports/write.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { htmlFile } from './html-file.js';

const OPTIONS = { report: { type: 'string', multiple: true, default: [] as string[] } } as const;

/**
 * Columns stand by engine, newest version first, in whatever order the reports are given.
 *
 * @returns the exit status 0
 * @throws UsageError without a report to read or a file to write
 */
export async function matrix(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const files = values.report.map(htmlFile);
  if (positionals.length === 0 || files.length === 0)
    throw new UsageError(
      'matrix takes JSON reports and says where the page goes: `srvspec matrix A.json B.json --report html=FILE`',
    );
  const sources = [];
  for (const file of positionals) sources.push({ report: await readReport(file) });
  const page = htmlMatrix(sources);
  for (const file of files) await writeText(page, file, 'the matrix');
  return EXIT.ok;
}
