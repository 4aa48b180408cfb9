import { isObject } from './intrinsics.js';

/** Values attached to objects of scripts, invisible to scripts. */
interface PrivateValues<T> {
  /** Attaches a value to an object and returns the object. */
  readonly add: (object: object, value: T) => object;
  readonly of: (object: unknown) => T | undefined;
}

/** The constructor of a subclass adds its private fields to the object that this constructor returns. */
class ReturnOverride {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is its purpose
    return object;
  }
}

/** With tens of thousands of objects, private fields take a fifth of the time of a WeakMap. Proxies can have them, too. */
export function privateValues<T>(): PrivateValues<T> {
  class Holder extends ReturnOverride {
    readonly #value: T;

    constructor(object: object, value: T) {
      super(object);
      this.#value = value;
    }

    static of(object: unknown): T | undefined {
      return isObject(object) && #value in object ? object.#value : undefined;
    }
  }
  return { add: (object, value) => new Holder(object, value), of: Holder.of };
}
