import { Worker } from 'node:worker_threads';
import { builtUrl } from '../built-file.js';
import { realmFlags } from './realm-flags.js';

/** Megabytes of the heap of all realms of a thread together. A thread that needs more is ended by Node. */
const heapMb = 1024;

/** Megabytes of it for what is young: with less, much of what a request leaves has become old before it is collected. */
const usualYoungMb = 12;

/** Starts a thread that can make realms; `file` is a built file, relative to the folder `reference`, or the address of another. */
export function realmThread(file: string, workerData: object, youngMb: number = usualYoungMb): Worker {
  return new Worker(builtUrl(file), {
    workerData,
    execArgv: [...realmFlags],
    resourceLimits: { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: heapMb },
  });
}
