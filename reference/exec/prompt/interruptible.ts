import { Script } from 'node:vm';

/** What a thread does, in memory that it shares with the main thread. */
const [idle, busy, signalled] = [0, 1, 2];

/** What is shown for code that was interrupted. */
export const interrupted = 'interrupted';

let work: () => void = () => undefined;

/** What the engine interrupts runs within a script of the host. Its frames are shown as the runtime's: not at all. */
const name = 'srvspecInterruptible';
const entry = new Script(`${name}()`, { filename: 'runtime' });
Object.defineProperty(globalThis, name, { value: () => work() });

/**
 * Runs work that {@link interrupt} can stop, wherever the engine is in it, and returns whether it ran to its end. The signal works in
 * a thread, too: it is the process's. Nothing else can stop a loop without losing the realm. Work within work is stopped with it.
 */
export function runInterruptible(activity: Int32Array, given: () => void): boolean {
  if (Atomics.load(activity, 0) !== idle) {
    given();
    return true;
  }
  work = () => {
    Atomics.store(activity, 0, busy);
    try {
      given();
    } finally {
      // A signal that is on its way would end the process if nothing waited for it.
      if (Atomics.compareExchange(activity, 0, busy, idle) !== busy) for (;;);
    }
  };
  try {
    entry.runInThisContext({ breakOnSigint: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return false;
    throw error;
  } finally {
    Atomics.store(activity, 0, idle);
  }
}

/** In the main thread: stops the interruptible work of a thread, if there is any. */
export function interrupt(activity: Int32Array): void {
  if (Atomics.compareExchange(activity, 0, busy, signalled) === busy) process.kill(process.pid, 'SIGINT');
}
