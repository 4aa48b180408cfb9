import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../spec/reading/file-fault.js';
import { replaceFile } from '../../spec/reading/replace-file.js';
import type { RowFile } from '../../spec/types/row.js';
import { changesBetween } from './changes.js';

/** The text of a rows file: JSON, one row for each line. The last line has what changes with every new row. */
export function renderRowFile({ document, rows, sections, lines }: RowFile): string {
  return [
    `{"document":${JSON.stringify(document)},`,
    `"rows":[\n${listed(rows)}\n],`,
    `"sections":[\n${listed(sections)}\n],`,
    `"lines":${JSON.stringify(lines)}}\n`,
  ].join('\n');
}

const listed = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join(',\n');

const fileName = ({ document }: RowFile): string => `${document.id}.json`;

/** Writes one file for each document into `folder`. Readers always see a whole file, old or new. */
export async function writeRowFiles(folder: string, files: readonly RowFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) await replaceFile(join(folder, fileName(file)), renderRowFile(file));
}

/**
 * The changes that writing `files` into `folder` would make, one line for each row: `+ id` added, `- id` removed, `~ id: facts` changed.
 * Empty if the files there are the same byte for byte.
 */
export async function compareRowFiles(folder: string, files: readonly RowFile[]): Promise<string[]> {
  const changes: string[] = [];
  for (const file of files) {
    const stored = await textOf(join(folder, fileName(file)));
    changes.push(...changesBetween(fileName(file), stored, file, renderRowFile(file)));
  }
  return changes;
}

/** A missing file counts as an empty one. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
