import { Script } from 'node:vm';

/** Index in the memory shared with the main thread: what the thread does, one of the following values. */
export const activity = 0;
const [idle, busy, signalled] = [0, 1, 2];

/** Index of the id of the request that the main thread waits for, or 0. */
export const awaited = 1;

/** The text shown for interrupted code. */
export const interrupted = 'interrupted';

let work: () => void = () => undefined;

/** The engine can interrupt a script of the host that has this name. Its frames count as the runtime's, which are never shown. */
const name = 'srvspecInterruptible';
const entry = new Script(`${name}()`, { filename: 'runtime' });
Object.defineProperty(globalThis, name, { value: () => work() });

/**
 * Runs work that {@link interrupt} can stop wherever the engine is, and returns whether it ran to its end. The signal reaches a thread,
 * too. Nothing else can stop a loop without losing the realm. Nested work is stopped with the outer work.
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
      // A signal that is already sent would end the process if nothing waited for it.
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
