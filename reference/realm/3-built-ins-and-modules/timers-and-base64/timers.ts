import type { Cancel } from '../../../port/later.js';
import type { TimerPort } from '../../../port/timers.js';
import { requireCallback, run } from '../../support/callback.js';
import { numberOf } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';

/** 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout, and `setImmediate` of real hosts. */
export function createTimers(
  port: TimerPort,
): Readonly<Record<'setTimeout' | 'setImmediate' | 'clearTimeout', unknown>> {
  const start = (callback: unknown, milliseconds: unknown, values: unknown[]): object => {
    const called = requireCallback(callback, 'first arg must be a function');
    return new Timeout(port.wait(numberOf(milliseconds), () => run(called, values)));
  };
  return {
    setTimeout: (callback: unknown, milliseconds?: unknown, ...values: unknown[]) =>
      start(callback, milliseconds, values),
    setImmediate: (callback: unknown, ...values: unknown[]) => start(callback, 0, values),
    clearTimeout(timeout?: unknown): void {
      Timeout.cancel(timeout);
    },
  };
}

/** The result of `setTimeout`, which scripts can only pass to `clearTimeout`. */
class Timeout {
  readonly #cancel: Cancel;

  constructor(cancel: Cancel) {
    this.#cancel = cancel;
  }

  static cancel(value: unknown): void {
    if (typeof value === 'object' && value !== null && #cancel in value) value.#cancel();
  }
}
defineTag(Timeout.prototype, 'Timeout');
hideConstructor(Timeout.prototype);
