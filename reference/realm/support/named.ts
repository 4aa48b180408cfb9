import { type Bare, create, defineProperty, getProperty, hasProperty, proxyOf } from './intrinsics.js';

/** Values under names that the host looks up, such as headers and variables. */
export interface NamedValues {
  /** `undefined` where there is none. */
  readonly get: (name: string) => unknown;
  /** Names that are listed. */
  readonly names: () => readonly string[];
  /** `undefined` where assigning is an error. */
  readonly set: ((name: string, value: unknown) => void) | undefined;
  /** `undefined` where deleting is an error. */
  readonly delete: ((name: string) => void) | undefined;
}

/** What a proxy asks; one for each object, while what it does is there once. */
interface Handler extends ProxyHandler<object>, Bare {
  readonly values: NamedValues;
}

function lookedUp({ values }: Handler, key: string | symbol): unknown {
  return typeof key === 'string' ? values.get(key) : undefined;
}

const traps: ProxyHandler<object> & Bare = {
  __proto__: null,
  get(this: Handler, target, key) {
    return lookedUp(this, key) ?? getProperty(target, key);
  },
  has(this: Handler, target, key) {
    return lookedUp(this, key) !== undefined || hasProperty(target, key);
  },
  set(this: Handler, _, key, value) {
    if (typeof key === 'symbol' || this.values.set === undefined) return false;
    this.values.set(key, value);
    return true;
  },
  deleteProperty(this: Handler, _, key) {
    if (typeof key === 'symbol' || this.values.delete === undefined) return false;
    this.values.delete(key);
    return true;
  },
  ownKeys(this: Handler) {
    return this.values.names();
  },
  getOwnPropertyDescriptor(this: Handler, _, key) {
    const value = lookedUp(this, key);
    if (value === undefined) return undefined;
    const property: PropertyDescriptor & Bare = {
      __proto__: null,
      value,
      writable: this.values.set !== undefined,
      enumerable: true,
      configurable: true,
    };
    return property;
  },
  defineProperty: () => false,
  preventExtensions: () => false,
  setPrototypeOf: () => false,
};

/** An object whose properties are the host's values; what the host does not know is looked up as on any object, or on `rest`. */
export function createNamed(values: NamedValues, rest: object = {}): object {
  const handler: Handler = create(traps);
  defineProperty(handler, 'values', { __proto__: null, value: values });
  return proxyOf(rest, handler);
}
