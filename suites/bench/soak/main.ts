/**
 * `npm run soak`: runs targets repeatedly, some in parallel, each seed twice with different `--jobs`. Two runs with one seed must have
 * equal reports, except for times. Each violation must happen again with the command in its report. A case that one seed can judge must be
 * judged with each. It prints one line for each difference; the exit status is 1 if there is one.
 *
 * `--runs N` of each target (20), `--at-once N` (4), `--seed N` the first of the seeds (1), `--target TEXT…` those whose name contains one
 * of the texts, `--only GLOB` fewer cases, `--keep FOLDER` for the reports.
 *
 * `--requests N` instead: sends so many requests to the reference host and compares its resources before and after them.
 *
 * `--uploads N` instead: sends so many bodies (1000) of `--size` bytes (1048576), `--batch` in parallel (50), and reports lost ones and
 * leftovers.
 *
 * `--sessions N` instead: holds so many sessions of 64 KiB each way through a filter, 200 in parallel, and reports the same of them.
 *
 * `--fetches N` instead: sends so many requests whose handlers fetch, 100 in parallel, and reports the same of them.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printableLine } from '../../../reports/printable.js';
import { wholeNumberOption } from '../../cli/select.js';
import { eachOf } from '../../executor/each-of.js';
import { type ProcessResult, runProcess } from '../../targets/support/process.js';
import { scratchFolder } from '../../targets/support/scratch.js';
import { type Difference, differencesOf, type SoakRun, unsteadyCases, violationsIn } from './compare.js';
import { soakWithFetches } from './fetches.js';
import { soakWithRequests } from './requests.js';
import { soakWithSessions } from './sessions.js';
import { MAIN, type PreparedRun, type SoakTarget, soakTargets } from './targets.js';
import { soakWithUploads } from './uploads.js';

/** Pairs of `--jobs`, in turn; the last shows differences without a change. */
const JOBS = [
  [1, 8],
  [16, 4],
  [8, 16],
  [4, 1],
  [8, 8],
] as const;

/** Far more than a run takes. A later run is reported as one without an exit status. */
const DEADLINE_MS = 3_600_000;

/** Characters of a text in a line. */
const SHOWN = 300;

interface SoakPlan {
  readonly target: SoakTarget;
  readonly seed: number;
  readonly jobs: number;
}

interface ReplayedRun extends SoakRun {
  readonly seconds: number;
  /** Violations that their replay does not show. */
  readonly unconfirmed: number;
}

interface FinishedRun extends ReplayedRun {
  /** Differences from an earlier run with the same seed. */
  readonly differences: number;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '20' },
      'at-once': { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true, default: [''] },
      only: { type: 'string' },
      keep: { type: 'string' },
      requests: { type: 'string' },
      uploads: { type: 'string' },
      sessions: { type: 'string' },
      fetches: { type: 'string' },
      size: { type: 'string' },
      batch: { type: 'string' },
    },
  });
  if (values.requests !== undefined) return soakWithRequests(wholeNumberOption('requests', values.requests, 1), line);
  if (values.fetches !== undefined) return soakWithFetches(wholeNumberOption('fetches', values.fetches, 1), line);
  if (values.sessions !== undefined) {
    const plan = { sessions: wholeNumberOption('sessions', values.sessions, 1), size: 64 * 1024, batch: 200 };
    return soakWithSessions(plan, line);
  }
  const { uploads, size, batch } = values;
  if (uploads !== undefined || size !== undefined || batch !== undefined) {
    const plan = {
      uploads: wholeNumberOption('uploads', uploads ?? '1000', 1),
      size: wholeNumberOption('size', size ?? '1048576', 0),
      batch: wholeNumberOption('batch', batch ?? '50', 1),
    };
    return soakWithUploads(plan, line);
  }
  const targets = soakTargets().filter(({ name }) => values.target.some((text) => name.includes(text)));
  process.stdout.write(`targets: ${targets.map(({ name }) => name).join(', ') || 'none'}\n`);
  if (targets.length === 0) return 2;
  const plans = plansOf(targets, wholeNumberOption('runs', values.runs, 1), wholeNumberOption('seed', values.seed, 0));
  const folder = values.keep ?? (await scratchFolder());
  mkdirSync(folder, { recursive: true });
  const narrowing = values.only === undefined ? [] : ['--only', values.only];
  const all: FinishedRun[] = [];
  await eachOf(plans, wholeNumberOption('at-once', values['at-once'], 1), async (plan) => {
    const ran = await finish(plan, folder, narrowing);
    const twin = all.find(({ target, seed }) => target === ran.target && seed === ran.seed);
    const differences =
      twin === undefined ? 0 : printDifferences(`${ran.target} seed ${ran.seed}`, differencesOf(twin, ran));
    all.push({ ...ran, differences });
  });
  return summarize(targets, all);
}

/** Run after run of all targets, so that parallel runs have different targets. */
function plansOf(targets: readonly SoakTarget[], runs: number, firstSeed: number): readonly SoakPlan[] {
  return Array.from({ length: runs }, (_, i) => {
    const turn = Math.floor(i / 2);
    const jobs = JOBS[turn % JOBS.length]?.[i % 2] ?? 8;
    return targets.map((target): SoakPlan => ({ target, seed: firstSeed + turn, jobs }));
  }).flat();
}

/** One run, and the replays of its violations. */
async function finish(
  { target, seed, jobs }: SoakPlan,
  parent: string,
  narrowing: readonly string[],
): Promise<ReplayedRun> {
  const name = `${target.name} seed ${seed} jobs ${jobs}`;
  const folder = mkdtempSync(join(parent, `${name.replaceAll(' ', '-')}-`));
  const prepared = await target.prepare(folder);
  try {
    const file = join(folder, 'report.json');
    const started = performance.now();
    const options = ['--seed', `${seed}`, '--jobs', `${jobs}`, '--report', `json=${file}`, ...narrowing];
    const result = await inEnvironment(prepared, [process.execPath, MAIN, 'run', ...prepared.args, ...options]);
    const seconds = Math.round((performance.now() - started) / 1000);
    const status = statusOf(result);
    if (status !== 0) printFinding(name, `exit status ${status}`, result.stderr.text().trim() || 'no word of why');
    const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const unconfirmed = await replayAll(name, written, prepared, folder);
    return { target: target.name, seed, jobs, status, text: prepared.comparable(written), seconds, unconfirmed };
  } finally {
    await prepared.close();
  }
}

/** The number of violations of a report that its commands do not show. */
async function replayAll(name: string, text: string, prepared: PreparedRun, folder: string): Promise<number> {
  const program = join(folder, 'srvspec');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(program, 0o755);
  let unconfirmed = 0;
  for (const { id, reason, replay } of violationsIn(text)) {
    printFinding(name, `${id} violates`, reason);
    const result = await inEnvironment(prepared, ['sh', '-c', replay], { PATH: `${folder}:${process.env.PATH ?? ''}` });
    if (statusOf(result) === 1) continue;
    unconfirmed += 1;
    printFinding(name, `${id} is not seen by its replay`, `${replay}: ${result.stdout.text()}${result.stderr.text()}`);
  }
  return unconfirmed;
}

async function inEnvironment(
  prepared: PreparedRun,
  argv: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<ProcessResult> {
  const env = { ...process.env, ...(await prepared.environment()), ...more };
  return runProcess(argv, { deadlineMs: DEADLINE_MS, tailBytes: 1 << 16, env });
}

const statusOf = ({ exit }: ProcessResult): number => (exit.kind === 'status' ? exit.status : -1);

/** Prints the differences, and a line for each target; returns the exit status. */
function summarize(targets: readonly SoakTarget[], all: readonly FinishedRun[]): number {
  let failed = false;
  for (const { name } of targets) {
    const runs = all.filter(({ target }) => target === name);
    const count = (of: (run: FinishedRun) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
    const differences = count((run) => run.differences);
    const unsteady = printDifferences(name, unsteadyCases(runs));
    const red = count(({ status }) => (status === 0 ? 0 : 1));
    const violations = count(({ text }) => violationsIn(text).length);
    const unconfirmed = count((run) => run.unconfirmed);
    const seconds = runs.map((run) => run.seconds);
    const counts = `${differences} differences, ${unsteady} cases that depend on the seed, ${red} runs not green, ${violations} violations, ${unconfirmed} unconfirmed`;
    process.stdout.write(
      `${name}: ${runs.length} runs, ${Math.min(...seconds)} to ${Math.max(...seconds)} s: ${counts}\n`,
    );
    failed ||= differences + unsteady + red + unconfirmed > 0;
  }
  return failed ? 1 : 0;
}

function printDifferences(name: string, differences: readonly Difference[]): number {
  for (const { of, id, first, second } of differences) printFinding(`${name} ${of}`, id, apart(first, second));
  return differences.length;
}

/** Both texts; of long ones the part around the first difference. */
function apart(first: string, second: string): string {
  const at = Array.from({ length: first.length }, (_, i) => i).findIndex((i) => first[i] !== second[i]);
  const from = Math.max(0, at - SHOWN / 3);
  const cut = (text: string): string =>
    text.length <= SHOWN ? text : `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}…`;
  return `${cut(first)} ≠ ${cut(second)}`;
}

function printFinding(where: string, what: string, text: string): void {
  process.stdout.write(`${printableLine(`${where}: ${what}: ${text}`)}\n`);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`soak: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
