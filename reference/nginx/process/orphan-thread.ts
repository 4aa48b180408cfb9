/** The thread of `orphan.ts`. It waits without an event loop, and ends with its process. */
import { workerData } from 'node:worker_threads';
import { stopWatch } from './proc.js';

const { parent, interval }: { readonly parent: number; readonly interval: number } = workerData;
const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const isStopped = stopWatch(parent);

// A process that is not blocked notices it immediately, and ends by itself in the meantime.
for (let looks = 0; looks < 2; looks = process.ppid === parent ? 0 : looks + 1) {
  Atomics.wait(pause, 0, 0, interval);
  if (process.ppid === parent && isStopped()) process.kill(parent, 'SIGCONT');
}
process.kill(process.pid, 'SIGKILL');
