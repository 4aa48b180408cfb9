import { isSince, type Version } from './support/versions.js';

/** A module that scripts import by its name. */
export interface BuiltInModule {
  readonly since?: Version;
  readonly make: () => object;
}

/** The built-in modules, each made when it is imported first. */
export class BuiltInModules {
  readonly #modules: ReadonlyMap<string, BuiltInModule>;
  readonly #made = new Map<string, object>();

  constructor(modules: Readonly<Record<string, BuiltInModule>>) {
    this.#modules = new Map(Object.entries(modules));
  }

  /** `undefined` where this version has none of that name. */
  get(name: string): object | undefined {
    const module = this.#modules.get(name);
    if (module === undefined || (module.since !== undefined && !isSince(module.since))) return undefined;
    const object = this.#made.get(name) ?? module.make();
    this.#made.set(name, object);
    return object;
  }
}
