/** How long a run waits for what a service may take its time for. */

/** Milliseconds that are waited at least. */
const LEAST_MS = 250;
/** So many times as long as anything took that came. */
const TIMES = 4;

/**
 * All the time there is, until something has not come in it. From then on it is known that some things never come, and others of the kind are
 * waited for a few times as long as those took that did: a list that lacks records would cost all the time for each of them.
 */
export class Settling {
  readonly #settleMs: number;
  readonly #slowestMs = new Map<string, number>();
  readonly #vain = new Set<string>();

  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  msFor(kind: string): number {
    if (!this.#vain.has(kind)) return this.#settleMs;
    return Math.min(this.#settleMs, Math.max(LEAST_MS, TIMES * (this.#slowestMs.get(kind) ?? 0)));
  }

  noteCame(kind: string, afterMs: number): void {
    this.#slowestMs.set(kind, Math.max(afterMs, this.#slowestMs.get(kind) ?? 0));
  }

  noteVain(kind: string): void {
    this.#vain.add(kind);
  }
}
