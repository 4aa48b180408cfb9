import { setTimeout as delay } from 'node:timers/promises';

/** Time and random numbers, replaceable so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970, with fractions; never runs backwards. */
  readonly now: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    // One signal may end any number of waits; Node would warn about so many listeners of one signal.
    const own = signal === undefined ? {} : { signal: AbortSignal.any([signal]) };
    await delay(ms, undefined, own).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  },
  random: Math.random,
};

/** The longest time of a timer of the platform, in milliseconds. */
export const LONGEST_TIMER = 2 ** 31 - 1;
