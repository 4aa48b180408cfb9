import { Worker } from 'node:worker_threads';

/** Modules in contexts of their own are behind a flag of Node's, and its warning would be in the way of the output. */
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** Megabytes of the heap of all realms of a thread together. A thread that needs more is ended by Node. */
const heapMb = 1024;

/** Megabytes of it for what is young: with less, much of what a request leaves has become old before it is collected. */
const usualYoungMb = 12;

/** Starts a thread that can make realms; `file` is relative to the folder `host`. */
export function realmThread(file: string, workerData: object, youngMb: number = usualYoungMb): Worker {
  return new Worker(new URL(`../${file}`, import.meta.url), {
    workerData,
    execArgv: flags,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: heapMb },
  });
}
