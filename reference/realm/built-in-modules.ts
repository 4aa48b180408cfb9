import { each, getProperty, keysOf, OwnError, OwnTypeError, PrivateRecord } from './support/intrinsics.js';
import { keepReachable, leaveTraces } from './support/renewal.js';
import { textOf } from './support/text.js';
import { isSince, type RuntimeVersion } from './support/versions.js';

/** A module that scripts import by its name. */
interface BuiltInModule {
  readonly since: RuntimeVersion | undefined;
  readonly make: () => object;
}

/** The built-in modules, each made at its first import. */
export class BuiltInModules {
  readonly #modules = new PrivateRecord<BuiltInModule>();
  readonly #made = new PrivateRecord<object>();

  constructor(modules: Readonly<Record<string, BuiltInModule>>) {
    each(keysOf(modules), (name) => this.#modules.set(name, getProperty(modules, name)));
  }

  /** Whether the module was imported or loaded before. */
  isMade(name: string): boolean {
    return this.#made.get(name) !== undefined;
  }

  /** `undefined` if this version has no such module. */
  get(name: string): object | undefined {
    const module = this.#modules.get(name);
    if (module === undefined || (module.since !== undefined && !isSince(module.since))) return undefined;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = module.make();
    this.#made.set(name, made);
    keepReachable(made);
    return made;
  }
}

/** The global function `require`, which loads only built-in modules. */
export function createRequire(modules: BuiltInModules): (name: unknown) => object {
  // A method, so that it is not a constructor.
  const { require } = {
    require(name: unknown): object {
      if (name === undefined) throw new OwnTypeError('missing path');
      const specifier = textOf(name);
      // Objects that are made only now were not recorded before a script could change them.
      if (!modules.isMade(specifier)) leaveTraces();
      const found = modules.get(specifier);
      if (found === undefined) throw new OwnError(`Cannot load module "${specifier}"`);
      return found;
    },
  };
  return require;
}
