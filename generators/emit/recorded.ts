/** Compiles recorded deviations and quirks to JSON, which the commands read. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { GeneratedFile } from './files.js';

const FOLDERS = ['suites/deviations', 'suites/quirks'] as const;

export const recordedFiles = (): GeneratedFile[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder))
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => ({
        path: `dist/${folder}/${basename(name, '.yaml')}.json`,
        text: `${JSON.stringify(parse(readFileSync(join(PACKAGE_ROOT, folder, name), 'utf8')))}\n`,
      })),
  );
