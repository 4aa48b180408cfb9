import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from '../../spec/reading/file-fault.js';
import { readInput } from '../../spec/reading/input.js';
import type { DocumentId, RowFile } from '../../spec/types/row.js';
import { extractDocument } from './document.js';
import { ExtractError } from './error.js';

const DOCUMENT_IDS: readonly DocumentId[] = [1, 2, 3];

/** The content of a folder of documents. */
export interface Extraction {
  /** One for each document, in the order of their numbers. */
  readonly files: readonly RowFile[];
  /** Names of Markdown files that do not begin with a document's number; they were not read. */
  readonly unrecognised: readonly string[];
}

/**
 * Extracts the three documents of a folder. Their names begin with `1-`, `2-` and `3-`.
 *
 * @throws ExtractError if the folder cannot be read, a document is missing or there twice, or one is malformed
 */
export async function extractDirectory(directory: string): Promise<Extraction> {
  const names = (await namesIn(directory)).filter((name) => name.endsWith('.md')).sort();
  const files: RowFile[] = [];
  for (const id of DOCUMENT_IDS) {
    const path = join(directory, documentName(directory, names, id));
    readInput(path);
    files.push(extractDocument(id, await readFile(path), path));
  }
  const recognised = (name: string) => DOCUMENT_IDS.some((id) => name.startsWith(`${id}-`));
  return { files, unrecognised: names.filter((name) => !recognised(name)) };
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const fault = fileFault(error);
    if (fault === undefined) throw error;
    throw new ExtractError(directory, undefined, `the folder of documents cannot be read: ${fault}`);
  }
}

function documentName(directory: string, names: readonly string[], id: DocumentId): string {
  const [name, ...others] = names.filter((candidate) => candidate.startsWith(`${id}-`));
  if (name === undefined) throw new ExtractError(directory, undefined, `holds no document ${id} (${id}-*.md)`);
  if (others.length > 0) {
    throw new ExtractError(
      directory,
      undefined,
      `holds document ${id} more than once: ${[name, ...others].join(', ')}`,
    );
  }
  return name;
}
