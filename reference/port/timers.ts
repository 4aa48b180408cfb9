import type { AsyncOperation } from './later.js';

/** Behind the timer functions. */
export interface TimerPort {
  /** Settles after so many milliseconds. */
  readonly wait: AsyncOperation<number, undefined>;
}
