import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractDirectory } from '../../generators/extract/directory.js';
import { compareRowFiles, writeRowFiles } from '../../generators/extract/row-files.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { RowFile } from '../../spec/types/row.js';
import { EXTRACT } from './declared/tools.js';

const ROWS = join(PACKAGE_ROOT, 'spec', 'rows');

/**
 * `srvspec extract --documents DIR [--check]`: writes the facts of the documents in DIR to `spec/rows`. With `--check` it prints the
 * differences instead.
 *
 * @returns the exit status: 0; 1 if `--check` finds a difference
 * @throws UsageError for wrong arguments, ExtractError for unreadable documents
 */
export async function extract(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: EXTRACT.options });
  if (values.documents === undefined) throw new UsageError('extract takes a folder of documents: --documents DIR');
  const { files, unrecognised } = await extractDirectory(values.documents);
  for (const name of unrecognised) {
    process.stderr.write(`srvspec extract: ${name} is left out: its name does not begin with 1-, 2- or 3-\n`);
  }
  return values.check ? check(files) : write(files);
}

async function write(files: readonly RowFile[]): Promise<number> {
  await writeRowFiles(ROWS, files);
  const counts = files.map(({ document, rows }) => `document ${document.id}: ${rows.length}`);
  process.stdout.write(`rows written: ${counts.join(', ')}\n`);
  return EXIT.ok;
}

async function check(files: readonly RowFile[]): Promise<number> {
  const changes = await compareRowFiles(ROWS, files);
  for (const change of changes) process.stdout.write(`${change}\n`);
  return changes.length === 0 ? EXIT.ok : EXIT.failed;
}
