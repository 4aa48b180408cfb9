import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractDirectory } from '../../generators/extract/directory.js';
import { ExtractError } from '../../generators/extract/error.js';
import { compareRowFiles, writeRowFiles } from '../../generators/extract/row-files.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { RowFile } from '../../spec/types/row.js';

const USAGE = 'usage: srvspec extract --documents DIR [--check]';
const ROWS = join(PACKAGE_ROOT, 'spec', 'rows');

/**
 * `srvspec extract --documents DIR [--check]`: writes the facts of the documents in DIR to `spec/rows`, or with `--check`
 * says on stdout what would change there.
 *
 * @returns the exit status: 0; 1 when `--check` finds a difference; 2 for wrong arguments and unreadable documents
 */
export async function extract(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (typeof options === 'string') return refuse(`${options}\n${USAGE}`);
  try {
    const { files, unrecognised } = await extractDirectory(options.documents);
    for (const name of unrecognised) {
      process.stderr.write(`srvspec extract: ${name} is left out: its name does not begin with 1-, 2- or 3-\n`);
    }
    return options.check ? await check(files) : await write(files);
  } catch (error) {
    if (error instanceof ExtractError) return refuse(error.message);
    throw error;
  }
}

/** What is asked for, or a complaint. */
function parseOptions(args: readonly string[]): { documents: string; check: boolean } | string {
  try {
    const options = { documents: { type: 'string' }, check: { type: 'boolean', default: false } } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (values.documents === undefined) return 'the folder of documents is missing (--documents)';
    return { documents: values.documents, check: values.check };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuse(complaint: string): number {
  process.stderr.write(`srvspec extract: ${complaint}\n`);
  return 2;
}

async function write(files: readonly RowFile[]): Promise<number> {
  await writeRowFiles(ROWS, files);
  const counts = files.map(({ document, rows }) => `document ${document.id}: ${rows.length}`);
  process.stdout.write(`rows written: ${counts.join(', ')}\n`);
  return 0;
}

async function check(files: readonly RowFile[]): Promise<number> {
  const changes = await compareRowFiles(ROWS, files);
  for (const change of changes) process.stdout.write(`${change}\n`);
  return changes.length === 0 ? 0 : 1;
}
