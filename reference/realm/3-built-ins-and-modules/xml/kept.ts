/** What objects that scripts have stand for. */
export interface Kept<T> {
  /** The same object, known from now on. */
  readonly add: (object: object, value: T) => object;
  readonly of: (object: unknown) => T | undefined;
}

/** A class below it adds its fields to the object that it is given. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: that is all that it is for.
    return object;
  }
}

/** Private fields cost a fifth of what a WeakMap does with tens of thousands of objects, and proxies have them, too. */
export function keptBy<T>(): Kept<T> {
  class Known extends Given {
    readonly #value: T;

    constructor(object: object, value: T) {
      super(object);
      this.#value = value;
    }

    static of(object: unknown): T | undefined {
      return typeof object === 'object' && object !== null && #value in object ? object.#value : undefined;
    }
  }
  return { add: (object, value) => new Known(object, value), of: Known.of };
}
