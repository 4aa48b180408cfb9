/** Requests of one kind that hung, after which the next one is no longer waited for in full. Each was sent twice. */
const MOST_HANGS = 8;

/** The shortest wait, in milliseconds. */
const LEAST_MS = 250;

/** How much longer than the slowest answer so far the next one may take, where requests of its kind have hung. */
const SLOWER = 5;

/** The same, in milliseconds and as a factor, where none of its kind has. */
const AT_FIRST = { leastMs: 2000, slower: 10 };

/**
 * How long to wait for an answer, by kind of request. Before one of its kind hung, an answer may take ten times as long as the
 * slowest of all so far, and at least two seconds; once one hung, or where nothing was answered yet, all the time there is. A service that hangs at one kind of
 * request does so in many cases of a run, each of which would cost that time: after eight hangs of all kinds none has more
 * than at first, and after eight of one kind it has five times the time of the slowest answer, but not below 250 ms.
 */
export class Patience {
  readonly #mostMs: number;
  readonly #hangs = new Map<string, number>();
  #allHangs = 0;
  #slowestMs: number | undefined;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** Milliseconds that the next request of this kind may take. */
  msFor(kind: string): number {
    const hangs = this.#hangs.get(kind) ?? 0;
    const slowestMs = this.#slowestMs ?? 0;
    if ((hangs > 0 || this.#slowestMs === undefined) && this.#allHangs < MOST_HANGS) return this.#mostMs;
    const wait =
      hangs < MOST_HANGS
        ? Math.max(AT_FIRST.leastMs, AT_FIRST.slower * slowestMs)
        : Math.max(LEAST_MS, SLOWER * slowestMs);
    return Math.min(this.#mostMs, Math.ceil(wait));
  }

  noteAnswer(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ms);
  }

  noteHang(kind: string): void {
    this.#allHangs += 1;
    this.#hangs.set(kind, (this.#hangs.get(kind) ?? 0) + 1);
  }
}

/** Requests that a service may be expected to treat alike: one method on one resource, whichever its id. */
export const kindOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/(?!v\d+\/)[^/]*\d[^/]*/g, '/*')}`;
