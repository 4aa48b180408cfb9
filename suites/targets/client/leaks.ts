/** Searches for an account's secrets where they must not be. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientRun, Leak, RecordedRequest } from '../../language/client-under-test.js';
import type { Spellings } from '../support/secrets/spellings.js';

/** The number of bytes of one file that are read. */
const MOST_BYTES = 64 * 1024 * 1024;

export function leaksIn(
  { stdout, stderr, requests, elsewhere }: Pick<ClientRun, 'stdout' | 'stderr' | 'requests' | 'elsewhere'>,
  secrets: Spellings<string>,
  { onCommandLine, inFiles }: { readonly onCommandLine: boolean; readonly inFiles: boolean },
): readonly Leak[] {
  const places: readonly (readonly [Leak, boolean])[] = [
    ['command line', onCommandLine],
    ['standard output', secrets.isAnyIn(stdout)],
    ['standard error', secrets.isAnyIn(stderr)],
    ['request target', requests.some(({ target }) => secrets.isAnyIn(target))],
    ['another host', elsewhere.some((request) => secrets.isAnyIn(wholeOf(request)))],
    ['files', inFiles],
  ];
  return places.flatMap(([where, isLeaking]) => (isLeaking ? where : []));
}

const wholeOf = ({ target, headers, text }: RecordedRequest): string => [target, ...headers.flat(), text].join('\n');

/** Whether a file below the folder, or its name, contains a secret. */
export async function holdsInFiles(folder: string, secrets: Spellings<string>): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (secrets.isAnyIn(entry.name)) return true;
    if (entry.isFile() && secrets.isAnyIn(await contentOf(join(entry.parentPath, entry.name)))) return true;
  }
  return false;
}

/** Empty for a file that is too large, unreadable or gone: processes of the client may still run. */
async function contentOf(path: string): Promise<Buffer> {
  try {
    return (await stat(path)).size <= MOST_BYTES ? await readFile(path) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
