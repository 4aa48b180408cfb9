/** `srvspec generate [--check]`: writes the committed schemas of types, and the committed manifest of the specification. */
import { parseArgs } from 'node:util';
import { builtFiles } from '../../generators/emit/built.js';
import { type GeneratedFile, isStale, writeGenerated } from '../../generators/emit/files.js';
import { schemaFiles } from '../../generators/schema/schema.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT } from '../../spec/reading/user-error.js';
import { GENERATE } from './declared/tools.js';

export async function generate(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: GENERATE.options });
  return values.check ? check() : write();
}

/** Schemas are written first, since they validate the specification. */
function write(): number {
  const schemas = writeGenerated(PACKAGE_ROOT, schemaFiles());
  const { built, committed } = builtFiles(PACKAGE_ROOT);
  const cases = writeGenerated(PACKAGE_ROOT, [...built, ...committed]);
  for (const path of [...schemas.changed, ...cases.changed]) process.stdout.write(`${path} written\n`);
  for (const path of cases.removed) process.stdout.write(`${path} removed\n`);
  return EXIT.ok;
}

/** Checks the committed files; cases are generated with each build. */
function check(): number {
  const stale = schemaFiles().filter((file) => isStale(PACKAGE_ROOT, file));
  // A stale schema could refuse a valid specification.
  const files: readonly GeneratedFile[] =
    stale.length > 0 ? [] : builtFiles(PACKAGE_ROOT).committed.filter((file) => isStale(PACKAGE_ROOT, file));
  for (const { path } of [...stale, ...files])
    process.stdout.write(`${path} is not what the specification generates; run \`srvspec generate\`\n`);
  return stale.length + files.length === 0 ? EXIT.ok : EXIT.failed;
}
