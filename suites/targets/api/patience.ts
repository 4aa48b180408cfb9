/** The shortest wait, in milliseconds. */
const LEAST_MS = 250;

/** How much longer than the slowest of its kind so far the next one may take, once others of its kind were awaited in vain. */
const SLOWER = 5;

/**
 * How long to wait for something, by its kind: all the time there is, until some of its kind were awaited in vain. From then on
 * it is known that some never come: a service that hangs at one kind of request, or lists no records, does so in many cases of
 * a run, and each would cost all that time.
 */
export class Patience {
  readonly #mostMs: number;
  readonly #mostVain: number;
  readonly #vain = new Map<string, number>();
  readonly #slowestMs = new Map<string, number>();

  /** `mostVain`: how many of a kind may be awaited in vain for all the time. */
  constructor(mostMs: number, mostVain: number) {
    this.#mostMs = mostMs;
    this.#mostVain = mostVain;
  }

  /** Milliseconds that the next one of this kind may take. */
  msFor(kind: string): number {
    if ((this.#vain.get(kind) ?? 0) < this.#mostVain) return this.#mostMs;
    const slowestMs = this.#slowestMs.get(kind) ?? 0;
    return Math.min(this.#mostMs, Math.max(LEAST_MS, Math.ceil(SLOWER * slowestMs)));
  }

  noteCame(kind: string, afterMs: number): void {
    this.#slowestMs.set(kind, Math.max(afterMs, this.#slowestMs.get(kind) ?? 0));
  }

  noteVain(kind: string): void {
    this.#vain.set(kind, (this.#vain.get(kind) ?? 0) + 1);
  }
}

/** Requests that a service may be expected to treat alike: one method on one resource, whichever its id. */
export const kindOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/(?!v\d+\/)[^/]*\d[^/]*/g, '/*')}`;
