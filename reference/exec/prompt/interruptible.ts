import { Script } from 'node:vm';

/** Where memory that a thread shares with the main thread says what the thread does: one of the following. */
export const activity = 0;
const [idle, busy, signalled] = [0, 1, 2];

/** Where it has the id of the request to evaluate that the main thread waits for, or 0. */
export const awaited = 1;

/** What is shown for code that was interrupted. */
export const interrupted = 'interrupted';

let work: () => void = () => undefined;

/** What the engine interrupts runs within a script of the host. Its frames are shown as the runtime's: not at all. */
const name = 'srvspecInterruptible';
const entry = new Script(`${name}()`, { filename: 'runtime' });
Object.defineProperty(globalThis, name, { value: () => work() });

/**
 * Runs work that {@link interrupt} can stop wherever the engine is, and returns whether it ran to its end. The signal works in a
 * thread, too. Nothing else can stop a loop without losing the realm. Work within work is stopped with it.
 */
export function runInterruptible(shared: Int32Array, given: () => void): boolean {
  if (Atomics.load(shared, activity) !== idle) {
    given();
    return true;
  }
  work = () => {
    Atomics.store(shared, activity, busy);
    try {
      given();
    } finally {
      // A signal that is on its way would end the process if nothing waited for it.
      if (Atomics.compareExchange(shared, activity, busy, idle) !== busy) for (;;);
    }
  };
  try {
    entry.runInThisContext({ breakOnSigint: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return false;
    throw error;
  } finally {
    Atomics.store(shared, activity, idle);
  }
}

/** In the main thread: stops the interruptible work of a thread, if there is any. */
export function interrupt(shared: Int32Array): void {
  if (Atomics.compareExchange(shared, activity, busy, signalled) === busy) process.kill(process.pid, 'SIGINT');
}
