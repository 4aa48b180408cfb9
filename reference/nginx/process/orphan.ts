import { Worker } from 'node:worker_threads';
import { builtFile } from '../../host/support/built-file.js';

/** Milliseconds between two checks of the parent. */
const interval = 250;

const thread = builtFile('nginx/process/orphan-thread.js');

/**
 * Ends this process when its parent has ended, even while a handler loops and blocks all events. Also continues the parent after a signal
 * has stopped it.
 */
export function endWithParent(): void {
  new Worker(thread, { workerData: { parent: process.ppid, interval }, execArgv: [] }).unref();
}
