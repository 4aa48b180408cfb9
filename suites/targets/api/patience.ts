/** The shortest wait, in milliseconds. */
const LEAST_MS = 250;

/** The factor to the slowest response of its kind, once others of its kind have timed out. */
const SLOWER = 5;

/**
 * Decides how long to wait for something, by its kind. A kind has the whole time limit until some of it have timed out. After that the
 * limit is shorter, since a service may hang at one kind of request, or list no records. It then does so in many cases of a run, and each
 * would take the whole limit.
 */
export class Patience {
  readonly #mostMs: number;
  readonly #mostVain: number;
  readonly #vain = new Map<string, number>();
  readonly #slowestMs = new Map<string, number>();

  /** `mostVain`: how many of a kind may time out with the whole limit. */
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

  noteArrival(kind: string, afterMs: number): void {
    this.#slowestMs.set(kind, Math.max(afterMs, this.#slowestMs.get(kind) ?? 0));
  }

  noteVain(kind: string): void {
    this.#vain.set(kind, (this.#vain.get(kind) ?? 0) + 1);
  }
}

/** Requests that a service probably treats alike: one method on one resource, whatever its id. */
export const kindOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/(?!v\d+\/)[^/]*\d[^/]*/g, '/*')}`;
