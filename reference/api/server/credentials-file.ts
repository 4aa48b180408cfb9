import { open, rename, unlink } from 'node:fs/promises';
import type { Credentials } from './basic.js';
import { syncFolderOf } from './state-file.js';

/** Writes credentials (JSON, mode 0600). Rejects with the system's error, `EEXIST` where the file is there already. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(textOf(credentials));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function textOf({ clientId, apiKey }: Credentials): string {
  return `${JSON.stringify({ clientId, apiKey })}\n`;
}

/**
 * Replaces the credentials file atomically. The file is opened for writing before
 * `generate` is called, since a new key is issued only once.
 */
export async function replaceCredentials(file: string, generate: () => Promise<Credentials>): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  const handle = await open(fresh, 'wx', 0o600);
  try {
    await handle.writeFile(textOf(await generate()));
    await handle.sync();
    await rename(fresh, file);
    await syncFolderOf(file);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}
