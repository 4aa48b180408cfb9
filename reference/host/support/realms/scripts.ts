import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm';
import { ConfigurationError, type ConfigurationPosition } from '../settings/error.js';
import type { ScriptErrors } from '../showing/script-errors.js';
import {
  expose,
  type ModuleEvaluation,
  PlainEvaluation,
  type PlainRoot,
  type PreloadedText,
  type RealmGlobals,
} from './evaluation.js';
import type { HostedRealm } from './hosted.js';
import { PlainModule } from './plain-module.js';
import { mayStampObjects } from './private-names.js';

/** A module that handler names such as `NAME.function` refer to, and where it is imported. */
export interface ScriptImport extends ConfigurationPosition {
  readonly name: string;
  readonly specifier: string;
  /** Its code, if it is not in a file; the specifier is then its name. Relative imports start from the current folder. */
  readonly code?: string;
}

/** Where the scripts of a set of imports are searched. */
interface ScriptSources {
  readonly roots: readonly ScriptImport[];
  /** Searched in order for files that are not beside the importing one. */
  readonly folders: readonly string[];
  /** Globals that exist before the scripts run. */
  readonly preloaded?: readonly PreloadedText[];
  /** Trusted scripts of a plain form are compiled once, as functions instead of modules. */
  readonly trusted?: boolean;
  /** Shows mistakes in the scripts. */
  readonly errors?: ScriptErrors | undefined;
}

/** Script files of one set of imports, read once and linked again in every realm. */
export class ScriptFiles {
  readonly #sources: ScriptSources;
  readonly #files = new Map<string, SourceFile>();
  #leaveTraces = false;
  #plainRoots: readonly PlainRoot[] | undefined;

  constructor(sources: ScriptSources) {
    this.#sources = sources;
  }

  /** Paths of all files that were read so far. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** Whether they may leave invisible state on objects that outlive them. */
  get leaveTraces(): boolean {
    return this.#leaveTraces;
  }

  /** Compiles and links everything in a realm without evaluating it. */
  async link(hosted: HostedRealm): Promise<LinkedScripts> {
    const linker = new Linker(hosted, (specifier, from) => this.#find(specifier, from));
    const roots: LinkedRoot[] = [];
    for (const root of this.#sources.roots) {
      try {
        const module = root.code === undefined ? linker.module(root.specifier, undefined) : linker.own(this.#own(root));
        // Another root may be the same module, or import it.
        if (module.status === 'unlinked')
          await module.link((specifier, from) => linker.module(specifier, from.identifier));
        await linker.prepared();
        roots.push({ name: root.name, module });
      } catch (error) {
        throw new ConfigurationError(error instanceof Error ? error.message : String(error), root, {
          excerpt: this.#excerpt(error),
        });
      }
    }
    const globals = { hosted, preloaded: this.#sources.preloaded ?? [] };
    return new LinkedScripts(globals, roots, () => {
      this.#plainRoots ??= this.#plain(roots);
      return PlainEvaluation.of(globals, this.#plainRoots, this.#builtIns(this.#plainRoots));
    });
  }

  /** Linked roots in their plain form; empty if one has no such form. */
  #plain(roots: readonly LinkedRoot[]): readonly PlainRoot[] {
    const plain = roots.flatMap(({ name, module }): PlainRoot[] => {
      const file = this.#files.get(module.identifier);
      const found = file === undefined ? undefined : PlainModule.exactly(file.path, file.source);
      return found === undefined ? [] : [{ name, module: found }];
    });
    // Roots that are the same module share its exports.
    const isOnce = new Set(roots.map(({ module }) => module)).size === plain.length;
    return isOnce ? plain : [];
  }

  /** Names of the built-in modules that such roots import or require. */
  #builtIns(roots: readonly PlainRoot[]): readonly string[] {
    const required = [...this.#files.values()].flatMap(({ requires }) => requires);
    return [...new Set([...required, ...roots.flatMap(({ module }) => module.specifiers)])];
  }

  /** The source lines of a linking error. */
  #excerpt(error: unknown): string {
    const { errors } = this.#sources;
    if (errors === undefined) return '';
    if (error instanceof CompilationFailed) return errors.ofSyntax(error.path, error.cause);
    if (!(error instanceof ModuleMissing)) return errors.ofLinking(error);
    return error.path === undefined ? '' : errors.ofMissing(error.path, error.specifier);
  }

  #own({ specifier: path, code: source = '' }: ScriptImport): SourceFile {
    const file = sourceFile(path, source);
    this.#leaveTraces ||= file.stamps;
    this.#sources.errors?.remember(path, source);
    return file;
  }

  /** Finds the file of a specifier, first in the folder of the importing module. */
  #find(specifier: string, from: string | undefined): SourceFile {
    const { trusted = false } = this.#sources;
    const folders = from === undefined ? this.#sources.folders : [dirname(from), ...this.#sources.folders];
    const candidates = isAbsolute(specifier) ? [specifier] : folders.map((folder) => resolve(folder, specifier));
    for (const path of candidates) {
      const file = this.#files.get(path) ?? readIfThere(path, trusted);
      if (file === undefined) continue;
      this.#files.set(path, file);
      this.#leaveTraces ||= file.stamps;
      this.#sources.errors?.remember(path, file.source);
      return file;
    }
    throw new ModuleMissing(specifier, from);
  }
}

/** The modules that code loads by `require` with a literal name. */
export function requiredModules(source: string): readonly string[] {
  return [...source.matchAll(/\brequire\s*\(\s*(['"])(\w+)\1/g)].map(([, , name = '']) => name);
}

/** A missing module, and the file that imports it. */
class ModuleMissing extends Error {
  readonly specifier: string;
  readonly path: string | undefined;

  constructor(specifier: string, path: string | undefined) {
    super(`cannot find module "${specifier}"`);
    this.specifier = specifier;
    this.path = path;
  }
}

/** A script with a syntax error. */
class CompilationFailed extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${cause} in ${path}`, { cause });
    this.path = path;
  }
}

function readIfThere(path: string, trusted: boolean): SourceFile | undefined {
  try {
    const source = readFileSync(path, 'utf8');
    return sourceFile(path, source, trusted ? PlainModule.of(path, source) : undefined);
  } catch {
    return undefined;
  }
}

interface SourceFile {
  readonly path: string;
  readonly source: string;
  readonly plain: PlainModule | undefined;
  /** Result of {@link requiredModules}, cached because realms link the same file many times. */
  readonly requires: readonly string[];
  /** Result of {@link mayStampObjects}. */
  readonly stamps: boolean;
}

const sourceFile = (path: string, source: string, plain?: PlainModule): SourceFile => ({
  path,
  source,
  plain,
  requires: requiredModules(source),
  stamps: mayStampObjects(source),
});

/** Finds the file of a specifier, for the module of a file. */
type FindScript = (specifier: string, from: string | undefined) => SourceFile;

/** Makes the modules of one realm, one for each file. */
class Linker {
  readonly #hosted: HostedRealm;
  readonly #find: FindScript;
  readonly #modules = new Map<string, Module>();
  /** Built-in modules that the host must prepare before a script runs. */
  readonly #preparing: Promise<void>[] = [];

  constructor(hosted: HostedRealm, find: FindScript) {
    this.#hosted = hosted;
    this.#find = find;
  }

  module(specifier: string, from: string | undefined): Module {
    const builtIn = this.#builtIn(specifier);
    if (builtIn !== undefined) return this.#known(specifier, () => this.#builtInModule(specifier, builtIn));
    const file = this.#find(specifier, from);
    return this.#known(file.path, () => this.#sourceModule(file));
  }

  /** A module whose code is not in a file. */
  own(file: SourceFile): Module {
    return this.#known(file.path, () => this.#sourceModule(file));
  }

  /** Resolves once everything that was linked can run. */
  async prepared(): Promise<void> {
    await Promise.all(this.#preparing);
  }

  #builtIn(name: string): object | undefined {
    const builtIn = this.#hosted.realm.runtime.builtIn(name);
    const preparing = builtIn === undefined ? undefined : this.#hosted.prepare(name);
    if (preparing !== undefined) this.#preparing.push(preparing);
    return builtIn;
  }

  #known(identifier: string, make: () => Module): Module {
    const module = this.#modules.get(identifier) ?? make();
    this.#modules.set(identifier, module);
    return module;
  }

  #builtInModule(name: string, value: object): Module {
    return this.#synthetic(name, () => value);
  }

  /** A module whose default export is made when it is evaluated. */
  #synthetic(identifier: string, make: () => unknown): Module {
    const { context } = this.#hosted.realm;
    const module = new SyntheticModule(['default'], () => module.setExport('default', make()), { identifier, context });
    return module;
  }

  #sourceModule(file: SourceFile): Module {
    for (const name of file.requires) this.#builtIn(name);
    return this.#plainModule(file) ?? this.#compiledModule(file);
  }

  #plainModule({ path, plain }: SourceFile): Module | undefined {
    if (plain === undefined) return undefined;
    const { context } = this.#hosted.realm;
    const imported: object[] = [];
    for (const specifier of plain.specifiers) {
      const builtIn = this.#builtIn(specifier);
      if (builtIn === undefined) return undefined;
      imported.push(builtIn);
    }
    const make = plain.in(context);
    return this.#synthetic(path, () => make(...imported));
  }

  #compiledModule({ path, source }: SourceFile): Module {
    try {
      return new SourceTextModule(source, { identifier: path, context: this.#hosted.realm.context });
    } catch (error) {
      throw new CompilationFailed(path, error);
    }
  }
}

/** A module that handler names refer to. */
interface LinkedRoot {
  readonly name: string;
  readonly module: Module;
}

/** Scripts that are ready to run in their realm. */
class LinkedScripts implements ModuleEvaluation {
  readonly #globals: RealmGlobals;
  readonly #roots: readonly LinkedRoot[];
  readonly #plain: () => ModuleEvaluation | undefined;
  #evaluated = false;

  /** `plain` returns the same scripts in their plain form. */
  constructor(globals: RealmGlobals, roots: readonly LinkedRoot[], plain: () => ModuleEvaluation | undefined) {
    this.#globals = globals;
    this.#roots = roots;
    this.#plain = plain;
  }

  again(): ModuleEvaluation | undefined {
    return this.#plain();
  }

  evaluate(): void {
    if (this.#evaluated) return;
    this.#evaluated = true;
    expose(
      this.#globals,
      this.#roots.map(({ name, module }) => ({ name, run: () => this.#run(module) })),
    );
  }

  #run(module: Module): () => unknown {
    // Its promise belongs to two realms and may never settle; the status shows at once how the evaluation ended.
    module.evaluate().catch(() => undefined);
    if (module.status === 'errored') throw module.error;
    return () => Reflect.get(module.namespace, 'default');
  }

  /**
   * Runs the modules' top level if nothing needs their exports. `failed` receives what it throws, even after an `await`. The result returns
   * whether all of it has run.
   */
  run(failed: (thrown: unknown) => void): () => boolean {
    const running = new Set(this.#roots);
    for (const root of this.#roots)
      this.#globals.hosted.realm.enter(() => {
        root.module.evaluate().then(() => running.delete(root), failed);
      });
    return () => running.size === 0;
  }

  /** The exports of the modules, once they have run. */
  exported(): readonly (readonly [name: string, value: unknown])[] {
    return this.#roots.flatMap(({ module }) =>
      Object.keys(module.namespace).map((name) => [name, Reflect.get(module.namespace, name)] as const),
    );
  }
}
