import type { TimerPort } from '../../../port/port.js';
import { callbackNamed, run } from '../../support/callback.js';
import { defineTag } from '../../support/members.js';

/** The timer functions: 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout */
export function createTimers(port: TimerPort): Readonly<Record<string, unknown>> {
  return {
    setTimeout(callback: unknown, milliseconds?: unknown, ...values: unknown[]): object {
      const called = callbackNamed('first argument', callback);
      return new Timeout(port.set(Number(milliseconds), () => run(called, values)));
    },
    clearTimeout(timeout?: unknown): void {
      const id = Timeout.idOf(timeout);
      if (id !== undefined) port.clear(id);
    },
  };
}

/** What `setTimeout` returns: scripts can do nothing with it but to hand it back. */
class Timeout {
  readonly #id: number;

  constructor(id: number) {
    this.#id = id;
  }

  static idOf(value: unknown): number | undefined {
    return typeof value === 'object' && value !== null && #id in value ? value.#id : undefined;
  }
}
defineTag(Timeout.prototype, 'Timeout');
Reflect.deleteProperty(Timeout.prototype, 'constructor');
