import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm';
import { ConfigurationError, type ConfigurationPosition } from '../configuration/error.js';
import type { HostedRealm } from './hosted.js';

declare module 'node:vm' {
  interface SourceTextModule {
    /** Documented by Node, missing in its types. */
    createCachedData(): Buffer;
  }
}

/** A module that handler names such as `NAME.function` refer to, and where that is asked for. */
export interface ScriptImport extends ConfigurationPosition {
  readonly name: string;
  readonly specifier: string;
}

/** Script files of one set of imports, read once and linked anew in every realm. */
export class Scripts {
  readonly #roots: readonly ScriptImport[];
  readonly #folders: readonly string[];
  readonly #trusted: boolean;
  readonly #files = new Map<string, SourceFile>();

  /**
   * `folders` are tried in order for files that are not found beside the importing one. Trusted scripts are compiled once: what
   * V8 takes from its code cache has lost its callback for dynamic imports, and a script would be given an error of Node's own.
   */
  constructor(roots: readonly ScriptImport[], folders: readonly string[], trusted = false) {
    this.#roots = roots;
    this.#folders = folders;
    this.#trusted = trusted;
  }

  /** Compiles and links everything in a realm without evaluating it. */
  async link(hosted: HostedRealm): Promise<LinkedScripts> {
    const linker = new Linker(hosted, this.#trusted, (specifier, directory) => this.#find(specifier, directory));
    const roots: { name: string; module: Module }[] = [];
    for (const root of this.#roots) {
      try {
        const module = linker.module(root.specifier, undefined);
        await module.link((specifier, from) => linker.module(specifier, dirname(from.identifier)));
        roots.push({ name: root.name, module });
      } catch (error) {
        throw new ConfigurationError(error instanceof Error ? error.message : String(error), root);
      }
    }
    return new LinkedScripts(hosted, roots);
  }

  #find(specifier: string, directory: string | undefined): SourceFile {
    const folders = directory === undefined ? this.#folders : [directory, ...this.#folders];
    const candidates = isAbsolute(specifier) ? [specifier] : folders.map((folder) => join(folder, specifier));
    for (const path of candidates) {
      const file = this.#files.get(path) ?? readIfThere(path);
      if (file === undefined) continue;
      this.#files.set(path, file);
      return file;
    }
    throw new Error(`cannot find module "${specifier}"`);
  }
}

function readIfThere(path: string): SourceFile | undefined {
  try {
    return { path, source: readFileSync(path, 'utf8'), compiled: undefined };
  } catch {
    return undefined;
  }
}

interface SourceFile {
  readonly path: string;
  readonly source: string;
  /** Of a trusted script, what the first realm compiled; the others take it from here, which costs them a tenth. */
  compiled: Buffer | undefined;
}

/** Finds the file of a specifier, first in the importing module's folder. */
type Find = (specifier: string, directory: string | undefined) => SourceFile;

/** Makes the modules of one realm, each file once. */
class Linker {
  readonly #hosted: HostedRealm;
  readonly #trusted: boolean;
  readonly #find: Find;
  readonly #modules = new Map<string, Module>();

  constructor(hosted: HostedRealm, trusted: boolean, find: Find) {
    this.#hosted = hosted;
    this.#trusted = trusted;
    this.#find = find;
  }

  module(specifier: string, directory: string | undefined): Module {
    const builtIn = this.#hosted.realm.runtime.builtIn(specifier);
    if (builtIn !== undefined) return this.#known(specifier, () => this.#builtInModule(specifier, builtIn));
    const file = this.#find(specifier, directory);
    return this.#known(file.path, () => this.#sourceModule(file));
  }

  #known(identifier: string, make: () => Module): Module {
    const module = this.#modules.get(identifier) ?? make();
    this.#modules.set(identifier, module);
    return module;
  }

  #builtInModule(name: string, value: object): Module {
    const module = new SyntheticModule(['default'], () => module.setExport('default', value), {
      identifier: name,
      context: this.#hosted.realm.context,
    });
    return module;
  }

  #sourceModule(file: SourceFile): Module {
    const { path, source, compiled } = file;
    try {
      const module = new SourceTextModule(source, {
        identifier: path,
        context: this.#hosted.realm.context,
        ...(compiled === undefined ? {} : { cachedData: compiled }),
        importModuleDynamically: () => {
          this.#hosted.enterSoon();
          throw this.#hosted.realm.runtime.error('TypeError', 'dynamic import is not supported');
        },
      });
      if (this.#trusted) file.compiled ??= module.createCachedData();
      return module;
    } catch (error) {
      // V8's flags are the whole process's, and a cache is refused once they change.
      if (compiled !== undefined) return this.#sourceModule({ ...file, compiled: undefined });
      throw new Error(`${error} in ${path}`);
    }
  }
}

/** Scripts that are ready to run in their realm. */
export class LinkedScripts {
  readonly #hosted: HostedRealm;
  readonly #roots: readonly { readonly name: string; readonly module: Module }[];
  #evaluated = false;

  constructor(hosted: HostedRealm, roots: readonly { readonly name: string; readonly module: Module }[]) {
    this.#hosted = hosted;
    this.#roots = roots;
  }

  /** Runs the modules' top level at the first call. Throws what a module throws. */
  evaluate(): void {
    if (this.#evaluated) return;
    this.#evaluated = true;
    for (const { name, module } of this.#roots) {
      this.#hosted.realm.enter((runtime) => {
        // Its promise belongs to two worlds and may never settle; the status tells at once how it ended.
        module.evaluate().catch(() => undefined);
        if (module.status === 'errored') throw module.error;
        runtime.expose(name, Reflect.get(module.namespace, 'default'));
      });
    }
  }
}
