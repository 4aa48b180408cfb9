/** `srvspec coverage`: which rows of the documents have requirements, and which a run tested. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Ajv } from 'ajv';
import { type Ids, rowCoverage, type Tested, testedIn } from '../../reports/coverage.js';
import { coverageJson, coverageTables, uncoveredRows } from '../../reports/coverage-text.js';
import { WORST_FIRST } from '../../reports/totals.js';
import { checkSpec } from '../../spec/reading/check.js';
import { complaintText } from '../../spec/reading/complaints.js';
import { readSpec } from '../../spec/reading/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Spec } from '../../spec/types/spec.js';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  rows: { type: 'boolean', default: false },
  from: { type: 'string' },
  document: { type: 'string' },
} as const;

/**
 * `srvspec coverage [--json] [--rows] [--from REPORT.json] [--document N]`: counts rows by document and section; with
 * `--rows` names those that are not covered. Without a report it counts as tested what a complete run would test.
 * Contradictions in the specification are told on stderr.
 *
 * @returns the exit status: 0; 1 when the specification contradicts itself
 * @throws UsageError for an unreadable report or a document that does not exist; SpecError
 */
export async function coverage(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const whole = readSpec(PACKAGE_ROOT);
  const spec = values.document === undefined ? whole : onlyDocument(whole, values.document);
  const tested = values.from === undefined ? undefined : readTested(values.from);
  const rows = rowCoverage(spec, tested);
  process.stdout.write(values.json ? coverageJson(spec, rows, tested) : coverageTables(spec, rows, tested));
  if (values.rows && !values.json) process.stdout.write(`\n${uncoveredRows(rows)}`);
  const complaints = checkSpec(whole);
  for (const complaint of complaints) process.stderr.write(`${complaintText(complaint)}\n`);
  return complaints.length === 0 ? EXIT.ok : EXIT.failed;
}

/** The specification as if the documents were one; requirements stay with the document of their file. */
function onlyDocument(spec: Spec, wanted: string): Spec {
  const documents = spec.documents.filter(({ id }) => String(id) === wanted);
  if (documents.length === 0) throw new UsageError(`--document takes 1, 2 or 3, not ${wanted}`);
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
function readTested(file: string): Ids {
  const report = readJson(file);
  const isReport = new Ajv().compile<{ readonly requirements: readonly Tested[] }>(REPORT);
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
