/**
 * `npm run findings`: writes reports/FINDINGS.md from runs on the unpacked hosts. `--reports DIR` stores their reports, and reuses existing
 * ones.
 */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunReport } from '../../reports/model.js';
import { readReport } from '../../reports/read.js';
import { caseCount } from '../../reports/wording.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { objects } from '../cases/generated/index.js';
import { identify } from '../executor/identify.js';
import { locationPath } from '../executor/merging.js';
import type { RunnableCase } from '../executor/planned.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { NotAlone } from '../reproducers/configuration.js';
import { NothingWrong } from '../reproducers/fault.js';
import { type Reproducer, writeReproducer } from '../reproducers/reproducer.js';
import { referenceLike } from '../targets/reference/reference.js';
import { makeFolder } from '../targets/support/folders.js';
import { runProcess } from '../targets/support/process.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { causesOf, type FindingCause, type ObservedViolation } from './causes.js';
import { type FindingHost, findingHosts } from './hosts.js';
import { findingsText, type HostFinding, type HostSummary, type Severity, scriptIn } from './text.js';

const OUTPUT = join(PACKAGE_ROOT, 'reports/FINDINGS.md');
const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
const RUN_MS = 1_800_000;
/** The number of cases of a cause that are tried until a script shows it. */
const TRIES = 4;

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
    const reports: [FindingHost, RunReport][] = [];
    for (const host of hosts) reports.push([host, await reportOn(host, folder)]);
    const { newest, older } = causesOf(reports);
    const findings: HostFinding[] = [];
    for (const cause of newest) findings.push(await findingOf(cause));
    for (const cause of older) {
      const found = await findingOf(cause);
      if (found.severity !== 'wrong') findings.push(found);
    }
    await writeFile(
      OUTPUT,
      `${findingsText(findings, await Promise.all(reports.map(summaryOf)), reports[0]?.[1].documents ?? []).trimEnd()}\n`,
    );
    printLine(
      `${OUTPUT}: ${findings.length} findings, ${findings.filter(({ written }) => written !== undefined).length} with a script`,
    );
    return 0;
  } finally {
    if (values.reports === undefined) await rm(folder, { recursive: true, force: true });
  }
}

const printLine = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** The existing report, or a new one. */
async function reportOn({ key, options }: FindingHost, folder: string): Promise<RunReport> {
  const file = join(folder, `${key}.json`);
  if (!existsSync(file)) {
    printLine(`running ${key}`);
    const ended = await runProcess([process.execPath, MAIN, 'run', ...options, '--report', `json=${file}`], {
      deadlineMs: RUN_MS,
    });
    if (!existsSync(file)) throw new Error(`${key}: ${ended.stderr.text()}`);
  }
  return readReport(file);
}

async function summaryOf([host, report]: readonly [FindingHost, RunReport]): Promise<HostSummary> {
  const { build } = await host.setting();
  const [first = ''] = build.split('\n');
  const { runtimeVersion, engine } = report.target;
  return {
    key: host.key,
    runtime: `njs ${runtimeVersion}, engine ${engine}`,
    build: first,
    cases: caseCount(report.totals),
  };
}

/** A script this short needs no shorter one. */
const SHORT = 500;

/** The worst result of a script for the cause, or of the observations; of several scripts the shortest. */
async function findingOf(cause: FindingCause): Promise<HostFinding> {
  let why: string | undefined;
  let best: Reproducer | undefined;
  let command: string | undefined;
  for (const sighting of cause.sightings.slice(0, TRIES)) {
    const written = await writtenOf(sighting, cause);
    if (typeof written === 'string') why ??= written;
    else if (best === undefined || sizeOf(written) < sizeOf(best)) {
      best = written;
      command = sighting.host.command;
    }
    if (best !== undefined && sizeOf(best) < SHORT) break;
  }
  const name = `${cause.sightings[0]?.of.id}, ${cause.sightings[0]?.host.key}`;
  printLine(best === undefined ? `no script: ${name}: ${why}` : `shown: ${name}`);
  return { cause, severity: severityOf(cause, best?.actual), written: best, why, command };
}

const sizeOf = ({ files }: Reproducer): number => scriptIn(files).length;

function severityOf({ sightings }: FindingCause, actual = ''): Severity {
  const worst = sightings.map(({ of }) => of.failure);
  if (/^it (died|ended)/.test(actual) || worst.includes('crash')) return 'crash';
  return /^no answer/.test(actual) || worst.includes('hang') ? 'hang' : 'wrong';
}

/** The case as a script, or why there is none. */
async function writtenOf(
  { host, of, requirement }: ObservedViolation,
  { deviation }: FindingCause,
): Promise<Reproducer | string> {
  const planned = await plannedCase(of.id);
  const { runtime } = host.target.drivers;
  if (planned === undefined || runtime === undefined) return 'the case is gone';
  const identity = await identify({ ...host.target, drivers: { runtime } }, DEFAULT_DEADLINES.single);
  const reference = referenceLike(identity);
  const { says } = requirement;
  const path = /--path (\S+)/.exec(of.replay)?.[1];
  const seed = Number(/--seed (\d+)/.exec(of.replay)?.[1] ?? 1);
  const program = await host.setting();
  const targetName = host.target.name;
  try {
    return await writeReproducer({
      ...{
        of: planned,
        seed,
        path,
        says,
        known: deviation,
        replay: of.replay,
        driver: runtime,
        identity,
        targetName,
        program,
        reference,
      },
    });
  } catch (error) {
    if (error instanceof NothingWrong || error instanceof NotAlone) return error.message;
    throw error;
  }
}

async function plannedCase(id: string): Promise<RunnableCase | undefined> {
  for (const { names, load } of objects) {
    if (!names.some((name) => id.startsWith(`${name}.`))) continue;
    const { requirements, subject } = await load();
    for (const { id: requirement, strength, rows, cases } of requirements) {
      const found = cases.find((one) => one.id === id);
      if (found !== undefined)
        return { id, strength, requirement, rows, subject, body: found.body(), at: locationPath(id), replay: '' };
    }
  }
  return undefined;
}

process.exitCode = await main();
