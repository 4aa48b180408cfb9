import type { TimerPort } from '../../port/timers.js';
import type { Pending } from './pending.js';

/** The longest time that Node's timers know, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Timers of one realm. */
export function timerPort(pending: Pending): TimerPort {
  return {
    wait: pending.later((milliseconds, settle) => {
      const timeout = setTimeout(() => settle({ ok: true, value: undefined }), Math.min(milliseconds, longest));
      return () => clearTimeout(timeout);
    }),
  };
}
