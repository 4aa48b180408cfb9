import {
  type Bare,
  getProperty,
  hasOwn,
  hasProperty,
  makeBare,
  ownProperty,
  proxyOf,
  setProperty,
} from './intrinsics.js';

/** Values under names that the host looks up, such as headers and variables. */
export interface NamedValues {
  /** `undefined` for an unknown name. */
  readonly get: (name: string) => unknown;
  /** Lists the names; `undefined` if they are not enumerable. */
  readonly names: (() => readonly string[]) | undefined;
  /** `undefined` if assigning is an error. */
  readonly set: ((name: string, value: unknown) => void) | undefined;
  /** `undefined` if deleting is an error. */
  readonly delete: ((name: string) => void) | undefined;
}

/** The handler of a proxy; each object has its own. */
class NamedValuesHandler implements ProxyHandler<object>, Bare {
  declare readonly __proto__: null;
  readonly values: NamedValues;
  readonly areMembersFirst: boolean;
  /** The object itself. */
  proxy: object | undefined;

  constructor(values: NamedValues, areMembersFirst: boolean) {
    this.values = values;
    this.areMembersFirst = areMembersFirst;
  }

  get(target: object, key: string | symbol): unknown {
    if (this.areMembersFirst && hasProperty(target, key)) return getProperty(target, key);
    return this.#lookedUp(key) ?? getProperty(target, key);
  }

  has(target: object, key: string | symbol): boolean {
    return this.#lookedUp(key) !== undefined || hasProperty(target, key);
  }

  set(target: object, key: string | symbol, value: unknown, receiver: unknown): boolean {
    // An object that inherits from this one gets an own property, if the host does not take the value.
    if (receiver !== this.proxy && this.values.set === undefined && this.#lookedUp(key) === undefined)
      return setProperty(target, key, value, receiver);
    if (typeof key === 'symbol' || this.values.set === undefined) return false;
    this.values.set(key, value);
    return true;
  }

  deleteProperty(_: object, key: string | symbol): boolean {
    if (typeof key === 'symbol' || this.values.delete === undefined) return false;
    this.values.delete(key);
    return true;
  }

  ownKeys(): readonly string[] {
    return this.values.names?.() ?? [];
  }

  getOwnPropertyDescriptor(_: object, key: string | symbol): PropertyDescriptor | undefined {
    const value = this.#lookedUp(key);
    if (value === undefined) return undefined;
    const property: PropertyDescriptor & Bare = {
      __proto__: null,
      value,
      writable: this.values.set !== undefined,
      enumerable: this.values.names !== undefined,
      configurable: true,
    };
    return property;
  }

  /**
   * As on real hosts, the value is assigned and the attributes are ignored. Accessors and non-configurable properties are refused, because
   * the host cannot keep them.
   */
  defineProperty(target: object, key: string | symbol, property: PropertyDescriptor): boolean {
    if (hasOwn(property, 'get') || hasOwn(property, 'set') || ownProperty(property, 'configurable')?.value === false)
      return false;
    const given = ownProperty(property, 'value');
    return given === undefined || this.set(target, key, given.value, this.proxy);
  }

  preventExtensions(): boolean {
    return false;
  }

  setPrototypeOf(): boolean {
    return false;
  }

  #lookedUp(key: string | symbol): unknown {
    return typeof key === 'string' ? this.values.get(key) : undefined;
  }
}

makeBare(NamedValuesHandler);

/** An object whose properties are the host's values. Other names are looked up as on an ordinary object, or on `rest`. */
export function createNamed(values: NamedValues, rest: object = {}): object {
  return named(rest, new NamedValuesHandler(values, false));
}

/** Like `createNamed`, for an object whose members take precedence over values with their names. */
export function namedBehind<T extends object>(members: T, values: NamedValues): T {
  return named(members, new NamedValuesHandler(values, true));
}

function named<T extends object>(object: T, handler: NamedValuesHandler): T {
  const proxy = proxyOf<T>(object, handler);
  handler.proxy = proxy;
  return proxy;
}
