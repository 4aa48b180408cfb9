import type { Ending, TimerPort } from '../port.js';
import { describe } from './describe.js';

interface Timers {
  setTimeout(callback: unknown, milliseconds?: unknown, ...values: unknown[]): object;
  clearTimeout(timeout?: unknown): void;
}

/** 3/timers-and-base64-functions/set-timeout and clear-timeout */
export function createTimers(port: TimerPort): Timers {
  const ids = new WeakMap<object, number>();
  return {
    setTimeout(callback, milliseconds = 0, ...values) {
      if (!isCallback(callback)) throw new TypeError('first argument is not a function');
      const id = port.set(Number(milliseconds), () => run(callback, values));
      const timeout = {};
      ids.set(timeout, id);
      return timeout;
    },
    clearTimeout(timeout) {
      const id = typeof timeout === 'object' && timeout !== null ? ids.get(timeout) : undefined;
      if (id !== undefined) port.clear(id);
    },
  };
}

function run(callback: Callback, values: readonly unknown[]): Ending {
  try {
    callback(...values);
    return { kind: 'done' };
  } catch (thrown) {
    return { kind: 'thrown', message: describe(thrown) };
  }
}

type Callback = (...values: readonly unknown[]) => unknown;

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}
