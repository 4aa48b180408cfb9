/** 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout: timers. */
import type { TimerPort } from '../../port/timers.js';
import { type Due, DueQueue } from '../support/due-queue.js';
import type { PendingWork } from '../support/realms/pending.js';

/** The longest delay of Node's timers, in milliseconds. */
const longest = 2 ** 31 - 1;

interface PendingTimer extends Due {
  /** How often timers had been called when it was set. */
  readonly turn: number;
  readonly end: () => void;
}

/** A timer that is set while others are called waits for the next turn. */
const isDue = (timer: PendingTimer | undefined, until: number, turn: number): boolean =>
  timer !== undefined && timer.time < until && timer.turn < turn;

/**
 * Timers of one realm. They run in the order in which they are due, unlike Node's when they are late. One timer of Node waits for the first
 * of them.
 */
export function timerPort(pending: PendingWork, now = () => performance.now()): TimerPort {
  const queue = new DueQueue<PendingTimer>();
  let timeout: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;
  let turn = 0;
  /** Waits for the first timer, unless it already does. */
  const arm = (): void => {
    const time = queue.first?.time ?? Number.POSITIVE_INFINITY;
    if (time === armedFor) return;
    clearTimeout(timeout);
    armedFor = time;
    if (time < Number.POSITIVE_INFINITY) timeout = setTimeout(fire, Math.max(1, Math.ceil(time - now())));
  };
  const fire = (): void => {
    armedFor = Number.POSITIVE_INFINITY;
    turn += 1;
    // Node counts whole milliseconds.
    const until = now() + 1;
    try {
      while (isDue(queue.first, until, turn)) queue.shift()?.end();
    } finally {
      arm();
    }
  };
  return {
    wait: pending.later((milliseconds, settle) => {
      const time = milliseconds >= 1 ? Math.trunc(Math.min(milliseconds, longest)) : 0;
      const end = () => settle({ ok: true, value: undefined });
      const own: PendingTimer = { time: now() + time, turn, isCancelled: false, end };
      queue.add(own);
      arm();
      return () => {
        queue.cancel(own);
        arm();
      };
    }),
  };
}
