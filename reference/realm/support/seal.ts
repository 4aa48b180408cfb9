/**
 * The border between a realm and its host. No object of the host enters: primitives pass, functions are wrapped by functions of the realm,
 * and lists and records are copied. Only primitives, bytes and wrapped functions leave the realm. Other code of the realm therefore never
 * meets host objects, whatever a script has replaced.
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

/** The bytes of stack that any call of the host needs. A call with less is refused, so that the host leaves nothing half done. */
const stackOfHost = 96 * 1024;

let requireStack: (bytes: number) => void = () => undefined;

/** `check` throws a RangeError of the realm if fewer bytes of the stack are left. */
export function checkStackBy(check: (bytes: number) => void): void {
  requireStack = check;
}

/** Converts a value to one of the realm. Members of an object with a class are converted when they are first used. */
export function sealed<T>(value: T): T;
export function sealed(value: unknown): unknown {
  if (isFunction(value)) return sealedFunction(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return sealedList(value);
  if (isView(value)) return checkedMemory(value);
  return isPlain(value) ? sealedRecord(value) : sealedPort(value);
}

function sealedRecord(value: object): Bare {
  // Assignment is cheap, and objects without a prototype have no setters.
  const copy: Record<string, unknown> & Bare = create(null);
  const names = keysOf(value);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    copy[name] = sealed(getProperty(value, name));
  }
  return copy;
}

/** Whether it is a record, of either realm: the prototype of a record has no prototype. */
function isPlain(value: object): boolean {
  const prototype = getPrototypeOf(value);
  return prototype === null || getPrototypeOf(prototype) === null;
}

/** A proxy, since a handler uses few members of its subject. */
function sealedPort(port: object): object {
  return proxyOf<Record<string, unknown> & Bare>(create(null), {
    __proto__: null,
    get: (members, name: string) => {
      if (members[name] === undefined) members[name] = sealedMember(port, name);
      return members[name];
    },
  });
}

/** Throws a RangeError if a call of the host could not begin. */
export function checkStack(): void {
  requireStack(stackOfHost);
}

function sealedMember(port: object, name: string): unknown {
  checkStack();
  try {
    const member: unknown = getProperty(port, name);
    return isFunction(member) ? sealedFunction(member, port) : sealed(member);
  } catch {
    throw resourceError();
  }
}

function sealedList(list: readonly unknown[]): unknown[] {
  return sealedInPlace(listOf(list));
}

/** Converts a list of this realm in place: arguments of its functions are such lists, whoever calls. */
function sealedInPlace(list: unknown[]): unknown[] {
  for (let at = 0; at < list.length; at += 1) replaceElement(list, at, sealed(list[at]));
  return list;
}

/** The host fills memory that the realm has allocated for it, and returns it. */
function checkedMemory(memory: unknown): unknown {
  if (isOwnMemory(memory)) return memory;
  throw new OwnTypeError('the memory does not belong to this realm');
}

/** If a host function throws after all, the script receives an error of its own realm. The thrown value is not inspected. */
function sealedFunction(hostFunction: AnyFunction, receiver?: object): AnyFunction {
  return (...values) => {
    checkStack();
    for (let at = 0; at < values.length; at += 1) replaceElement(values, at, released(values[at]));
    try {
      return sealed(apply(hostFunction, receiver, values));
    } catch {
      // The host's error is not passed on.
    }
    throw resourceError();
  };
}

function resourceError(): Error {
  return new OwnRangeError('the host is out of stack or memory');
}

/** Converts a value that the realm gives to the host. */
function released(value: unknown): unknown {
  if (isFunction(value)) return (...values: unknown[]) => apply(value, undefined, sealedInPlace(values));
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isView(value)) return value;
  throw new OwnTypeError('an object cannot leave its realm');
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
