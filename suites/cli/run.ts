/** `srvspec run`: cases against targets, reports, and the exit status that gates. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { RunReport } from '../../reports/model.js';
import { parseReportOption, type ReportOption, writeReport } from '../../reports/write.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { type Deviation, DeviationList, idsOf } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { reportOf } from '../executor/report.js';
import { run as runCases } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { subjectsOf, type Target, TargetUnavailable } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { refuseUnknown } from './known-ids.js';
import { documentsOf, select, wholeNumber } from './select.js';
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

/** Percent by which a heap may grow from one full collection to the next. V8 would let it double and more: most of a run's memory. */
const HEAP_GROWTH = 15;

export async function run(args: readonly string[]): Promise<number> {
  // Before the hosts of the reference: their threads share the flag.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const numbers = {
    runs: wholeNumber('runs', values.runs, 1),
    seed: wholeNumber('seed', values.seed, 0),
    jobs: wholeNumber('jobs', values.jobs, 1),
  };
  const deviations = values.deviations === undefined ? undefined : await namedDeviations(values.deviations);
  const outputs = values.report.map(parseReportOption);
  const targets = await Promise.all(values.target.map((text) => targetFor(text, values)));
  // An empty selection for one target is reported before another target is run.
  const selected = await Promise.all(targets.map((target) => select(values, subjectsOf(target))));
  const interruption = interruptionBySignal();
  let status: number = EXIT.ok;
  for (const [i, target] of targets.entries()) {
    if (interruption.aborted) break;
    const gone = new Set<string>();
    const how = { ...numbers, deviations, interruption, gone: (why: string) => gone.add(why) };
    const report = await reportFor(target, selected[i] ?? [], how, values);
    if (report === undefined) continue;
    await publish(report, outputs, targets.length > 1);
    for (const why of gone) process.stderr.write(`${target.name} was lost on the way: ${why}\n`);
    status = Math.max(status, gone.size > 0 ? EXIT.unavailable : statusOf(report));
  }
  return interruption.aborted ? EXIT.interrupted : status;
}

/** Deviations of a file that the user named; each must name a known requirement or case. */
async function namedDeviations(file: string): Promise<readonly Deviation[]> {
  const { readDeviations } = await import('../executor/deviations/read.js');
  const deviations = readDeviations([file]);
  await refuseUnknown(deviations.flatMap(idsOf));
  return deviations;
}

/** The first SIGINT or SIGTERM ends the run with what it has; the second ends the program. */
function interruptionBySignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write('interrupted: writing the reports; once more ends at once\n');
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  return controller.signal;
}

interface HowToRun {
  /** Deviations of a file that the user named. */
  readonly deviations: readonly Deviation[] | undefined;
  readonly runs: number;
  readonly seed: number;
  readonly jobs: number;
  readonly interruption: AbortSignal;
  readonly gone: (why: string) => void;
}

/** The report on one target; `undefined` when it is not there and may be skipped. */
async function reportFor(
  target: Target,
  objects: readonly GeneratedObject[],
  how: HowToRun,
  values: {
    readonly document?: string | undefined;
    readonly 'skip-missing': boolean;
  },
): Promise<RunReport | undefined> {
  try {
    const deviations = new DeviationList(target.kind, how.deviations ?? recordedDeviations(target));
    const result = await runCases(target, objects, {
      ...how,
      deadlines: DEFAULT_DEADLINES,
      deviations,
      progress: progressOf(target),
    });
    return reportOf(result, documentsOf(values, subjectsOf(target)));
  } catch (error) {
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

async function publish(report: RunReport, outputs: readonly ReportOption[], several: boolean): Promise<void> {
  for (const { format, path } of outputs)
    await writeReport(report, format, several ? perTarget(path, report.target.name) : path);
  if (outputs.some(({ path }) => path === '-')) return;
  const { terminalReport } = await import('../../reports/terminal.js');
  process.stdout.write(terminalReport(report, { colour: process.stdout.isTTY === true }));
}

/** With several targets, each has files of its own: `x.json` becomes `x.nginx.json`. */
function perTarget(path: string, target: string): string {
  const name = target.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return path === '-' ? path : path.replace(/(\.[^./]*)?$/, `.${name}$1`);
}

function statusOf({ totals, staleDeviations }: RunReport): number {
  return totals.violates + staleDeviations.length > 0 ? EXIT.failed : EXIT.ok;
}
