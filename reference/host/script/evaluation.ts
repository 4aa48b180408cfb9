import type { HostedRealm } from './hosted.js';
import type { MakeExport, PlainModule } from './plain-module.js';

/** The modules of a realm, ready to run. */
export interface Evaluation {
  /** Runs the modules' top level at the first call. Throws what a module throws. */
  readonly evaluate: () => void;
  /** The same to be run once more in a realm that was renewed; `undefined` where the modules have to be linked anew. */
  readonly again: () => Evaluation | undefined;
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
export class PlainEvaluation implements Evaluation {
  readonly #hosted: HostedRealm;
  readonly #roots: readonly CompiledRoot[];
  #evaluated = false;

  /** `undefined` where there are none, or one imports what is not built in. */
  static of(hosted: HostedRealm, roots: readonly PlainRoot[]): PlainEvaluation | undefined {
    if (roots.length === 0) return undefined;
    const compiled = roots.flatMap(({ name, module }) => {
      const imported = module.specifiers.map((specifier) => hosted.realm.runtime.builtIn(specifier));
      if (!imported.every((one) => one !== undefined)) return [];
      return [{ name, imported, make: module.in(hosted.realm.context) }];
    });
    return compiled.length === roots.length ? new PlainEvaluation(hosted, compiled) : undefined;
  }

  private constructor(hosted: HostedRealm, roots: readonly CompiledRoot[]) {
    this.#hosted = hosted;
    this.#roots = roots;
  }

  evaluate(): void {
    if (this.#evaluated) return;
    this.#evaluated = true;
    for (const { name, make, imported } of this.#roots)
      this.#hosted.realm.enter((runtime) => runtime.expose(name, make(...imported)));
  }

  again(): Evaluation {
    this.#evaluated = false;
    return this;
  }
}
