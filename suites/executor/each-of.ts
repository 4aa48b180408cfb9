/** Work on many items side by side, and work that is not waited for any longer. */
import { setMaxListeners } from 'node:events';

/**
 * Applies `work` to all items, at most `parallel` at a time, keeping their order. After an error no further item is begun, and
 * it is thrown once those under way have ended: what they use may be closed then, and must not be opened again.
 */
export async function eachOf<T, R>(items: readonly T[], parallel: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) {
      if (errors.length > 0) return;
      try {
        results[i] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return results;
}

/** The result of `work`, or `instead` once the signal aborts: nobody waits any more for what then becomes of the work. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, instead: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(instead());
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}

/** A signal that aborts once one of these does. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const any = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  // Each attempt under way listens.
  setMaxListeners(0, any);
  return any;
}
