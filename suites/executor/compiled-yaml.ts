import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

/** A YAML file of ours in the compiled form of the build, so that no run has to parse and validate it. */
export function compiledYaml<T>(folder: 'suites/deviations' | 'suites/quirks', name: string): T {
  const content: T = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'dist', folder, `${name}.json`), 'utf8'));
  return content;
}
