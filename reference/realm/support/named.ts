import { type Bare, getProperty, hasProperty, proxyOf } from './intrinsics.js';

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

/** An object whose properties are the host's values; what the host does not know is looked up as on any object. */
export function createNamed(values: NamedValues): object {
  const lookedUp = (key: string | symbol): unknown => (typeof key === 'string' ? values.get(key) : undefined);
  const handler: ProxyHandler<object> & Bare = {
    __proto__: null,
    get: (target, key) => lookedUp(key) ?? getProperty(target, key),
    has: (target, key) => lookedUp(key) !== undefined || hasProperty(target, key),
    set: (_, key, value) => {
      if (typeof key === 'symbol' || values.set === undefined) return false;
      values.set(key, value);
      return true;
    },
    deleteProperty: (_, key) => {
      if (typeof key === 'symbol' || values.delete === undefined) return false;
      values.delete(key);
      return true;
    },
    ownKeys: () => values.names(),
    getOwnPropertyDescriptor: (_, key) => {
      const value = lookedUp(key);
      if (value === undefined) return undefined;
      const property: PropertyDescriptor & Bare = {
        __proto__: null,
        value,
        writable: values.set !== undefined,
        enumerable: true,
        configurable: true,
      };
      return property;
    },
    defineProperty: () => false,
    preventExtensions: () => false,
    setPrototypeOf: () => false,
  };
  return proxyOf({}, handler);
}
