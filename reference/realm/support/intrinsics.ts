/**
 * ECMAScript's own functions as they were before any script ran. A script may replace them, and would then be handed what
 * the realm's code works on: ports and outcomes of the host above all. Whatever touches those goes through these.
 */
export const { apply, deleteProperty, set: setProperty, get: getProperty } = Reflect;
export const { defineProperty, getOwnPropertyDescriptor } = Object;
export const { isArray } = Array;
export const text = String;
export const OwnObject = Object;
export const OwnRangeError = RangeError;
export const OwnPromise = Promise;
export const promiseThen = Promise.prototype.then;

/** A Set of strings whose methods no script can replace. */
export class PrivateSet {
  readonly #members: Record<string, true> = Object.create(null);

  has(member: string): boolean {
    return this.#members[member] === true;
  }

  add(member: string): void {
    this.#members[member] = true;
  }

  delete(member: string): void {
    delete this.#members[member];
  }
}

/** A WeakMap whose methods no script can replace. */
export class PrivateMap<K extends WeakKey, V> {
  readonly #map = new WeakMap<K, V>();
  static readonly #get = WeakMap.prototype.get;
  static readonly #set = WeakMap.prototype.set;

  get(key: K): V | undefined {
    return apply(PrivateMap.#get, this.#map, [key]);
  }

  set(key: K, value: V): void {
    apply(PrivateMap.#set, this.#map, [key, value]);
  }
}
