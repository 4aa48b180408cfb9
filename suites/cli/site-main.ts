/**
 * `npm run site [-- FOLDER] [--reuse]`: runs the reference, every real host that `npm run hosts` has unpacked, Node, and the runtimes of
 * `npm run runtimes`. It writes pages about all of them into a folder, by default `site`. With `--reuse` existing reports are not made again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readReport } from '../../reports/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { presentRuntimes } from '../targets/cli/runtimes.js';
import { releaseRuns } from '../targets/nginx/release-runs.js';
import { makeFolder } from '../targets/support/folders.js';
import { type SiteRun, writeReportSite } from './site.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

interface SiteTarget {
  readonly name: string;
  readonly options: readonly string[];
}

/** Comparisons that users need: from the oldest release, and from one engine to the other. */
const COMPARED = [
  ['bookworm-njs', 'sid-qjs'],
  ['sid-njs', 'sid-qjs'],
] as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { reuse: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const folder = resolve(positionals[0] ?? join(PACKAGE_ROOT, 'site'));
  await makeFolder(join(folder, 'reports'));
  const runs: SiteRun[] = [];
  for (const { name, options } of planned()) {
    const file = join(folder, 'reports', `${name}.json`);
    if (!values.reuse || !existsSync(file)) await run(name, options, file);
    if (existsSync(file)) runs.push({ name, report: await readReport(file) });
  }
  const findings = await readFile(join(PACKAGE_ROOT, 'reports/FINDINGS.md'), 'utf8');
  const pages = await writeReportSite(folder, runs, COMPARED, findings);
  process.stdout.write(`${[`${pages.length} pages:`, ...pages.map((name) => join(folder, name))].join('\n  ')}\n`);
  return EXIT.ok;
}

/** The reference first, then the unpacked hosts with each of their engines, and other runtimes. Their roots are relative, since the pages show the command. */
const planned = (): readonly SiteTarget[] => [
  { name: 'reference', options: ['--target', 'reference'] },
  ...releaseRuns(PACKAGE_ROOT).map(({ name, serverArguments }) => ({
    name,
    options: serverArguments.map((word) => (isAbsolute(word) ? relative(PACKAGE_ROOT, word) : word)),
  })),
  ...presentRuntimes().map((name) => ({ name, options: ['--target', `cli:${name}`] })),
];

/** A run that finds violations has a report as well. A run without a report is left out and prints the reason itself. */
async function run(name: string, options: readonly string[], file: string): Promise<void> {
  process.stderr.write(`${name}: running\n`);
  // Relative, since the pages show the command.
  const place = relative(PACKAGE_ROOT, file);
  const child = spawn(process.execPath, [MAIN, 'run', ...options, '--report', `json=${place}`], {
    cwd: PACKAGE_ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'close');
  process.stderr.write(`${name}: status ${status}\n`);
}

process.exitCode = await main();
