import { Worker } from 'node:worker_threads';
import { builtUrl } from '../built-file.js';
import { realmFlags } from './realm-flags.js';

/** Megabytes of heap for all realms of a thread together. Node ends a thread that needs more. */
const heapMb = 1024;

/** Megabytes of it for the young generation: with less, much of a request's garbage would become old before it is collected. */
const usualYoungMb = 12;

/** Starts a thread that can make realms; `file` is a built file, relative to the folder `reference`, or another URL. */
export function realmThread(file: string, workerData: object, youngMb: number = usualYoungMb): Worker {
  return new Worker(builtUrl(file), {
    workerData,
    execArgv: [...realmFlags],
    resourceLimits: { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: heapMb },
  });
}
