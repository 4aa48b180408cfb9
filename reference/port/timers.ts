import type { Later } from './later.js';

/** Behind the timer functions. */
export interface TimerPort {
  /** Settles after so many milliseconds. */
  readonly wait: Later<number, undefined>;
}
