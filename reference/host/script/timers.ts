import type { TimerPort } from '../../port/timers.js';
import type { Pending } from './pending.js';

/** The longest time that Node's timers know, in milliseconds. */
const longest = 2 ** 31 - 1;

interface Waiting {
  readonly due: number;
  readonly end: () => void;
}

/** Timers of one realm. They end in the order in which they are due; Node ends one too early when it is late with another of the same time. */
export function timerPort(pending: Pending, now = () => performance.now()): TimerPort {
  const waiting: Waiting[] = [];
  const endUntil = (last: Waiting): void => {
    while (waiting.includes(last)) waiting.shift()?.end();
  };
  return {
    wait: pending.later((milliseconds, settle) => {
      const time = milliseconds >= 1 ? Math.trunc(Math.min(milliseconds, longest)) : 1;
      const timeout = setTimeout(() => endUntil(own), time);
      const own: Waiting = {
        due: now() + time,
        end: () => {
          clearTimeout(timeout);
          settle({ ok: true, value: undefined });
        },
      };
      const later = waiting.findIndex(({ due }) => due > own.due);
      waiting.splice(later < 0 ? waiting.length : later, 0, own);
      return () => {
        clearTimeout(timeout);
        waiting.splice(waiting.indexOf(own), 1);
      };
    }),
  };
}
