import { Script } from 'node:vm';

let work: () => void = () => undefined;

/** What the engine breaks off runs within a script, which stands in the host's world. Its frames are shown as the runtime's: not at all. */
const name = 'srvspecInterruptible';
const entry = new Script(`${name}()`, { filename: 'runtime' });

/**
 * Runs work that Ctrl-C breaks off, wherever in it the engine is, and tells whether it ran to its end. It works in a thread, too: the
 * signal is the process's. Nothing else can break off a loop without losing the realm.
 */
export function runInterruptible(given: () => void): boolean {
  const before = work;
  work = given;
  Object.defineProperty(globalThis, name, { value: () => work(), configurable: true });
  try {
    entry.runInThisContext({ breakOnSigint: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return false;
    throw error;
  } finally {
    work = before;
    Reflect.deleteProperty(globalThis, name);
  }
}
