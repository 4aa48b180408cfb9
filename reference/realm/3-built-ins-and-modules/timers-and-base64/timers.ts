import type { Cancel } from '../../../port/later.js';
import type { TimerPort } from '../../../port/timers.js';
import { callbackNamed, run } from '../../support/callback.js';
import { numberOf } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';

/** The timer functions: 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout */
export function createTimers(port: TimerPort): { readonly setTimeout: unknown; readonly clearTimeout: unknown } {
  return {
    setTimeout(callback: unknown, milliseconds?: unknown, ...values: unknown[]): object {
      const called = callbackNamed('first argument', callback);
      return new Timeout(port.wait(numberOf(milliseconds), () => run(called, values)));
    },
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
