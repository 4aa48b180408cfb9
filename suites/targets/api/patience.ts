/** Requests that hung after which one that hangs is no longer waited for in full. Each was sent twice. */
const MOST_HANGS = 8;

/** The shortest wait, in milliseconds. */
const LEAST_MS = 250;

/** How much longer than the slowest answer so far the next one may take. */
const SLOWER = 5;

/**
 * How long to wait for an answer. A service that hangs at one kind of request does so in many cases of a run, each of which
 * would cost the whole time that an answer may take. Once 8 requests have hung, the time falls to five times that of the
 * slowest answer so far, but not below 250 ms and never above what was allowed at first.
 */
export class Patience {
  readonly #mostMs: number;
  #hangs = 0;
  #slowestMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** Milliseconds that the next request may take. */
  get ms(): number {
    if (this.#hangs < MOST_HANGS) return this.#mostMs;
    return Math.min(this.#mostMs, Math.max(LEAST_MS, Math.ceil(SLOWER * this.#slowestMs)));
  }

  noteAnswer(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, ms);
  }

  noteHang(): void {
    this.#hangs += 1;
  }
}
