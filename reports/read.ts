/** Reads a JSON report back, checked against its schema. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../spec/reading/root.js';
import { UsageError } from '../spec/reading/user-error.js';
import type { RunReport } from './model.js';

/**
 * The report in a file that `run --report json=FILE` wrote.
 * @throws UsageError when it cannot be read, or holds something else
 */
export async function readReport(file: string): Promise<RunReport> {
  const report = await readJson(file);
  const { Ajv } = await import('ajv');
  const schema = await readJson(join(PACKAGE_ROOT, 'reports/report.schema.json'));
  if (typeof schema !== 'object' || schema === null) throw new Error('the schema of reports is no object');
  const isReport = new Ajv({ strict: false }).compile<RunReport>(schema);
  if (isReport(report)) return report;
  const [error] = isReport.errors ?? [];
  throw new UsageError(
    `${file} is not a report of this srvspec: ${error?.instancePath || '/'} ${error?.message}; write one with \`srvspec run --report json=FILE\``,
  );
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
