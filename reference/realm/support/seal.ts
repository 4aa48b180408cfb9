import { apply, isArray, OwnRangeError, setProperty, text } from './intrinsics.js';

/**
 * A copy of a port whose functions belong to the realm. Should a host function throw after all (its stack may run out
 * in the middle of a script's deep recursion), the script sees an error of its own realm.
 */
export function sealed<T extends object>(port: T): T {
  const copy: T = { ...port };
  for (const name in port) setProperty(copy, name, sealedMember(port[name]));
  return copy;
}

function sealedMember(member: unknown): unknown {
  if (isFunction(member)) return sealedFunction(member);
  if (isArray(member)) return sealedList(member);
  return typeof member === 'object' && member !== null ? sealed(member) : member;
}

function sealedList(list: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  for (let at = 0; at < list.length; at += 1) copy[at] = sealedMember(list[at]);
  return copy;
}

/** Also what a host function returns is sealed where it is a function, such as the one that cancels. */
export function sealedFunction(hostFunction: HostFunction): HostFunction {
  return (...values) => {
    let message = '';
    try {
      const result = apply(hostFunction, undefined, values);
      return isFunction(result) ? sealedFunction(result) : result;
    } catch (thrown) {
      message = text(thrown);
    }
    throw new OwnRangeError(message);
  };
}

type HostFunction = (...values: unknown[]) => unknown;

function isFunction(value: unknown): value is HostFunction {
  return typeof value === 'function';
}
