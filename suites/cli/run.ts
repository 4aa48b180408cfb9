/** `srvspec run`: cases against targets, reports, and the exit status that gates. */
import { setMaxListeners } from 'node:events';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Circumstances, RunReport } from '../../reports/model.js';
import { printableLine } from '../../reports/printable.js';
import { isGreen, observedCount } from '../../reports/totals.js';
import { unobservedReasons } from '../../reports/wording.js';
import { parseReportOption, type ReportOption, reportComplaint, WRITERS } from '../../reports/write.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { type Deviation, DeviationList, idsOf } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { reportOf } from '../executor/report.js';
import { Interrupted, run as runCases } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { subjectsOf, type Target, TargetUnavailable } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { circumstancesOf } from './circumstances.js';
import { refuseUnknown } from './known-ids.js';
import { complain, publish } from './publish.js';
import { documentsOf, type Selection, select, selectedBy, wholeNumber } from './select.js';
import { resolvedShard } from './shard.js';
import { openFilesAllowed } from './system.js';
import { TARGET_OPTIONS, targetFor } from './targets.js';

const OPTIONS = {
  ...TARGET_OPTIONS,
  target: { type: 'string', multiple: true, default: ['reference'] as string[] },
  document: { type: 'string' },
  only: { type: 'string' },
  shard: { type: 'string' },
  runs: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '8' },
  deviations: { type: 'string' },
  report: { type: 'string', multiple: true, default: [] as string[] },
  'skip-missing': { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

export async function run(args: readonly string[]): Promise<number> {
  const interruption = interruptionBySignal();
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.shard !== undefined) values.shard = resolvedShard(values.shard, process.env);
  const numbers = {
    runs: wholeNumber('runs', values.runs, 1),
    seed: wholeNumber('seed', values.seed, 0),
    jobs: wholeNumber('jobs', values.jobs, 1),
  };
  refuseFewFiles(numbers.jobs);
  const deviations = values.deviations === undefined ? undefined : await namedDeviations(values.deviations);
  const outputs = values.report.map((text) => parseReportOption(text, WRITERS));
  const targets = await Promise.all(values.target.map((text) => targetFor(text, values)));
  // An empty selection for one target is reported before another target is run.
  const selected = await Promise.all(targets.map((target) => select(values, subjectsOf(target))));
  const places = targets.flatMap(({ name }) => outputs.map((output) => placed(output, name, targets.length > 1)));
  for (const place of places) complain(await reportComplaint(place));
  // Said at once and in one line, rather than of each case that needs one.
  await scratchFolder();
  let status: number = EXIT.ok;
  for (const [i, target] of targets.entries()) {
    if (interruption.aborted) {
      tellUnrun(target);
      continue;
    }
    const gone = new Set<string>();
    const circumstances = circumstancesOf(['run', ...args]);
    const how = { ...numbers, deviations, interruption, circumstances, gone: (why: string) => gone.add(why) };
    const report = await reportFor(target, selected[i] ?? [], how, values);
    if (report === undefined) continue;
    if (report === 'unrun') {
      tellUnrun(target);
      continue;
    }
    const written = await publishReport(
      report,
      outputs.map((output) => placed(output, target.name, targets.length > 1)),
    );
    tellIfNothing(report);
    for (const why of gone) process.stderr.write(`${target.name} was lost on the way: ${why}\n`);
    status = Math.max(status, gone.size > 0 ? EXIT.unavailable : statusOf(report), written ? EXIT.ok : EXIT.usage);
  }
  return interruption.aborted ? EXIT.interrupted : status;
}

/** What a run keeps open at one time: modules and logs, and both ends of its connections where the target is in this process. */
const filesOf = (jobs: number): number => 256 + 4 * jobs;

/** A run that hits the limit on the way would blame the target for it. */
function refuseFewFiles(jobs: number): void {
  const allowed = openFilesAllowed();
  const needed = filesOf(jobs);
  if (allowed < needed)
    throw new TargetUnavailable(
      `a run with --jobs ${jobs} needs ${needed} open files, and ${allowed} are allowed; allow more with \`ulimit -n ${needed}\``,
    );
}

/** Deviations of a file that the user named; each must name a known requirement or case. */
async function namedDeviations(file: string): Promise<readonly Deviation[]> {
  const { readDeviations } = await import('../executor/deviations/read.js');
  const deviations = readDeviations([file]);
  await refuseUnknown(deviations.flatMap(idsOf));
  return deviations;
}

/** The first signal ends the run with what it has; the second ends the program. */
export function interruptionBySignal(): AbortSignal {
  const controller = new AbortController();
  // Each attempt under way listens.
  setMaxListeners(0, controller.signal);
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write('interrupted: ending with what was observed; once more ends at once\n');
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, interrupt);
  return controller.signal;
}

interface HowToRun {
  /** Deviations of a file that the user named. */
  readonly deviations: readonly Deviation[] | undefined;
  readonly runs: number;
  readonly seed: number;
  readonly jobs: number;
  readonly interruption: AbortSignal;
  readonly circumstances: Circumstances;
  readonly gone: (why: string) => void;
}

/** The report on one target; `undefined` when it is not there and may be skipped, `unrun` when the run ended before it was known. */
async function reportFor(
  target: Target,
  objects: readonly GeneratedObject[],
  how: HowToRun,
  values: Selection & { readonly 'skip-missing': boolean },
): Promise<RunReport | 'unrun' | undefined> {
  try {
    const deviations = new DeviationList(target.kind, how.deviations ?? recordedDeviations(target));
    const result = await runCases(target, objects, {
      ...how,
      deadlines: DEFAULT_DEADLINES,
      deviations,
      progress: progressOf(target),
    });
    return reportOf(result, documentsOf(values, subjectsOf(target)), how.circumstances, selectedBy(values));
  } catch (error) {
    if (error instanceof Interrupted) return 'unrun';
    if (!(error instanceof TargetUnavailable && values['skip-missing'])) throw error;
    process.stderr.write(`${target.name} is left out: ${error.message}\n`);
    return undefined;
  }
}

/** Shows progress on a terminal, on one line that is wiped at the end. */
function progressOf(target: Target): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (done, total) =>
    process.stderr.write(done < total ? `\r${target.name}: ${done} of ${total} cases` : '\r\x1b[K');
}

/** Whether all reports were written. */
export const publishReport = (report: RunReport, outputs: readonly ReportOption[]): Promise<boolean> =>
  publish(report, WRITERS, outputs, {
    text: async (colour) => (await import('../../reports/terminal.js')).terminalReport(report, { colour }),
    markdown: async (most) => (await import('../../reports/markdown.js')).markdownReport(report, most),
    annotations: async () => (await import('../../reports/annotations.js')).annotationsReport(report),
  });

/** With several targets, each has files of its own: `x.json` becomes `x.nginx.json`. */
function placed({ format, path }: ReportOption, target: string, several: boolean): ReportOption {
  if (path === '-' || !several) return { format, path };
  const name = target.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return { format, path: path.replace(/(\.[^./]*)?$/, `.${name}$1`) };
}

/** What a report comes to, as an exit status. */
export function statusOf(report: RunReport): number {
  if (isGreen(report)) return EXIT.ok;
  return observedCount(report.totals) === 0 ? EXIT.unavailable : EXIT.failed;
}

/** Without anything observed, and without a word of the target on what it is, there is nothing that a report could hold. */
const tellUnrun = ({ name }: Target): void => {
  process.stderr.write(`${name}: nothing was observed before the run was interrupted; no report on it was written\n`);
};

/** Says what would have to be there for something to be observed. */
function tellIfNothing({ target, totals, ...report }: RunReport): void {
  if (observedCount(totals) > 0) return;
  const reasons = unobservedReasons({ totals, requirements: report.requirements }).map(printableLine);
  process.stderr.write(`${target.name}: nothing was observed; ${reasons.join('; ')}\n`);
}
