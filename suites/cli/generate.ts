/**
 * `srvspec generate [--check]`: types to committed schemas, declared commands to their page, the specification to cases and their
 * committed manifest.
 */
import { parseArgs } from 'node:util';
import { builtFiles } from '../../generators/emit/built.js';
import { type GeneratedFile, isStale, writeGenerated } from '../../generators/emit/files.js';
import { schemaFiles } from '../../generators/schema/schema.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { commandLinePage } from './command-line-page.js';
import { GENERATE } from './declared/tools.js';
import type { NamedCommand } from './finding.js';

export async function generate(args: readonly string[], all: readonly NamedCommand[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: GENERATE.options });
  const independent = [...schemaFiles(), await commandLinePage(all)];
  return values.check ? check(independent) : write(independent);
}

/** Schemas are written first, since they validate the specification. */
function write(independent: readonly GeneratedFile[]): number {
  const first = writeGenerated(PACKAGE_ROOT, independent);
  const { built, committed } = builtFiles(PACKAGE_ROOT);
  const cases = writeGenerated(PACKAGE_ROOT, [...built, ...committed]);
  for (const path of [...first.changed, ...cases.changed]) process.stdout.write(`${path} written\n`);
  for (const path of cases.removed) process.stdout.write(`${path} removed\n`);
  return EXIT.ok;
}

/** Checks the committed files; cases are generated with each build. */
function check(independent: readonly GeneratedFile[]): number {
  const stale = independent.filter((file) => isStale(PACKAGE_ROOT, file));
  // A stale schema could refuse a valid specification.
  const files: readonly GeneratedFile[] =
    stale.length > 0 ? [] : builtFiles(PACKAGE_ROOT).committed.filter((file) => isStale(PACKAGE_ROOT, file));
  for (const { path } of [...stale, ...files])
    process.stdout.write(`${path} is not what its sources generate; run \`srvspec generate\`\n`);
  return stale.length + files.length === 0 ? EXIT.ok : EXIT.failed;
}
