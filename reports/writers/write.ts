import { constants, type Stats } from 'node:fs';
import { access, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf, fileFault } from '../../spec/reading/file-fault.js';
import { didYouMean } from '../../spec/reading/nearest.js';
import { replaceFile } from '../../spec/reading/replace-file.js';
import { UsageError, UserError } from '../../spec/reading/user-error.js';
import type { RunReport } from '../model.js';

/** A report that could not be written, with the file and the system's message. */
class ReportError extends UserError {}

type WriteReport<Model> = (model: Model) => string | Promise<string>;

/** The writers of a model by format. Each is loaded when a report in its format is requested. */
export type Writers<Model, Format extends string> = { readonly [F in Format]: () => Promise<WriteReport<Model>> };

/** Formats of the report on a run. */
export const WRITERS = {
  tap: async () => (await import('../tap.js')).tapReport,
  json: async () => (await import('../json.js')).jsonReport,
  junit: async () => (await import('../junit.js')).junitReport,
  ctrf: async () => (await import('../ctrf.js')).ctrfReport,
  markdown: async () => (await import('../markdown.js')).markdownReport,
  html: async () => (await import('../html/run/page.js')).htmlReport,
  badge: async () => (await import('../badge.js')).badgeReport,
  annotations: async () => (await import('../annotations.js')).annotationsReport,
} satisfies Writers<RunReport, string>;

export type ReportFormat = keyof typeof WRITERS;

export const REPORT_FORMATS: readonly string[] = Object.keys(WRITERS);

export interface ReportOption<Format extends string = ReportFormat> {
  readonly format: Format;
  /** A file, or `-` for standard output. */
  readonly path: string;
}

/**
 * Reads `FORMAT=FILE`; `FORMAT=-` and `FORMAT` alone mean standard output.
 * @param formats the known formats
 * @throws UsageError for an unknown format, or without a file after the `=`
 */
export function parseReportOption<Format extends string>(
  text: string,
  formats: { readonly [F in Format]: unknown },
): ReportOption<Format> {
  const at = text.indexOf('=');
  const format = at === -1 ? text : text.slice(0, at);
  const path = at === -1 ? '-' : text.slice(at + 1);
  if (!isOneOf(formats, format)) {
    const all = Object.keys(formats);
    const near = didYouMean(format, all);
    throw new UsageError(`there is no report format ${format || "''"}; there are ${all.join(', ')}${near}`);
  }
  if (path === '') throw new UsageError(`--report ${text} names no file; \`${format}=-\` is standard output`);
  return { format, path };
}

/**
 * Reads the values of `--report`, as `parseReportOption` does.
 * @throws UsageError also if two reports go to one place, since one would be lost
 */
export function parseReportOptions<Format extends string>(
  texts: readonly string[],
  formats: { readonly [F in Format]: unknown },
): readonly ReportOption<Format>[] {
  const outputs = texts.map((text) => parseReportOption(text, formats));
  refuseShared(outputs);
  return outputs;
}

/** @throws UsageError if two reports go to one place */
export function refuseShared(places: readonly ReportOption<string>[]): void {
  const taken = new Map<string, string>();
  for (const { format, path } of places) {
    const place = path === '-' ? path : resolve(path);
    const other = taken.get(place);
    if (other !== undefined)
      throw new UsageError(
        `the ${other} report and the ${format} report both go to ${path === '-' ? 'standard output' : path}: give each a file of its own`,
      );
    taken.set(place, format);
  }
}

/** Writes the model in each of the formats, see `writeText`; returns a complaint for each that failed. */
export async function writeReports<Model, Format extends string>(
  model: Model,
  writers: Writers<Model, Format>,
  options: readonly ReportOption<Format>[],
): Promise<readonly (string | undefined)[]> {
  const complaints: (string | undefined)[] = [];
  for (const { format, path } of options) {
    const writer = await writers[format]();
    try {
      await writeText(await writer(model), path, `the ${format} report`);
      complaints.push(undefined);
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      complaints.push(error.message);
    }
  }
  return complaints;
}

/** Why a report could not be written to the path, as far as that is known before writing; `undefined` if no reason is known. */
export async function reportComplaint({ format, path }: ReportOption<string>): Promise<string | undefined> {
  if (path === '-') return undefined;
  try {
    const existing = await statOf(path);
    if (existing?.isDirectory() === true) throw new Error('it is a folder');
    // A new file replaces the old one, so the folder must be writable.
    const changed = existing === undefined || existing.isFile() ? dirname(await targetOf(path, existing)) : path;
    await access(changed, constants.W_OK);
    return undefined;
  } catch (error) {
    return unwritten(`the ${format} report`, path, await causeOf(error, path));
  }
}

const unwritten = (what: string, path: string, cause: string): string =>
  `${what} cannot be written to ${path === '-' ? 'standard output' : path}: ${cause}`;

/** Resolves links: renaming onto a link would replace the link and leave its file unchanged. */
const targetOf = async (path: string, existing: Stats | undefined): Promise<string> =>
  existing === undefined ? path : realpath(path);

/**
 * Writes the text as a whole or not at all: into a temporary file beside the path, which then replaces the file. Pipes, terminals and other
 * special files are written directly; `-` is standard output.
 * @param what the text is, for the complaint
 * @throws ReportError if the folder is missing or the file cannot be written
 */
export async function writeText(text: string, path: string, what: string): Promise<void> {
  try {
    await (path === '-' ? writeToStdout(text) : writeToFile(path, text));
  } catch (error) {
    throw new ReportError(unwritten(what, path, await causeOf(error, path)));
  }
}

function isOneOf<Format extends string>(formats: { readonly [F in Format]: unknown }, text: string): text is Format {
  return Object.hasOwn(formats, text);
}

async function writeToFile(path: string, text: string): Promise<void> {
  const existing = await statOf(path);
  if (existing?.isDirectory() === true) throw new Error('it is a folder');
  if (existing?.isFile() === false) return writeFile(path, text);
  return replaceFile(await targetOf(path, existing), text);
}

function writeToStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A reader that closes the pipe has all that it needs.
    process.stdout.write(text, (error) => (error && codeOf(error) !== 'EPIPE' ? reject(error) : resolve()));
  });
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function causeOf(error: unknown, path: string): Promise<string> {
  const folder = dirname(path);
  if (isMissing(error) && (await statOf(folder)) === undefined) return `there is no folder ${folder}`;
  return fileFault(error) ?? (error instanceof Error ? error.message : String(error));
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
