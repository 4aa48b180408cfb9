/** Processes many items in parallel, and abandons work after an abort. */
import { setMaxListeners } from 'node:events';

/**
 * Applies `work` to all items, at most `parallel` at a time, keeping their order. After an error no further item begins. The error is
 * thrown once those in progress have ended, since the caller may then close what they use.
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

/** The result of `work`, or `instead` once the signal aborts; the work's own result is then ignored. */
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
  // Each attempt in progress listens.
  setMaxListeners(0, any);
  return any;
}
