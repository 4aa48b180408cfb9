/** Keeps what modules know of a request or session, one object of a class; what a WeakMap keeps lives until the next full collection. */
export class KeptObjects {
  readonly #kept: object[] = [];

  keep(known: object): void {
    this.#kept.push(known);
  }

  /** What was kept of a class. */
  kept<T>(kind: abstract new (...args: never[]) => T): T | undefined {
    for (const one of this.#kept) if (one instanceof kind) return one;
    return undefined;
  }

  /** {@link kept}, made where nothing was. */
  keptOrNew<T extends object>(kind: new () => T): T {
    const known = this.kept(kind);
    if (known !== undefined) return known;
    const made = new kind();
    this.keep(made);
    return made;
  }
}
