/** Compiles recorded deviations to JSON, which the commands read. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { GeneratedFile } from './files.js';

const FOLDER = 'suites/deviations';

export const deviationFiles = (): GeneratedFile[] =>
  readdirSync(join(PACKAGE_ROOT, FOLDER))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({
      path: `dist/${FOLDER}/${basename(name, '.yaml')}.json`,
      text: `${JSON.stringify(parse(readFileSync(join(PACKAGE_ROOT, FOLDER, name), 'utf8')))}\n`,
    }));
