import type { HostedRealm } from './hosted.js';
import type { MakeExport, PlainModule } from './plain-module.js';

/** The modules of a realm, ready to run. */
export interface ModuleEvaluation {
  /** Runs the modules' top level at the first call. Throws what a module throws. */
  readonly evaluate: () => void;
  /** The same evaluation for a renewed realm; `undefined` if the modules have to be linked again. */
  readonly again: () => ModuleEvaluation | undefined;
}

/** A global whose value comes from a JSON text. */
export interface PreloadedText {
  readonly name: string;
  readonly json: string;
}

/** A realm, and the globals that scripts find there besides their imports. */
export interface RealmGlobals {
  readonly hosted: HostedRealm;
  readonly preloaded: readonly PreloadedText[];
}

/** Runs a module; the result returns its default export once all modules have run. */
interface ModuleRun {
  readonly name: string;
  readonly run: () => () => unknown;
}

/** Runs modules. They see the preloaded globals; their default exports become globals when the last one has run. */
export function expose({ hosted: { realm }, preloaded }: RealmGlobals, modules: readonly ModuleRun[]): void {
  for (const { name, json } of preloaded) realm.enter((runtime) => runtime.preload(name, json));
  const exported = modules.map(({ name, run }) => ({ name, value: realm.enter(run) }));
  realm.enter((runtime) => {
    for (const { name, value } of exported) runtime.expose(name, value());
  });
}

/** A module that handler names refer to, in its plain form. */
export interface PlainRoot {
  readonly name: string;
  readonly module: PlainModule;
}

interface CompiledRoot {
  readonly name: string;
  readonly make: MakeExport;
  readonly imported: readonly object[];
}

/** Modules in their plain form, compiled once for a realm and run for each of its owners. */
export class PlainEvaluation implements ModuleEvaluation {
  readonly #globals: RealmGlobals;
  readonly #roots: readonly CompiledRoot[];
  readonly #builtIns: readonly string[];
  #evaluated = false;

  /**
   * `undefined` without modules, or if one imports a module that is not built in. `builtIns` are the built-in modules that they may use.
   */
  static of(
    globals: RealmGlobals,
    roots: readonly PlainRoot[],
    builtIns: readonly string[],
  ): PlainEvaluation | undefined {
    if (roots.length === 0) return undefined;
    const { hosted } = globals;
    const compiled = roots.flatMap(({ name, module }) => {
      const imported = module.specifiers.map((specifier) => hosted.realm.runtime.builtIn(specifier));
      if (!imported.every((one) => one !== undefined)) return [];
      return [{ name, imported, make: module.in(hosted.realm.context) }];
    });
    return compiled.length === roots.length ? new PlainEvaluation(globals, compiled, builtIns) : undefined;
  }

  private constructor(globals: RealmGlobals, roots: readonly CompiledRoot[], builtIns: readonly string[]) {
    this.#globals = globals;
    this.#roots = roots;
    this.#builtIns = builtIns;
  }

  evaluate(): void {
    if (this.#evaluated) return;
    this.#evaluated = true;
    expose(
      this.#globals,
      this.#roots.map(({ name, make, imported }) => ({
        name,
        run: () => {
          const exported = make(...imported);
          return () => exported;
        },
      })),
    );
  }

  again(): ModuleEvaluation | undefined {
    const { hosted } = this.#globals;
    // Linked modules wait until the built-in modules are prepared.
    if (this.#builtIns.some((name) => hosted.prepare(name) !== undefined)) return undefined;
    this.#evaluated = false;
    return this;
  }
}
