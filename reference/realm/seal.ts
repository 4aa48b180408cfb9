/**
 * A copy of a port whose functions belong to the realm. Should a host function throw after all (its stack may run out
 * in the middle of a script's deep recursion), the script sees an error of its own realm.
 */
export function sealed<T extends object>(port: T): T {
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(port)) copy[name] = sealedMember(member);
  return Object.assign(Object.create(null), copy);
}

function sealedMember(member: unknown): unknown {
  if (isFunction(member)) return sealedFunction(member);
  if (typeof member !== 'object' || member === null) return member;
  return Array.isArray(member) ? [...member] : sealed(member);
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
