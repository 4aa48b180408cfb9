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
  getPrototypeOf,
  isArray,
  keysOf,
  listOf,
  OwnRangeError,
  OwnTypeError,
  proxyOf,
  replaceElement,
} from './intrinsics.js';

type AnyFunction = (...values: unknown[]) => unknown;

/** Bytes of the stack that any call of the host gets by with. It is not called with less, so that it leaves nothing half done. */
const stackOfHost = 96 * 1024;

let requireStack: (bytes: number) => void = () => undefined;

/** `check` throws a RangeError of the realm where fewer bytes of the stack are left. */
export function checkStackBy(check: (bytes: number) => void): void {
  requireStack = check;
}

/** The same value as one of the realm. Of an object that has a class each member is made one as it is used. */
export function sealed<T>(value: T): T;
export function sealed(value: unknown): unknown {
  if (isFunction(value)) return sealedFunction(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return sealedList(value);
  if (isView(value)) return checkedMemory(value);
  return isPlain(value) ? sealedRecord(value) : sealedPort(value);
}

function sealedRecord(value: object): Bare {
  // Assigned, which is cheap: what inherits nothing has no setters.
  const copy: Record<string, unknown> & Bare = create(null);
  const names = keysOf(value);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    copy[name] = sealed(getProperty(value, name));
  }
  return copy;
}

/** Whether it is a record, of whichever world: what that inherits from inherits nothing. */
function isPlain(value: object): boolean {
  const prototype = getPrototypeOf(value);
  return prototype === null || getPrototypeOf(prototype) === null;
}

/** A handler uses few members of what it is called for. */
function sealedPort(port: object): object {
  return proxyOf<Record<string, unknown> & Bare>(create(null), {
    __proto__: null,
    get: (members, name: string) => {
      if (members[name] === undefined) members[name] = sealedMember(port, name);
      return members[name];
    },
  });
}

/** Throws a RangeError where a call of the host would not begin. */
export function checkStack(): void {
  requireStack(stackOfHost);
}

function sealedMember(port: object, name: string): unknown {
  checkStack();
  try {
    const member: unknown = getProperty(port, name);
    return isFunction(member) ? sealedFunction(member, port) : sealed(member);
  } catch {
    throw outOfMeans();
  }
}

function sealedList(list: readonly unknown[]): unknown[] {
  return sealedInPlace(listOf(list));
}

/** Of a list of this realm: the arguments of its functions are one, whoever calls. */
function sealedInPlace(list: unknown[]): unknown[] {
  for (let at = 0; at < list.length; at += 1) replaceElement(list, at, sealed(list[at]));
  return list;
}

/** The host fills what the realm has allocated for it, and returns it. */
function checkedMemory(memory: unknown): unknown {
  if (isOwnMemory(memory)) return memory;
  throw new OwnTypeError('the memory is not of this realm');
}

/** Should a host function throw after all, the script sees an error of its own realm. What was thrown is not looked at. */
function sealedFunction(hostFunction: AnyFunction, receiver?: object): AnyFunction {
  return (...values) => {
    checkStack();
    for (let at = 0; at < values.length; at += 1) replaceElement(values, at, released(values[at]));
    try {
      return sealed(apply(hostFunction, receiver, values));
    } catch {
      // The host's error ends here.
    }
    throw outOfMeans();
  };
}

function outOfMeans(): Error {
  return new OwnRangeError('the host is out of stack or memory');
}

/** What the realm gives to the host. */
function released(value: unknown): unknown {
  if (isFunction(value)) return (...values: unknown[]) => apply(value, undefined, sealedInPlace(values));
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isView(value)) return value;
  throw new OwnTypeError('an object does not leave its realm');
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
