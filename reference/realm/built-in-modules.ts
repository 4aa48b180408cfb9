import { create, define } from './support/intrinsics.js';
import { isSince, type Version } from './support/versions.js';

/** A module that scripts import by its name. */
export interface BuiltInModule {
  readonly since?: Version;
  readonly make: () => object;
}

/** The built-in modules, each made when it is imported first. */
export class BuiltInModules {
  readonly #modules: Record<string, BuiltInModule | undefined> = create(null);
  readonly #made: Record<string, object | undefined> = create(null);

  constructor(modules: Readonly<Record<string, BuiltInModule>>) {
    for (const name in modules) define(this.#modules, name, modules[name]);
  }

  /** `undefined` where this version has none of that name. */
  get(name: string): object | undefined {
    const module = this.#modules[name];
    if (module === undefined || (module.since !== undefined && !isSince(module.since))) return undefined;
    const object = this.#made[name] ?? module.make();
    this.#made[name] = object;
    return object;
  }
}
