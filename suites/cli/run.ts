/** `srvspec run`: runs cases against targets, writes reports, and returns the exit status. */
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { unobservedReasons } from '../../reports/causes.js';
import type { Circumstances, RunReport } from '../../reports/model.js';
import { isUnconfirmed, runOutcome } from '../../reports/outcome.js';
import { printableInLog, printableLine } from '../../reports/printable.js';
import { counted } from '../../reports/wording.js';
import { parseReportOptions, refuseShared, WRITERS } from '../../reports/writers/write.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import { type Deviation, DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { reportOf } from '../executor/report.js';
import { FIRST_VIOLATION, Interrupted, run as runCases } from '../executor/run.js';
import { DEFAULT_DEADLINES, INTERRUPTED } from '../executor/sessions.js';
import { ProgramMissing, subjectsOf, type Target, TargetUnavailable } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { circumstancesOf } from './circumstances.js';
import { RUN } from './declared/run.js';
import { idsWith } from './known-ids.js';
import { groupsOf, lastRunOf, rememberRun } from './last-run.js';
import { NO_PROGRESS, progressOf } from './progress.js';
import { complainOf, isStream, placed, publishReport } from './publishing.js';
import { requiredBy } from './required.js';
import { documentsOf, ownCasesIn, runNumbers, type Selection, select, selectedBy } from './select.js';
import { resolvedShard } from './shard.js';
import { openFilesAllowed } from './system.js';
import { refuseIdle, type TargetOptions, targetFor } from './targets.js';

export async function runCommand(args: readonly string[]): Promise<number> {
  const interruption = interruptionBySignal();
  const { values } = parseArgs({ args: [...args], options: RUN.options });
  if (values.watch !== true) return runOnce(args, interruption, publishReport);
  const { watchRuns } = await import('./watching.js');
  return watchRuns(values, interruption, (publish) => runOnce(args, interruption, publish));
}

async function runOnce(
  args: readonly string[],
  interruption: AbortSignal,
  publish: typeof publishReport,
): Promise<number> {
  const { values, tokens } = parseArgs({ args: [...args], options: RUN.options, tokens: true });
  const numbers = runNumbers(values);
  refuseFewFiles(numbers.jobs);
  const required = requiredBy(values['require-observed']);
  const deviations = values.deviations === undefined ? undefined : await namedDeviations(values.deviations, values);
  const outputs = parseReportOptions(values.report ?? [], WRITERS);
  const shard = values.shard === undefined ? undefined : resolvedShard(values.shard, process.env);
  const selection = { ...values, shard };
  const named = values.target ?? ['reference'];
  const leftOut: string[] = [];
  const targets = (await Promise.all(named.map((text) => presentTarget(text, values, leftOut)))).flat();
  refuseIdle(named, values);
  const isGiven = (option: string): boolean => tokens.some((token) => token.kind === 'option' && token.name === option);
  // An empty selection for one target is reported before another target is run.
  const plansFor = async (target: Target): Promise<readonly RunPlan[]> =>
    values['last-failed'] === true
      ? lastFailedPlans(target, selection, numbers, isGiven)
      : [await planOf(target, selection, numbers)];
  const plans = (await Promise.all(targets.map(plansFor))).flat();
  const several = Math.max(targets.length, plans.length) > 1;
  const placesOf = ({ name }: RunPlan) => outputs.map((output) => placed(output, name, several));
  const places = plans.flatMap(placesOf);
  refuseShared(places.filter(({ path }) => !isStream(path)));
  await complainOf(places);
  // Printed at once in one line, not for each case that needs one.
  await scratchFolder();
  const how = { deviations, interruption, failFast: values['fail-fast'] === true, quiet: values.quiet === true };
  return runPlans(plans, {
    ...{ ...how, required },
    words: ['run', ...args],
    skipMissing: values['skip-missing'],
    leftOut,
    publish: (report, plan) => publish(report, placesOf(plan), { quiet: how.quiet, details: values.details === true }),
  });
}

/** The target, unless its program is missing and `--skip-missing` is given. */
async function presentTarget(
  text: string,
  values: TargetOptions & { readonly 'skip-missing': boolean },
  leftOut: string[],
): Promise<Target[]> {
  try {
    return [await targetFor(text, values)];
  } catch (error) {
    if (!values['skip-missing'] || !(error instanceof ProgramMissing)) throw error;
    leftOut.push(leftOutLine(text, error));
    return [];
  }
}

const leftOutLine = (target: string, { message }: Error): string => `${target} is left out: ${message}`;

interface RunPlansOptions extends Omit<RunReportOptions, 'circumstances'> {
  /** The command line after `srvspec`. */
  readonly words: readonly string[];
  /** A target that cannot be run is left out. */
  readonly skipMissing: boolean;
  /** A line for each target that was left out. */
  readonly leftOut: string[];
  /** Whether the report could be written. */
  readonly publish: (report: RunReport, plan: RunPlan) => Promise<boolean>;
}

/** Runs one plan after the other until the run is over; the exit status is the worst. */
async function runPlans(
  plans: readonly RunPlan[],
  { words, skipMissing, leftOut, publish, ...how }: RunPlansOptions,
): Promise<number> {
  let status: ExitStatus = EXIT.ok;
  let over: string | undefined;
  let unrun = 0;
  for (const plan of plans) {
    const { target } = plan;
    if (over === undefined && how.interruption.aborted) over = INTERRUPTED;
    if (over !== undefined) {
      printUnrun(target, over);
      continue;
    }
    const report = await reportFor(plan, { ...how, circumstances: circumstancesOf(words) });
    if (report instanceof TargetUnavailable) {
      if (!skipMissing) throw report;
      leftOut.push(leftOutLine(target.name, report));
      unrun += 1;
      continue;
    }
    if (report === undefined) {
      over = INTERRUPTED;
      printUnrun(target, over);
      continue;
    }
    await rememberRun(target, report);
    const written = await publish(report, plan);
    status = worstOf(status, runStatus(report), written ? EXIT.ok : EXIT.usage);
    if (report.cutShort === FIRST_VIOLATION || report.cutShort === INTERRUPTED) over = report.cutShort;
  }
  for (const why of leftOut) process.stderr.write(`${printableInLog(why)}\n`);
  if (leftOut.length > 0 && unrun === plans.length)
    throw new TargetUnavailable('no target is there, so nothing was run');
  return over === INTERRUPTED ? EXIT.interrupted : status;
}

type RunNumbers = ReturnType<typeof runNumbers>;

interface RunPlan {
  /** The seed of the target, unless it runs several times. */
  readonly name: string;
  readonly target: Target;
  readonly selection: Selection;
  readonly objects: readonly GeneratedObject[];
  readonly numbers: RunNumbers;
}

const planOf = async (target: Target, selection: Selection, numbers: RunNumbers): Promise<RunPlan> => ({
  name: target.name,
  target,
  selection,
  objects: await select(selection, subjectsOf(target)),
  numbers,
});

/**
 * The failures of the last run, with the seed that showed them, so that the same inputs are drawn: a plan for each such seed. Without
 * failures it prints that, and there is no plan.
 */
async function lastFailedPlans(
  target: Target,
  selection: Selection,
  numbers: RunNumbers,
  isGiven: (option: string) => boolean,
): Promise<readonly RunPlan[]> {
  const last = await lastRunOf(target);
  if (last === undefined)
    throw new UsageError(
      `--last-failed: no run of ${target.name} with these options is known in this folder; run it once without`,
    );
  const { objects } = await planOf(target, { ...selection, depth: selection.depth ?? 'full' }, numbers);
  const asked = new Set(
    objects.flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases.map(({ id }) => id))),
  );
  const failed = last.failed
    .filter(({ id }) => asked.has(id))
    .map(({ id, seed, runs }) => ({
      id,
      seed: isGiven('seed') ? numbers.seed : seed,
      runs: isGiven('runs') ? numbers.runs : runs,
    }));
  if (failed.length === 0) {
    const what = last.failed.length === 0 ? 'nothing' : 'nothing of what is asked for';
    process.stderr.write(
      `${printableLine(target.name)}: ${what} failed in its last run in this folder, so nothing is run\n`,
    );
  }
  const groups = groupsOf(failed);
  return Promise.all(
    groups.map(async ({ seed, runs, ids }) => {
      const plan = await planOf(target, { ...selection, lastFailed: ids }, { ...numbers, seed, runs });
      return groups.length === 1 ? plan : { ...plan, name: `${target.name} seed ${seed} runs ${runs}` };
    }),
  );
}

/** Files that a run keeps open: modules and logs, and both ends of its connections if the target is in this process. */
const filesOf = (jobs: number): number => 256 + 4 * jobs;

/** A run that reaches the limit would blame the target for it. */
export function refuseFewFiles(jobs: number): void {
  const allowed = openFilesAllowed();
  const needed = filesOf(jobs);
  if (allowed < needed)
    throw new TargetUnavailable(
      `a run with --jobs ${jobs} needs ${needed} open files, and ${allowed} are allowed; allow more with \`ulimit -n ${needed}\``,
    );
}

/** The deviations of a file that the user named; each must name a known requirement or case. */
async function namedDeviations(file: string, selection: Selection): Promise<readonly Deviation[]> {
  const { readDeviations } = await import('../executor/deviations/read.js');
  return readDeviations([file], await idsWith(await ownCasesIn(selection)));
}

/**
 * The first signal ends the run with its observations; the second ends the program.
 * @param ending the text that is printed then
 */
export function interruptionBySignal(ending = 'ending with what was observed'): AbortSignal {
  const controller = new AbortController();
  // Each attempt in progress listens.
  setMaxListeners(0, controller.signal);
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write(`interrupted: ${ending}; once more ends at once\n`);
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, interrupt);
  return controller.signal;
}

interface RunReportOptions {
  /** The digest of the deviations in a file that the user named. */
  readonly deviations: readonly Deviation[] | undefined;
  readonly interruption: AbortSignal;
  readonly failFast: boolean;
  readonly quiet: boolean;
  readonly circumstances: Circumstances;
  readonly required: { readonly required?: string };
}

/** The report on one target, or why there is none; `undefined` if the run was interrupted before the target was known. */
async function reportFor(
  { target, selection, objects, numbers }: RunPlan,
  { circumstances, quiet, required, ...how }: RunReportOptions,
): Promise<RunReport | TargetUnavailable | undefined> {
  const progress = quiet ? NO_PROGRESS : progressOf(target.name);
  try {
    const deviations = new DeviationList(target.kind, how.deviations ?? recordedDeviations(target.kind));
    const result = await runCases(target, objects, {
      ...how,
      ...numbers,
      deadlines: DEFAULT_DEADLINES,
      deviations,
      progress: progress.report,
    });
    if (!quiet && how.deviations === undefined) reportForeign(target, result.target.engine);
    const named = how.deviations === undefined ? {} : { deviations: digestOf(how.deviations) };
    const documents = documentsOf(selection, subjectsOf(target));
    return reportOf(result, documents, circumstances, selectedBy(selection), { ...named, ...required });
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    if (error instanceof TargetUnavailable) return error;
    throw error;
  } finally {
    progress.end();
  }
}

/** Reports that no deviations are recorded for a foreign runtime. */
function reportForeign(
  { name, kind, identity, implementation = identity?.implementation }: Target,
  engine: string,
): void {
  if ((kind !== 'cli' && kind !== 'adapter') || implementation !== undefined || engine !== 'unknown') return;
  const advice = 'every violation counts; --deviations FILE names known ones';
  process.stderr.write(`${printableLine(name)}: no deviations are recorded for this runtime: ${advice}\n`);
}

/** Identifies deviations, however their file is written. */
const digestOf = (deviations: readonly Deviation[]): string =>
  createHash('sha256').update(JSON.stringify(deviations)).digest('hex');

/** The number of unconfirmed cases that are named. */
const NAMED = 5;

/** `seen wrong, not confirmed: timers.delay/1: not seen again alone; …`: a line for each. */
function unconfirmedIn({ requirements }: RunReport): readonly string[] {
  const cases = requirements.flatMap((one) => one.cases.filter(isUnconfirmed));
  const rest = cases.length - NAMED;
  return [
    ...cases.slice(0, NAMED).map(({ id, reason }) => `seen wrong, not confirmed: ${id}: ${reason}`),
    ...(rest > 0 ? [`… and ${counted(rest, 'more case')}`] : []),
  ];
}

const STATUSES = { passed: EXIT.ok, failed: EXIT.failed, undecided: EXIT.unavailable } as const;

/** The exit status of a report. A line on standard error says why it is undecided. */
export function runStatus(report: RunReport): ExitStatus {
  const { verdict, open } = runOutcome(report);
  const why = [`${report.target.name}: undecided: ${open.join('; ')}`, ...unobservedReasons(report)];
  if (verdict === 'undecided')
    process.stderr.write([why.join('; '), ...unconfirmedIn(report)].map((line) => `${printableLine(line)}\n`).join(''));
  return STATUSES[verdict];
}

/** A violation outranks an undecided run, and a report that could not be written outranks both. */
const BEST_FIRST = [EXIT.ok, EXIT.unavailable, EXIT.failed, EXIT.usage] as const;

type ExitStatus = (typeof BEST_FIRST)[number];

export const worstOf = (...statuses: readonly ExitStatus[]): ExitStatus =>
  BEST_FIRST.findLast((status) => statuses.includes(status)) ?? EXIT.ok;

/** Without observations, and without the target's own version, a report would be empty. */
const printUnrun = ({ name }: Target, why: string): void => {
  process.stderr.write(`${printableLine(name)}: nothing was observed before ${why}; no report on it was written\n`);
};
