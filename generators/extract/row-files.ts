import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowFile } from '../../spec/types/spec.js';
import { changesBetween } from './changes.js';

/** The text of a rows file: JSON, one row a line. */
export function renderRowFile({ document, rows }: RowFile): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{"document":${JSON.stringify(document)},\n"rows":[\n${lines}\n]}\n`;
}

const fileName = ({ document }: RowFile): string => `${document.id}.json`;

/** Writes one file a document into `folder`; a reader sees a whole file, old or new, at any time. */
export async function writeRowFiles(folder: string, files: readonly RowFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) await replaceFile(join(folder, fileName(file)), renderRowFile(file));
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Says what writing `files` into `folder` would change, one line a row: `+ id` added, `- id` removed, `~ id: facts` changed.
 * Empty when the files there are the same byte for byte.
 */
export async function compareRowFiles(folder: string, files: readonly RowFile[]): Promise<string[]> {
  const changes: string[] = [];
  for (const file of files) {
    const stored = await textOf(join(folder, fileName(file)));
    changes.push(...changesBetween(fileName(file), stored, renderRowFile(file)));
  }
  return changes;
}

/** A file that is not there is an empty one. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
