import { Worker } from 'node:worker_threads';
import { builtFile } from '../../host/support/built-file.js';

/** Milliseconds between two looks at who the parent is. */
const interval = 250;

const thread = builtFile('nginx/process/orphan-thread.js');

/** Ends this process when the one that has started it is gone, and continues that one where a signal has stopped it; also while a handler loops and nothing else is heard of. */
export function endWithParent(): void {
  new Worker(thread, { workerData: { parent: process.ppid, interval }, execArgv: [] }).unref();
}
