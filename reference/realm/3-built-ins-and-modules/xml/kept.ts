import { unbound } from '../../support/intrinsics.js';

const OwnWeakMap = WeakMap;
const lookUp: <T>(map: WeakMap<object, T>, key: object) => T | undefined = unbound(WeakMap.prototype.get);
const keep: <T>(map: WeakMap<object, T>, key: object, value: T) => unknown = unbound(WeakMap.prototype.set);

/** What objects that scripts have stand for. */
export class Kept<T> {
  readonly #map = new OwnWeakMap<object, T>();

  /** The same object, known from now on. */
  add(object: object, value: T): object {
    keep(this.#map, object, value);
    return object;
  }

  of(object: unknown): T | undefined {
    return typeof object === 'object' && object !== null ? lookUp(this.#map, object) : undefined;
  }
}
