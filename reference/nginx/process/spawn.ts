import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../../host/support/built-file.js';
import { realmFlags } from '../../host/support/realms/realm-flags.js';

/** `worker.ts` as one file. */
const program = builtFile('bundled/worker.js');

const flags = [
  ...realmFlags,
  '--max-old-space-size=1024',
  // Megabytes for the young generation, from the start: V8 begins with one, and would collect eight times as often while little survives.
  '--min-semi-space-size=8',
];

/** Creates a file without a name, in which workers count connections. */
export function openCounts(): number {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  const descriptor = openSync(join(folder, 'counts'), 'wx+');
  rmSync(folder, { recursive: true });
  return descriptor;
}

/**
 * Starts a process that becomes a worker once it receives its task. Its fifth descriptor is for calls to the master, its sixth is the file
 * of counts.
 */
export function spawnWorker(counts: number): ChildProcess {
  return spawn(process.execPath, [...flags, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe', counts],
  });
}
