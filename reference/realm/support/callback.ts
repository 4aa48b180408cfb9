import type { RunEnd } from '../../port/outcome.js';
import { failure } from './failure.js';
import { apply, OwnTypeError } from './intrinsics.js';

export type ScriptCallback = (...values: readonly unknown[]) => unknown;

/** A function that a script passed. Throws TypeError for anything else. */
export function callbackNamed(name: string, value: unknown): ScriptCallback {
  if (isCallback(value)) return value;
  throw new OwnTypeError(`${name} is not a function`);
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
