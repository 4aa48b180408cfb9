/**
 * The border between a realm and its host. Nothing of the host's world gets in: primitives pass, functions are wrapped by
 * functions of the realm, lists and records are copied. Nothing goes out but primitives, bytes and functions, which are
 * wrapped likewise. So the other code of the realm needs no care for the host, whatever a script has replaced.
 */
import { isOwnMemory, isView } from './bytes.js';
import {
  apply,
  type Bare,
  create,
  getProperty,
  isArray,
  keysOf,
  listOf,
  OwnRangeError,
  OwnTypeError,
  replaceElement,
} from './intrinsics.js';

type AnyFunction = (...values: unknown[]) => unknown;

/** The same value as one of the realm. */
export function sealed<T>(value: T): T;
export function sealed(value: unknown): unknown {
  if (isFunction(value)) return sealedFunction(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return sealedList(value);
  if (isView(value)) return checkedMemory(value);
  // Assigned, which is cheap: what inherits nothing has no setters.
  const copy: Record<string, unknown> & Bare = create(null);
  const names = keysOf(value);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    copy[name] = sealed(getProperty(value, name));
  }
  return copy;
}

function sealedList(list: readonly unknown[]): unknown[] {
  const copy = listOf(list);
  for (let at = 0; at < copy.length; at += 1) replaceElement(copy, at, sealed(copy[at]));
  return copy;
}

/** The host fills what the realm has allocated for it, and returns it. */
function checkedMemory(memory: unknown): unknown {
  if (isOwnMemory(memory)) return memory;
  throw new OwnTypeError('the memory is not of this realm');
}

/**
 * Should a host function throw after all (its stack may run out in the middle of a script's deep recursion), the script sees
 * an error of its own realm. What was thrown is not looked at: that would take stack again.
 */
function sealedFunction(hostFunction: AnyFunction): AnyFunction {
  return (...values) => {
    for (let at = 0; at < values.length; at += 1) replaceElement(values, at, released(values[at]));
    try {
      return sealed(apply(hostFunction, undefined, values));
    } catch {
      // The host's error ends here.
    }
    throw new OwnRangeError('the host is out of stack or memory');
  };
}

/** What the realm gives to the host. */
function released(value: unknown): unknown {
  if (isFunction(value)) return (...values: unknown[]) => apply(value, undefined, sealedList(values));
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isView(value)) return value;
  throw new OwnTypeError('an object does not leave its realm');
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
