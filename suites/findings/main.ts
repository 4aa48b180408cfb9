/**
 * `npm run findings`: writes reports/FINDINGS.md and a page for each of the worst findings, from runs on the unpacked hosts. `--reports DIR`
 * stores their reports, and reuses existing ones.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunReport } from '../../reports/model.js';
import { readReport } from '../../reports/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { eachOf } from '../executor/each-of.js';
import { makeFolder } from '../targets/support/folders.js';
import { runProcess } from '../targets/support/process.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { causesOf, type FindingCause, isOnNewest, recordedIds } from './causes.js';
import type { Finding } from './finding.js';
import { type FindingHost, findingHosts } from './hosts.js';
import { findingOf } from './scripts.js';
import { writeFindings } from './writing.js';

const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
const RUN_MS = 1_800_000;
/** Each run uses a processor. */
const RUNS_AT_ONCE = 2;
/** Scripts mostly wait. */
const SCRIPTS_AT_ONCE = 3;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { reports: { type: 'string' } } });
  const hosts = findingHosts(PACKAGE_ROOT);
  if (hosts.length === 0) {
    process.stderr.write('no host is unpacked here; `npm run hosts` unpacks them\n');
    return 3;
  }
  const folder = values.reports ?? (await scratchFolder());
  await makeFolder(folder);
  try {
    const reports = await eachOf(hosts, RUNS_AT_ONCE, async (host) => [host, await reportOn(host, folder)] as const);
    const causes = causesOf(reports);
    const findings = await eachOf(causes.causes.filter(isOnNewest), SCRIPTS_AT_ONCE, shownFinding);
    printLine(await writeFindings(reports, causes, findings));
    return statusOf(findings, causes.unrecorded);
  } finally {
    if (values.reports === undefined) await rm(folder, { recursive: true, force: true });
  }
}

const printLine = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function shownFinding(cause: FindingCause): Promise<Finding> {
  const finding = await findingOf(cause);
  printLine(finding.script === undefined ? `no script: ${cause.id}: ${finding.why}` : `shown: ${cause.id}`);
  return finding;
}

/** A violation that nobody recorded, or a script by hand that shows nothing, is an error. */
function statusOf(findings: readonly Finding[], unrecorded: readonly string[]): number {
  const failing = findings.filter(({ fails }) => fails === true);
  for (const { cause, why } of failing) printLine(`error: ${cause.id}: ${why}`);
  for (const id of unrecorded) printLine(`error: violated, and not recorded in suites/deviations: ${id}`);
  return failing.length + unrecorded.length === 0 ? 0 : 1;
}

/** The existing report, or a new one of the cases that recorded deviations name. */
async function reportOn({ key, options }: FindingHost, folder: string): Promise<RunReport> {
  const file = join(folder, `${key}.json`);
  if (!existsSync(file)) {
    printLine(`running ${key}`);
    const selected = ['--depth', 'full', '--only', `{${recordedIds().join()}}`];
    const command = [process.execPath, MAIN, 'run', ...options, ...selected, '--report', `json=${file}`];
    const ended = await runProcess(command, { deadlineMs: RUN_MS });
    if (!existsSync(file)) throw new Error(`${key}: ${ended.stderr.text()}`);
  }
  return readReport(file);
}

process.exitCode = await main();
