/** Where an account's secrets were seen though they must not be there. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientRun, Leak, RecordedRequest } from '../../harness/client-under-test.js';
import { holdsOne, type Replacement } from './secrets.js';

/** Bytes of one file that are read. */
const MOST_BYTES = 64 * 1024 * 1024;

export function leaksIn(
  { stdout, stderr, requests, elsewhere }: Pick<ClientRun, 'stdout' | 'stderr' | 'requests' | 'elsewhere'>,
  secrets: readonly Replacement[],
  { onCommandLine, inFiles }: { readonly onCommandLine: boolean; readonly inFiles: boolean },
): readonly Leak[] {
  const seen: { readonly [where in Leak]: boolean } = {
    'command line': onCommandLine,
    'standard output': holdsOne(stdout, secrets),
    'standard error': holdsOne(stderr, secrets),
    'request target': requests.some(({ target }) => holdsOne(target, secrets)),
    'another host': elsewhere.some((request) => holdsOne(wholeOf(request), secrets)),
    files: inFiles,
  };
  return LEAKS.filter((where) => seen[where]);
}

const LEAKS: readonly Leak[] = [
  'command line',
  'standard output',
  'standard error',
  'request target',
  'another host',
  'files',
];

const wholeOf = ({ target, headers, text }: RecordedRequest): string => [target, ...headers.flat(), text].join('\n');

/** Whether a secret stands in a file below the folder, or in its name. */
export async function holdsInFiles(folder: string, secrets: readonly Replacement[]): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (holdsOne(entry.name, secrets)) return true;
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).size <= MOST_BYTES && holdsOne(await readFile(path), secrets)) return true;
  }
  return false;
}
