/**
 * Keeps what modules know about a request or session: one object of each class. A WeakMap would keep them until the next full garbage
 * collection.
 */
export class KeptObjects {
  readonly #kept: object[] = [];

  keep(known: object): void {
    this.#kept.push(known);
  }

  /** The kept object of a class. */
  kept<T>(kind: abstract new (...args: never[]) => T): T | undefined {
    for (const one of this.#kept) if (one instanceof kind) return one;
    return undefined;
  }

  /** {@link kept}, created if there is none. */
  keptOrNew<T extends object>(kind: new () => T): T {
    const known = this.kept(kind);
    if (known !== undefined) return known;
    const made = new kind();
    this.keep(made);
    return made;
  }
}
