import { parentPort } from 'node:worker_threads';
import { runInterruptible } from './interruptible.js';

/** A thread that does nothing but wait for Ctrl-C, see `Interrupts`. */
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

for (;;) {
  parentPort?.postMessage(undefined);
  runInterruptible(() => void Atomics.wait(never, 0, 0));
}
