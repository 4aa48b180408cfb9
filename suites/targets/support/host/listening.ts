import { setTimeout as after } from 'node:timers/promises';
import { files } from './files.js';

const RETRY_MS = 3;

/**
 * Waits until a host has written its pid file, `gone` settles, or so many milliseconds have passed. A host writes it once it listens on all
 * of its ports. A connection to a port proves less, since another process may have taken the port.
 */
export async function awaitPidFile(
  path: string,
  gone: Promise<unknown>,
  mostMs: number,
): Promise<'listens' | 'gone' | 'late'> {
  let over = false;
  void gone.then(() => {
    over = true;
  });
  const end = performance.now() + mostMs;
  while (!over) {
    if (await files.exists(path)) return 'listens';
    if (performance.now() > end) return 'late';
    // Watching folders differs from system to system, so we poll.
    await after(RETRY_MS);
  }
  return 'gone';
}
