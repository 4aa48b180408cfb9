/** Publishes the result of a command: the requested reports, a summary for the user, and the output for the CI system. */

import { statSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import type { Display } from '../../reports/lines.js';
import type { RunReport } from '../../reports/model.js';
import { withoutCommands } from '../../reports/printable.js';
import {
  type ReportOption,
  reportComplaint,
  WRITERS,
  type Writers,
  writeReports,
} from '../../reports/writers/write.js';
import { displayOf } from './display.js';

/** Whether the output goes on to a reader: standard output, a pipe, a device. */
export function isStream(path: string): boolean {
  if (path === '-') return true;
  try {
    const place = statSync(path);
    return !place.isFile() && !place.isDirectory();
  } catch {
    return false;
  }
}

/** With several targets, each has files of its own: `x.json` becomes `x.nginx.json`. */
export function placed({ format, path }: ReportOption, target: string, several: boolean): ReportOption {
  if (!several || isStream(path)) return { format, path };
  const name = target.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return { format, path: path.replace(/(\.[^./]*)?$/, `.${name}$1`) };
}

/** Complains beforehand about reports that cannot be written. */
export async function complainOf(places: readonly ReportOption<string>[]): Promise<void> {
  for (const place of places) complain(await reportComplaint(place));
}

/** The views of a result besides the requested reports. */
interface ShownResult {
  /** The summary on the terminal. */
  readonly text: (display: Display) => Promise<string>;
  /** Markdown of at most so many bytes. */
  readonly markdown: (most: number) => Promise<string>;
  /** Workflow commands of GitHub Actions. */
  readonly annotations: () => Promise<string>;
}

/**
 * Writes the reports, prints the summary and the paths of the reports, and complains about reports that could not be written.
 * @param quiet the paths of the reports are not printed
 * @returns whether all reports were written
 */
export async function publish<Model, Format extends string>(
  model: Model,
  writers: Writers<Model, Format>,
  outputs: readonly ReportOption<Format>[],
  result: ShownResult,
  quiet = false,
): Promise<boolean> {
  const reports = await written(model, writers, outputs);
  const printed = outputs.some(({ path }) => path === '-');
  // CI systems obey commands in their logs, and logs are copied.
  if (!printed) process.stdout.write(withoutCommands(await result.text(displayOf(process.stdout))));
  const files = reports.filter(({ path }) => path !== '-');
  const places = files.map(({ format, path }) => `${format} report: ${path}\n`).join('');
  if (!quiet) (printed ? process.stderr : process.stdout).write(places);
  await publishToGitHub(result, process.env);
  return reports.length === outputs.length;
}

/** The same for a report on a run; `quiet` shows only the outcome, `details` all evidence. */
export const publishReport = (
  report: RunReport,
  outputs: readonly ReportOption[],
  { quiet = false, details = false },
): Promise<boolean> =>
  publish(
    report,
    WRITERS,
    outputs,
    {
      text: async (display) =>
        (await import('../../reports/terminal.js')).terminalReport(report, { ...display, brief: quiet, details }),
      markdown: async (most) => (await import('../../reports/markdown.js')).markdownReport(report, most),
      annotations: async () => (await import('../../reports/annotations.js')).annotationsReport(report),
    },
    quiet,
  );

/** Writes the reports, complains about those that could not be written, and returns the others. */
export async function written<Model, Format extends string>(
  model: Model,
  writers: Writers<Model, Format>,
  outputs: readonly ReportOption<Format>[],
): Promise<readonly ReportOption<Format>[]> {
  const complaints = await writeReports(model, writers, outputs);
  for (const complaint of complaints) complain(complaint);
  return outputs.filter((_, i) => complaints[i] === undefined);
}

/** Prints a problem beside the result. */
export function complain(complaint: string | undefined): void {
  if (complaint !== undefined) process.stderr.write(`srvspec: ${complaint}\n`);
}

/** Bytes of a step's summary; GitHub refuses one of more than 1 MiB as a whole. */
const SUMMARY_BYTES = 1_000_000;

/**
 * In a job of GitHub Actions: appends to the step's summary, which may have those of several commands, and prints annotations. They go to
 * standard error, since standard output may be a report. Neither changes the exit status.
 */
async function publishToGitHub(
  result: Pick<ShownResult, 'markdown' | 'annotations'>,
  { GITHUB_STEP_SUMMARY: file, GITHUB_ACTIONS: actions }: NodeJS.ProcessEnv,
): Promise<void> {
  if (actions === 'true') process.stderr.write(await result.annotations());
  if (file === undefined || file === '') return;
  try {
    const size = await sizeOf(file);
    const most = SUMMARY_BYTES - size - 1;
    const text = await result.markdown(most);
    if (Buffer.byteLength(text) > most) complain(`the step's summary is full: ${file} has ${size} bytes already`);
    else await appendFile(file, size === 0 ? text : `\n${text}`);
  } catch (error) {
    complain(`the step's summary cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** 0 for a missing file. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
