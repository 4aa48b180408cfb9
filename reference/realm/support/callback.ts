import type { Ending } from '../../port/port.js';
import { describe } from './describe.js';

export type Callback = (...values: readonly unknown[]) => unknown;

/** What a script passed as a function. Throws TypeError for anything else. */
export function callbackNamed(name: string, value: unknown): Callback {
  if (isCallback(value)) return value;
  throw new TypeError(`${name} is not a function`);
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** Calls a script's function for the host, which must not meet what it throws. */
export function run(callback: Callback, values: readonly unknown[]): Ending {
  try {
    callback(...values);
    return { kind: 'done' };
  } catch (thrown) {
    return { kind: 'thrown', message: describe(thrown) };
  }
}
