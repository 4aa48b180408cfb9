import { Worker } from 'node:worker_threads';

/**
 * Tells of the signal of Ctrl-C for as long as a prompt is open. Threads that run something interruptible take the signal from the
 * process, and when the last of them is through the process would end at the next one. So one thread always waits for it.
 */
export class Interrupts {
  readonly #thread = new Worker(new URL('./interrupts-worker.js', import.meta.url), { execArgv: [] });
  /** Resolves once the signal does not end the process any more. */
  readonly ready: Promise<void>;

  constructor(tell: () => void) {
    this.ready = new Promise((resolve) => {
      this.#thread.once('message', () => {
        this.#thread.on('message', tell);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
