import {
  define,
  deleteProperty,
  freezeBare,
  getProperty,
  globalObject,
  growing,
  isObject,
  keysOf,
  ownProperty,
  PrivateRecord,
  parseJson,
  push,
} from './support/intrinsics.js';

/**
 * Globals that the configuration gives to scripts: imported modules, and the content of preloaded files. Handler names such as `main.hello`
 * start from them, or from any other global.
 */
export class ConfiguredGlobals {
  readonly #names = growing<string>();
  readonly #values = new PrivateRecord<{ readonly value: unknown }>();
  /** Parsed once for all owners of the realm: no script can change it. */
  readonly #preloaded = new PrivateRecord<{ readonly value: unknown }>();

  /** Makes a value a global, as an assignment does. */
  expose(name: string, value: unknown): void {
    define(globalObject, name, value);
    if (this.#values.get(name) === undefined) push(this.#names, name);
    this.#values.set(name, { value });
  }

  /** Makes the value of a JSON text a global. Its objects are frozen and inherit nothing. */
  preload(name: string, json: string): void {
    const known = this.#preloaded.get(name);
    const { value } = known ?? { value: immutable(parseJson(json)) };
    if (known === undefined) this.#preloaded.set(name, { value });
    this.expose(name, value);
  }

  /** Removes these globals, before the realm serves another owner. Returns false if a script has changed one. */
  conceal(): boolean {
    for (let at = 0; at < this.#names.length; at += 1) if (!this.#remove(this.#names[at] ?? '')) return false;
    this.#names.length = 0;
    this.#values.clear();
    return true;
  }

  #remove(name: string): boolean {
    const property = ownProperty(globalObject, name);
    const isAsExposed =
      property !== undefined &&
      property.value === this.#values.get(name)?.value &&
      property.writable === true &&
      property.enumerable === true &&
      property.configurable === true;
    return isAsExposed && deleteProperty(globalObject, name);
  }
}

/** Freezes a JSON value and all objects in it. */
function immutable(value: unknown): unknown {
  const objects = growing<object>();
  if (isObject(value)) push(objects, value);
  // A list instead of recursion, because JSON may be nested deeper than the stack allows.
  for (let at = 0; at < objects.length; at += 1) {
    const object = objects[at];
    if (object === undefined) continue;
    const names = keysOf(object);
    for (let next = 0; next < names.length; next += 1) {
      const member: unknown = getProperty(object, names[next] ?? '');
      if (isObject(member)) push(objects, member);
    }
    freezeBare(object);
  }
  return value;
}
