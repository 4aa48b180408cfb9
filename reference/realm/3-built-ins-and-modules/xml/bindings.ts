import { type Bare, create, each } from '../../support/intrinsics.js';

/** A prefix and its namespace. The empty prefix is the default; an empty namespace means none. */
export interface Declaration {
  readonly prefix: string;
  readonly namespace: string;
}

/** The namespace of a prefix before a declaration. */
interface BindingChange {
  readonly prefix: string;
  readonly before: string | undefined;
  readonly earlier: BindingChange | undefined;
}

/** A point in the sequence of declarations. */
export type Mark = BindingChange | undefined;

/** The namespaces in scope at one place of a walk, by prefix. Declarations of an element are undone when the walk leaves it. */
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

  /** Undoes all declarations since the mark. */
  goBack(mark: Mark): void {
    while (this.#last !== undefined && this.#last !== mark) {
      this.#namespaces[this.#last.prefix] = this.#last.before;
      this.#last = this.#last.earlier;
    }
  }
}
