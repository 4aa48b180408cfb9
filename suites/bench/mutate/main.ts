/**
 * `npm run mutate`: changes the sources of the reference, one place at a time, and reports which changes no case sees. Rules make the
 * mutants. Hand-written faults are in `suites/faults`, each with the cases that must see it. A mutant is undecided if only cases that the
 * documents leave open show it. The exit status is 0 if 95 % of the faults are seen at standard depth, and enough mutants at any
 * depth; otherwise 1. Enough are 90 % of the mutants that are neither excused nor undecided.
 *
 * Options:
 * - `--faults` or `--mutants` alone
 * - `--only GLOB` of files or ids
 * - `--sample N` mutants drawn by `--seed S` (1)
 * - `--depth standard|full` (full)
 * - `--jobs N` processes (one for each processor)
 * - `--record` moves cases that alone saw a change at full depth to standard depth, from the next build on
 * - `--fresh` discards the results of an interrupted run with the same sources, which otherwise continues
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';
import { readSights, SIGHTS, sightsText } from '../../../generators/plan/sights.js';
import { printableLine } from '../../../reports/printable.js';
import { knownValue } from '../../../spec/reading/nearest.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { UsageError } from '../../../spec/reading/user-error.js';
import { select, wholeNumberOption } from '../../cli/select.js';
import { FileRefused } from '../../executor/strict-yaml.js';
import type { GeneratedObject } from '../../language/case.js';
import { type Graph, graphOfBundles } from './bundles.js';
import type { ChangeOrder, ChangeOutcome, SourceChange } from './change.js';
import { EXCUSED, type PlacedExcuse, readExcuses, readFaults, refuseGone } from './faults.js';
import { mutatedFiles } from './mutants.js';
import { Planner, type Reaching } from './plan.js';
import { judgeAll } from './pool.js';
import { type Reach, reachOf } from './reach.js';
import { RECORDINGS, recordingsOf } from './recordings.js';
import { type JudgedChange, summaryLine, summaryOf, writeReport } from './report.js';
import { digestOfFiles, digestOfInputs, Results } from './results.js';
import { sampleChanges } from './sample.js';

const FOLDER = join(PACKAGE_ROOT, 'dist/mutation');

/** Faults name their cases. */
const NO_REACH: Reaching = { casesOf: () => new Set(), casesOfFile: () => new Set() };

const NOT_TRIED: ChangeOutcome = { verdict: 'survived', milliseconds: 0, processor: { standard: 0, full: 0 } };

const OPTIONS = {
  only: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  faults: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
  jobs: { type: 'string', default: `${availableParallelism()}` },
  depth: { type: 'string', default: 'full' },
  fresh: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
} as const;

type MutateValues = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const jobs = wholeNumberOption('jobs', values.jobs, 1);
  knownValue('--depth', values.depth, ['standard', 'full']);
  const started = performance.now();
  const [objects, graph] = await Promise.all([select({ depth: 'full' }), graphOfBundles(PACKAGE_ROOT)]);
  const reach = values.faults ? undefined : await reachIn(graph, await select({ depth: 'standard' }));
  const planner = new Planner(PACKAGE_ROOT, graph, objects, reach ?? NO_REACH);
  const excuses = values.faults ? [] : readExcuses(join(PACKAGE_ROOT, EXCUSED));
  const changes = changesFor(values, planner, reach?.mutants ?? []);
  if (reach !== undefined) refuseGone(excuses, reach.mutants);
  if (changes.length === 0)
    throw new UsageError(
      `--only ${values.only} matches no file, for example '**/shared-dict.ts', and no id of a change`,
    );
  const results = new Results(join(FOLDER, 'results.ndjson'), values);
  const inputs = digestOfInputs(PACKAGE_ROOT, graph);
  const digest = `${inputs} ${values.depth}`;
  const keyOf = ({ id, from, to, replacement, seen = '' }: SourceChange): string =>
    [digest, id, from, to, replacement, seen].join(' ');
  if (!values.faults) await recordingsOf(join(FOLDER, RECORDINGS), inputs, objects);
  const excuseOf = (change: SourceChange): PlacedExcuse | undefined =>
    change.source === 'fault' ? undefined : excuses.find((one) => one.excuses(change));
  const isTried = (change: SourceChange): boolean => excuseOf(change)?.isOfEach !== false;
  const orders = changes.filter(isTried).map((change) => orderFor(change, values, planner));
  const pending = orders.filter(({ change }) => results.get(keyOf(change)) === undefined);
  const [excused, before] = [changes.length - orders.length, orders.length - pending.length];
  process.stdout.write(`${changes.length} changes: ${excused} excused, ${before} judged before\n`);
  await refuseUnsound(pending.slice(0, 1));
  let done = 0;
  const judged = ({ change }: ChangeOrder, outcome: ChangeOutcome): void => {
    results.add(keyOf(change), outcome);
    done += 1;
    process.stdout.write(`${printableLine(`${done}/${pending.length} ${lineAbout(change, outcome)}`)}\n`);
  };
  await judgeAll(pending, { jobs, judged });
  const all = changes.flatMap((change): readonly JudgedChange[] => {
    const outcome = isTried(change) ? results.get(keyOf(change)) : NOT_TRIED;
    const { file, line } = change;
    const counted = {
      documents: planner.documentsOf(file),
      rows: planner.rowsNear(file, line),
      excuse: excuseOf(change)?.why,
    };
    return outcome === undefined ? [] : [{ change, outcome, ...counted }];
  });
  if (values.record) record(all);
  return conclude(all, excuses, Math.round((performance.now() - started) / 1000));
}

/** Adds the changes that only full depth saw to the record from which depths are computed. */
function record(all: readonly JudgedChange[]): void {
  const sights = new Map(readSights(PACKAGE_ROOT));
  for (const { change, outcome } of all)
    if (outcome.verdict === 'killed' && outcome.by !== undefined && outcome.depth === 'full')
      sights.set(outcome.by, [...new Set([...(sights.get(outcome.by) ?? []), change.id])]);
  writeFileSync(join(PACKAGE_ROOT, SIGHTS), sightsText(sights));
}

function conclude(all: readonly JudgedChange[], excuses: readonly PlacedExcuse[], seconds: number): number {
  const summary = summaryOf(all, seconds);
  writeReport(FOLDER, all, summary);
  process.stdout.write(`${summaryLine(summary)}\nwritten: ${join(FOLDER, 'report.md')}\n`);
  refuseNeedless(excuses, all);
  return summary.passes ? 0 : 1;
}

/** Refuses an excuse that names a killed mutant. */
function refuseNeedless(excuses: readonly PlacedExcuse[], all: readonly JudgedChange[]): void {
  for (const { excuses: matches, refuse } of excuses.filter(({ isOfEach }) => isOfEach)) {
    const seen = all.find(({ change, outcome }) => matches(change) && isSeen(outcome.verdict));
    if (seen !== undefined) refuse(`is wrong: ${seen.change.id} is ${seen.outcome.verdict}`);
  }
}

const isSeen = (verdict: ChangeOutcome['verdict']): boolean => verdict === 'killed' || verdict === 'timed out';

/** The cases that reach each mutant of all bundled sources. */
function reachIn(graph: Graph, objects: readonly GeneratedObject[]): Promise<Reach> {
  const files = mutatedFiles(PACKAGE_ROOT).filter((file) => graph.has(file));
  let shown = 0;
  const progress = (done: number, total: number): void => {
    const percent = Math.floor((done / Math.max(1, total)) * 10) * 10;
    if (percent > shown) process.stdout.write(`${percent} % of cases run to see what they reach\n`);
    shown = Math.max(shown, percent);
  };
  const digest = digestOfFiles(PACKAGE_ROOT, [...graph.keys()]);
  return reachOf({ root: PACKAGE_ROOT, folder: FOLDER, files, objects, digest, progress });
}

function changesFor(
  { only, sample, seed, ...values }: MutateValues,
  planner: Planner,
  listed: readonly SourceChange[],
): readonly SourceChange[] {
  const matches = only === undefined ? () => true : picomatch(only);
  const asked = ({ file, id }: SourceChange): boolean => matches(file) || matches(id);
  const faults = values.mutants ? [] : readFaults(PACKAGE_ROOT).filter(asked);
  for (const { id, file } of faults)
    if (!planner.isUsed(file)) throw new UsageError(`${id}: ${file} is in no bundle of the reference`);
  const mutants = listed.filter(asked);
  const part = (all: readonly SourceChange[], count: string): readonly SourceChange[] =>
    sampleChanges(all, wholeNumberOption('sample', count, 1), wholeNumberOption('seed', seed, 0), (file) =>
      planner.documentsOf(file),
    );
  return [...faults, ...(sample === undefined ? mutants : part(mutants, sample))];
}

function orderFor(change: SourceChange, { depth }: MutateValues, planner: Planner): ChangeOrder {
  const stages = planner.stagesOf(change).filter((stage) => depth === 'full' || stage.depth === 'standard');
  if (change.seen !== undefined && stages.length === 0)
    throw new UsageError(`${change.id}: ${change.seen} matches no case`);
  return { change, stages };
}

/** A failure without a change would prove nothing. */
async function refuseUnsound(orders: readonly ChangeOrder[]): Promise<void> {
  const nothing = orders.map(({ change, stages }) => ({
    change: { ...change, to: change.from, replacement: '' },
    stages,
  }));
  await judgeAll(nothing, {
    jobs: 1,
    judged: (_, outcome) => {
      if (outcome.verdict !== 'survived')
        throw new Error(
          `the reference is ${outcome.verdict} without a change: ${outcome.by ?? ''} ${outcome.why ?? ''}`,
        );
    },
  });
}

function lineAbout({ id, line, says }: SourceChange, { verdict, by, depth, why, milliseconds }: ChangeOutcome): string {
  const how = by === undefined ? (why ?? '') : `by ${by}${depth === undefined ? '' : ` at ${depth} depth`}`;
  return `${verdict} ${id} (line ${line}: ${says}) ${how} ${milliseconds} ms`;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`mutate: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof FileRefused ? 1 : 2;
});
