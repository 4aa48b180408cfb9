import type { RunEnd } from '../../port/outcome.js';
import { failure } from './failure.js';
import { apply, OwnTypeError } from './intrinsics.js';

export type ScriptCallback = (...values: readonly unknown[]) => unknown;

/** A function that a script passed. Throws TypeError with the message for anything else. */
export function requireCallback(value: unknown, message = 'callback is not a function'): ScriptCallback {
  if (isCallback(value)) return value;
  throw new OwnTypeError(message);
}

export function isCallback(value: unknown): value is ScriptCallback {
  return typeof value === 'function';
}

/** Calls a script's function for the host, which must not receive a thrown value. */
export function run(callback: ScriptCallback, values: readonly unknown[]): RunEnd {
  try {
    apply(callback, undefined, values);
    return { kind: 'done' };
  } catch (thrown) {
    return failure(thrown);
  }
}
