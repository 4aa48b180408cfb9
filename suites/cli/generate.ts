/** `srvspec generate [--check]`: requirements to committed cases, types to committed schemas. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES_FOLDER, caseFiles, type GeneratedFile } from '../../generators/emit/cases.js';
import { planCases } from '../../generators/plan/plan.js';
import { schemaFiles } from '../../generators/schema/schema.js';
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT } from '../../spec/reading/user-error.js';

export async function generate(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } } });
  const files = [...caseFiles(planCases(checkedSpec(PACKAGE_ROOT))), ...schemaFiles()];
  const differing = files.filter(
    ({ path, text }) =>
      !existsSync(join(PACKAGE_ROOT, path)) || readFileSync(join(PACKAGE_ROOT, path), 'utf8') !== text,
  );
  const left = leftovers(files);
  if (values.check) return verdict(differing, left);
  for (const { path, text } of differing) write(join(PACKAGE_ROOT, path), text);
  for (const path of left) rmSync(join(PACKAGE_ROOT, path));
  process.stdout.write(`${files.length} files generated, ${differing.length} changed, ${left.length} removed\n`);
  return EXIT.ok;
}

function verdict(differing: readonly GeneratedFile[], left: readonly string[]): number {
  for (const { path } of differing)
    process.stdout.write(`${path} is not what the specification generates; run \`srvspec generate\`\n`);
  for (const path of left)
    process.stdout.write(`${path} comes from nothing in the specification; run \`srvspec generate\`\n`);
  return differing.length + left.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Generated files whose source is gone. */
function leftovers(files: readonly GeneratedFile[]): string[] {
  const folder = join(PACKAGE_ROOT, CASES_FOLDER);
  const present = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => `${CASES_FOLDER}/${path}`)
    : [];
  return present.filter((path) => !files.some((file) => file.path === path));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
