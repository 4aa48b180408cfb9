import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { realmFlags } from '../script/realm-flags.js';

/** `worker.ts` as one file. */
const program = fileURLToPath(new URL('../bundled/worker.js', import.meta.url));

const flags = [
  ...realmFlags,
  '--max-old-space-size=1024',
  // Megabytes for what is young, from the start: V8 begins with one, and collects eight times as often for as long as little survives.
  '--min-semi-space-size=8',
];

/** Starts a process that becomes a worker once it is told what to serve; its fifth descriptor is for calls of shared dictionaries. */
export function spawnWorker(): ChildProcess {
  return spawn(process.execPath, [...flags, program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] });
}
