/** `srvspec coverage`: which rows of the documents have requirements, and which a run tested. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Ids, type RequirementVerdicts, rowCoverage, testedIn } from '../../reports/coverage.js';
import { coverageJson, coverageTables, uncoveredRows } from '../../reports/coverage-text.js';
import { readReport } from '../../reports/read.js';
import { WORST_FIRST } from '../../reports/totals.js';
import { COVERAGE_WRITERS } from '../../reports/writers/page-writers.js';
import { parseReportOptions } from '../../reports/writers/write.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { knownValue } from '../../spec/reading/nearest.js';
import type { StandingSpec } from '../../spec/reading/standing.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { COVERAGE } from './declared/reading.js';
import { written } from './publishing.js';

/**
 * `srvspec coverage [--json] [--rows] [--from REPORT.json] [--document N] [--report html=FILE]`: counts rows by document and
 * section; with `--rows` names those that are not covered; the page has all of them. Without a report it counts as tested what a
 * complete run would test.
 *
 * @returns the exit status: 0, or 2 when the page could not be written
 * @throws UsageError for an unreadable report or a document that does not exist
 */
export async function coverageCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: COVERAGE.options });
  const outputs = parseReportOptions(values.report ?? [], COVERAGE_WRITERS);
  const whole = compiledSpec();
  const spec = values.document === undefined ? whole : onlyDocument(whole, values.document);
  const tested = values.from === undefined ? undefined : await readTested(values.from);
  const rows = rowCoverage(spec, tested);
  const report = values.from === undefined || outputs.length === 0 ? undefined : await readReport(values.from);
  const view = { spec, rows, ...(report !== undefined && { report }) };
  if (!(await written(view, COVERAGE_WRITERS, outputs))) return EXIT.usage;
  if (outputs.some(({ path }) => path === '-')) return EXIT.ok;
  process.stdout.write(values.json ? coverageJson(spec, rows, tested) : coverageTables(spec, rows, tested));
  if (values.rows && !values.json) process.stdout.write(`\n${uncoveredRows(rows)}`);
  return EXIT.ok;
}

/** The specification as if the documents were one; requirements stay with the document of their file. */
function onlyDocument(spec: StandingSpec, wanted: string): StandingSpec {
  knownValue('--document', wanted, COVERAGE.options.document.values);
  const documents = spec.documents.filter(({ id }) => String(id) === wanted);
  return { ...spec, documents };
}

/** What `coverage` needs of a JSON report. */
const REPORT = {
  type: 'object',
  required: ['requirements'],
  properties: {
    requirements: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'cases'],
        properties: {
          id: { type: 'string' },
          cases: {
            type: 'array',
            items: { type: 'object', required: ['verdict'], properties: { verdict: { enum: WORST_FIRST } } },
          },
        },
      },
    },
  },
} as const;

/** Requirements that the run of this JSON report tested. */
async function readTested(file: string): Promise<Ids> {
  const report = readJson(file);
  const { Ajv } = await import('ajv');
  const isReport = new Ajv().compile<{ readonly requirements: readonly RequirementVerdicts[] }>(REPORT);
  if (isReport(report)) return testedIn(report.requirements);
  const [error] = isReport.errors ?? [];
  throw new UsageError(
    `--from: ${file} is not a report of \`srvspec run\`: ${error?.instancePath || '/'} ${error?.message}`,
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--from: ${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}
