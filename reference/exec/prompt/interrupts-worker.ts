import { parentPort, workerData } from 'node:worker_threads';
import { runInterruptible } from './interruptible.js';

/** A thread that does nothing but wait for Ctrl-C, see `Interrupts`. */
const busy: Int32Array = workerData;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function wait(): void {
  parentPort?.postMessage('armed');
  Atomics.wait(never, 0, 0);
}

// The signal goes to what began last to wait for it. The outer of the two is there for a signal that comes while the inner begins anew.
for (;;)
  runInterruptible(() => {
    for (;;) {
      runInterruptible(wait);
      parentPort?.postMessage('interrupted');
      // Something runs that began before this thread did wait again: the signal was meant for that.
      if (Atomics.load(busy, 0) > 0) process.kill(process.pid, 'SIGINT');
    }
  });
