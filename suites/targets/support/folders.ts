/** Folders that a user names. */

import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../../spec/reading/file-fault.js';
import { UsageError } from '../../../spec/reading/user-error.js';

/**
 * Creates a folder and the missing ones above it; rejects with the system's error if it cannot. Node's own `recursive` never ends if an
 * existing folder accepts no entries, as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdirUnlessThere(folder);
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    await makeFolder(above);
    await mkdirUnlessThere(folder);
  }
}

async function mkdirUnlessThere(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
}

/** Creates a folder for new files. Existing ones are not overwritten. @throws UsageError that ends with the advice */
export async function refuseFull(folder: string, advice: string): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty; ${advice}`);
}
