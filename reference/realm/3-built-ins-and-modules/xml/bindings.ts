import { type Bare, create, each } from '../../support/intrinsics.js';

/** What a prefix stands for. The empty one is that of names without a prefix; an empty namespace is none. */
export interface Declaration {
  readonly prefix: string;
  readonly namespace: string;
}

/** What a prefix stood for before it was declared. */
interface BindingChange {
  readonly prefix: string;
  readonly before: string | undefined;
  readonly earlier: BindingChange | undefined;
}

/** Where declarations stood at a time. */
export type Mark = BindingChange | undefined;

/** Namespaces by their prefixes, as they hold at one place of a walk; what is declared further in is undone further out. */
export class NamespaceBindings {
  readonly #namespaces: Record<string, string | undefined> & Bare = create(null);
  #last: BindingChange | undefined;

  get mark(): Mark {
    return this.#last;
  }

  get(prefix: string): string | undefined {
    return this.#namespaces[prefix];
  }

  set(prefix: string, namespace: string): void {
    this.#last = { prefix, before: this.#namespaces[prefix], earlier: this.#last };
    this.#namespaces[prefix] = namespace;
  }

  setAll(declarations: readonly Declaration[]): void {
    each(declarations, ({ prefix, namespace }) => this.set(prefix, namespace));
  }

  /** All that was declared since is gone. */
  goBack(mark: Mark): void {
    while (this.#last !== undefined && this.#last !== mark) {
      this.#namespaces[this.#last.prefix] = this.#last.before;
      this.#last = this.#last.earlier;
    }
  }
}
