/** Reads JSON reports and validates them against their schema. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileFault } from '../spec/reading/file-fault.js';
import { PACKAGE_ROOT } from '../spec/reading/root.js';
import { UsageError } from '../spec/reading/user-error.js';
import type { RunReport } from './model.js';
import { printableLine } from './printable.js';

/**
 * The report in a file that `run --report json=FILE` wrote; `-` is standard input.
 * @throws UsageError if it cannot be read, or is not a report
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
    `${file} is not a report of this srvspec${writerOf(report)}: ${error?.instancePath || '/'} ${error?.message}; ${ADVICE}`,
  );
}

const ADVICE = 'write one with `srvspec run --report json=FILE`';

/** The release that wrote what another cannot read. */
function writerOf(report: unknown): string {
  const writer = report !== null && typeof report === 'object' && 'srvspec' in report ? report.srvspec : undefined;
  return typeof writer === 'string' ? `, but of ${printableLine(writer)}` : '';
}

const textOf = (file: string): Promise<string> => (file === '-' ? text(process.stdin) : readFile(file, 'utf8'));

async function readJson(file: string): Promise<unknown> {
  try {
    // Editors and shells of Windows put a byte order mark before it.
    return JSON.parse((await textOf(file)).replace(/^\ufeff/, ''));
  } catch (error) {
    const fault = fileFault(error);
    if (fault !== undefined) throw new UsageError(`the report ${file} cannot be read: ${fault}`);
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} is not a report: it is not JSON: ${printableLine(why)}; ${ADVICE}`);
  }
}
