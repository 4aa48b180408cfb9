/**
 * A copy of a port whose functions belong to the realm. Should a host function throw after all (its stack may run out
 * in the middle of a script's deep recursion), the script sees an error of its own realm.
 */
export function sealed<T extends object>(port: T): T {
  const copy: T = { ...port };
  for (const [name, member] of Object.entries(port)) Reflect.set(copy, name, sealedMember(member));
  return copy;
}

function sealedMember(member: unknown): unknown {
  if (isFunction(member)) return sealedFunction(member);
  if (Array.isArray(member)) return member.map(sealedMember);
  return typeof member === 'object' && member !== null ? sealed(member) : member;
}

function sealedFunction(hostFunction: HostFunction): HostFunction {
  return (...values) => {
    let message = '';
    try {
      return hostFunction(...values);
    } catch (thrown) {
      message = String(thrown);
    }
    throw new RangeError(message);
  };
}

type HostFunction = (...values: unknown[]) => unknown;

function isFunction(value: unknown): value is HostFunction {
  return typeof value === 'function';
}
