/** Writes FINDINGS.md and the pages of the worst findings. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findingAnchor } from '../../reports/finding-anchor.js';
import { caseCount } from '../../reports/wording.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { makeFolder } from '../targets/support/folders.js';
import { type FindingCauses, type HostReport, isOnNewest } from './causes.js';
import { deviationsDigest } from './digest.js';
import { type Finding, isShort } from './finding.js';
import { byKind } from './kinds.js';
import { pageText } from './page.js';
import { findingsText, type HostSummary } from './text.js';

const OUTPUT = join(PACKAGE_ROOT, 'reports/FINDINGS.md');
const PAGES = join(PACKAGE_ROOT, 'reports/findings');
/** The number of findings with a page. */
const MOST_PAGES = 20;

/** Returns what was written, in one line. */
export async function writeFindings(
  reports: readonly HostReport[],
  { causes, unseen }: FindingCauses,
  given: readonly Finding[],
): Promise<string> {
  const findings = worstFirst(given);
  const hosts = await Promise.all(reports.map(summaryOf));
  const sure = findings.filter(({ doubt, script }) => doubt === undefined && script !== undefined && isShort(script));
  const worst = sure.slice(0, MOST_PAGES);
  const documents = reports[0]?.[1].documents ?? [];
  const mended = causes.filter((cause) => !isOnNewest(cause));
  const pages = new Set(worst.map(({ cause }) => cause.id));
  const digest = deviationsDigest();
  const text = findingsText({ digest, hosts, documents, findings, mended, unseen, pages });
  await writeFile(OUTPUT, `${text.trimEnd()}\n`);
  await writePages(worst, hosts);
  const shown = findings.filter(({ script }) => script !== undefined).length;
  return `${OUTPUT}: ${findings.length} findings, ${shown} with a script; ${mended.length} not in the newest release`;
}

/** The worst kind first, and of each kind what the most cases show. */
const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => byKind(a.kind, b.kind) || b.cause.sightings.length - a.cause.sightings.length);

/** Pages of other findings are removed. */
async function writePages(worst: readonly Finding[], hosts: readonly HostSummary[]): Promise<void> {
  await rm(PAGES, { recursive: true, force: true });
  await makeFolder(PAGES);
  for (const finding of worst)
    await writeFile(join(PAGES, `${findingAnchor(finding.cause.id)}.md`), `${pageText(finding, hosts).trimEnd()}\n`);
}

async function summaryOf([host, report]: HostReport): Promise<HostSummary> {
  const { build } = await host.setting();
  const [first = ''] = build.split('\n');
  const { runtimeVersion, engine } = report.target;
  return {
    key: host.key,
    runtime: `njs ${runtimeVersion}, engine ${engine}`,
    build: first,
    cases: caseCount(report.totals),
    verdicts: new Map(report.requirements.flatMap(({ cases }) => cases.map(({ id, verdict }) => [id, verdict]))),
  };
}
