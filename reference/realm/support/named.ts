import { type Bare, getProperty, hasProperty, makeBare, proxyOf } from './intrinsics.js';

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

/** What a proxy asks; one for each object. */
class Handler implements ProxyHandler<object>, Bare {
  declare readonly __proto__: null;
  readonly values: NamedValues;

  constructor(values: NamedValues) {
    this.values = values;
  }

  get(target: object, key: string | symbol): unknown {
    return this.#lookedUp(key) ?? getProperty(target, key);
  }

  has(target: object, key: string | symbol): boolean {
    return this.#lookedUp(key) !== undefined || hasProperty(target, key);
  }

  set(_: object, key: string | symbol, value: unknown): boolean {
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
    return this.values.names();
  }

  getOwnPropertyDescriptor(_: object, key: string | symbol): PropertyDescriptor | undefined {
    const value = this.#lookedUp(key);
    if (value === undefined) return undefined;
    const property: PropertyDescriptor & Bare = {
      __proto__: null,
      value,
      writable: this.values.set !== undefined,
      enumerable: true,
      configurable: true,
    };
    return property;
  }

  defineProperty(): boolean {
    return false;
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

makeBare(Handler);

/** An object whose properties are the host's values; what the host does not know is looked up as on any object, or on `rest`. */
export function createNamed(values: NamedValues, rest: object = {}): object {
  return proxyOf(rest, new Handler(values));
}
