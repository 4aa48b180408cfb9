import { each, getProperty, keysOf, PrivateRecord } from './support/intrinsics.js';
import { hand } from './support/renewal.js';
import { isSince, type Version } from './support/versions.js';

/** A module that scripts import by its name. */
export interface BuiltInModule {
  readonly since: Version | undefined;
  readonly make: () => object;
}

/** The built-in modules, each made when it is imported first. */
export class BuiltInModules {
  readonly #modules = new PrivateRecord<BuiltInModule>();
  readonly #made = new PrivateRecord<object>();

  constructor(modules: Readonly<Record<string, BuiltInModule>>) {
    each(keysOf(modules), (name) => this.#modules.set(name, getProperty(modules, name)));
  }

  /** `undefined` where this version has none of that name. */
  get(name: string): object | undefined {
    const module = this.#modules.get(name);
    if (module === undefined || (module.since !== undefined && !isSince(module.since))) return undefined;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = module.make();
    this.#made.set(name, made);
    hand(made);
    return made;
  }
}
