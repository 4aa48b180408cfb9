/** How a command tells its result: in the reports that were asked for, to the person at the end, and to the CI system that it runs in. */

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

/** Whether what is written there goes on to a reader: standard output, a pipe, a device. */
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

/** Says beforehand which reports cannot be written. */
export async function complainOf(places: readonly ReportOption<string>[]): Promise<void> {
  for (const place of places) complain(await reportComplaint(place));
}

/** What is told of a result besides the reports that were asked for. */
export interface ToldResult {
  /** The summary on the terminal. */
  readonly text: (display: Display) => Promise<string>;
  /** Markdown of at most so many bytes. */
  readonly markdown: (most: number) => Promise<string>;
  /** Workflow commands of GitHub Actions. */
  readonly annotations: () => Promise<string>;
}

/**
 * Writes the reports, prints the summary, and tells where the reports are. Says which could not be written; whether all were.
 * @param quiet where the reports are is not told
 */
export async function publish<Model, Format extends string>(
  model: Model,
  writers: Writers<Model, Format>,
  outputs: readonly ReportOption<Format>[],
  told: ToldResult,
  quiet = false,
): Promise<boolean> {
  const complaints = await writeReports(model, writers, outputs);
  for (const complaint of complaints) complain(complaint);
  const printed = outputs.some(({ path }) => path === '-');
  // Logs of CI systems obey it, and logs are copied.
  if (!printed) process.stdout.write(withoutCommands(await told.text(displayOf(process.stdout))));
  const written = outputs.filter(({ path }, i) => path !== '-' && complaints[i] === undefined);
  const places = written.map(({ format, path }) => `${format} report: ${path}\n`).join('');
  if (!quiet) (printed ? process.stderr : process.stdout).write(places);
  await tellGitHub(told, process.env);
  return complaints.every((complaint) => complaint === undefined);
}

/** The same of a report on a run; `quiet` shows what it comes to, and no more, `details` all evidence. */
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

/** Writes the reports and says which could not be written; whether all were. */
export async function written<Model, Format extends string>(
  model: Model,
  writers: Writers<Model, Format>,
  outputs: readonly ReportOption<Format>[],
): Promise<boolean> {
  const complaints = await writeReports(model, writers, outputs);
  for (const complaint of complaints) complain(complaint);
  return complaints.every((complaint) => complaint === undefined);
}

/** Prints what went wrong beside the result. */
export function complain(complaint: string | undefined): void {
  if (complaint !== undefined) process.stderr.write(`srvspec: ${complaint}\n`);
}

/** Bytes of a step's summary; GitHub refuses one of more than 1 MiB as a whole. */
const SUMMARY_BYTES = 1_000_000;

/**
 * In a job of GitHub Actions: appends a summary to the step's, which may be of several commands, and prints annotations, on standard
 * error since standard output may be a report. Neither changes the exit status.
 */
export async function tellGitHub(
  told: Pick<ToldResult, 'markdown' | 'annotations'>,
  { GITHUB_STEP_SUMMARY: file, GITHUB_ACTIONS: actions }: NodeJS.ProcessEnv,
): Promise<void> {
  if (actions === 'true') process.stderr.write(await told.annotations());
  if (file === undefined || file === '') return;
  try {
    const size = await sizeOf(file);
    const most = SUMMARY_BYTES - size - 1;
    const text = await told.markdown(most);
    if (Buffer.byteLength(text) > most) complain(`the step's summary is full: ${file} has ${size} bytes already`);
    else await appendFile(file, size === 0 ? text : `\n${text}`);
  } catch (error) {
    complain(`the step's summary cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** 0 of a file that is not there. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
