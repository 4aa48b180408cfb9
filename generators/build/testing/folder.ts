import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tape';

/** A temporary folder that the test removes at its end. */
export function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  // Ending processes may still write into it. `rmSync` would list the folder only once, whatever the number of its retries.
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
