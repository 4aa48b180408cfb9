/** Where the reports of a run go, and what a person is told at its end. */
import type { RunReport } from '../../reports/model.js';
import { printableLine } from '../../reports/printable.js';
import { observedCount } from '../../reports/totals.js';
import { unobservedReasons } from '../../reports/wording.js';
import { ReportError, type ReportOption, reportComplaint, writeReport } from '../../reports/write.js';
import { displayOf } from './display.js';

/** With several targets, each has files of its own: `x.json` becomes `x.nginx.json`. */
export function placed({ format, path }: ReportOption, target: string, several: boolean): ReportOption {
  if (path === '-' || !several) return { format, path };
  const name = target.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return { format, path: path.replace(/(\.[^./]*)?$/, `.${name}$1`) };
}

/** Says beforehand which reports cannot be written. */
export async function complainOf(places: readonly ReportOption[]): Promise<void> {
  for (const place of places) complain(await reportComplaint(place));
}

/**
 * Writes the reports, prints the summary, and tells where the reports are. Says which could not be written; whether all were.
 * @param quiet tells what came of it, and no more
 */
export async function publish(report: RunReport, outputs: readonly ReportOption[], quiet: boolean): Promise<boolean> {
  const written: ReportOption[] = [];
  for (const output of outputs) {
    const complaint = await writingComplaint(report, output);
    complain(complaint);
    if (complaint === undefined) written.push(output);
  }
  const printed = outputs.some(({ path }) => path === '-');
  if (!printed) {
    const { terminalReport } = await import('../../reports/terminal.js');
    process.stdout.write(terminalReport(report, { ...displayOf(process.stdout), brief: quiet }));
  }
  const told = written.flatMap(({ format, path }) => (path === '-' ? [] : [`${format} report: ${path}\n`]));
  if (!quiet) (printed ? process.stderr : process.stdout).write(told.join(''));
  return written.length === outputs.length;
}

async function writingComplaint(report: RunReport, { format, path }: ReportOption): Promise<string | undefined> {
  try {
    await writeReport(report, format, path);
    return undefined;
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
}

function complain(complaint: string | undefined): void {
  if (complaint !== undefined) process.stderr.write(`srvspec: ${complaint}\n`);
}

/** Says what would have to be there for something to be observed. */
export function tellIfNothing({ target, totals, ...report }: RunReport): void {
  if (observedCount(totals) > 0) return;
  const reasons = unobservedReasons({ totals, requirements: report.requirements }).map(printableLine);
  process.stderr.write(`${target.name}: nothing was observed; ${reasons.join('; ')}\n`);
}
