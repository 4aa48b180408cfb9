import type { AsyncOperation } from './later.js';

/** The host side of the timer functions. */
export interface TimerPort {
  /** Settles after that many milliseconds. */
  readonly wait: AsyncOperation<number, undefined>;
}
