import { Worker } from 'node:worker_threads';
import { builtUrl } from '../../host/support/built-file.js';

/** Milliseconds for which keys that were pressed together are one. */
const together = 100;

/**
 * Tells of the signal of Ctrl-C for as long as a prompt is open. A thread that runs something interruptible takes the signal from the
 * process, and once no thread does so any more the next one would end the process. So one thread always waits for it.
 */
export class Interrupts {
  /** How deep in interruptible work the thread of the realm is. */
  readonly busy = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #thread: Worker;
  #isArmed = false;
  #waiting: (() => void)[] = [];
  #raised = Number.NEGATIVE_INFINITY;

  /** `tell` is told of a signal that has broken off nothing. */
  constructor(tell: () => void) {
    this.#thread = new Worker(builtUrl('exec/prompt/interrupts-worker.js'), {
      workerData: this.busy,
      execArgv: [],
    });
    this.#thread.on('message', (told: 'armed' | 'interrupted') => {
      this.#isArmed = told === 'armed';
      if (!this.#isArmed) return tell();
      for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  /** Resolves once the signal does not end the process, and work that begins then is what the next one breaks off. */
  ready(): Promise<void> {
    return this.#isArmed ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Breaks off what the realm's thread is busy with, if it is. */
  raise(): void {
    if (!this.#isArmed || Atomics.load(this.busy, 0) === 0 || performance.now() - this.#raised < together) return;
    this.#raised = performance.now();
    process.kill(process.pid, 'SIGINT');
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
