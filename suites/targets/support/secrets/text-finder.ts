/**
 * Finds where one of several texts may begin, without reading every character: S. Wu and U. Manber, "A fast algorithm for
 * multi-pattern searching", 1994. ASCII letters count as equal in either case.
 */

/** The search skips fewer characters than this at a time; more would not be faster. */
const WIDEST = 64;

/** Characters are compared in pairs. A pair is hashed to 12 bits, so different pairs may collide. */
const PAIRS = 4096;

const folded = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);

const pairAt = (text: string, at: number): number =>
  ((folded(text.charCodeAt(at)) << 5) ^ folded(text.charCodeAt(at + 1))) & (PAIRS - 1);

export class TextFinder {
  /** The number of characters of each text that count: as many as the shortest has. */
  #width = WIDEST;
  /** For the pair that ends a window, the distance to the next window that may contain the beginning of a text. */
  readonly #byLast = new Uint8Array(PAIRS).fill(WIDEST - 1);
  /** The pairs with which texts begin. */
  readonly #begins = new Uint8Array(PAIRS);

  /** A text of at least two characters. */
  add(text: string): void {
    this.#narrow(text.length);
    this.#begins[pairAt(text, 0)] = 1;
    for (let at = 0; at + 2 <= this.#width; at++) {
      const pair = pairAt(text, at);
      this.#byLast[pair] = Math.min(this.#byLast[pair] ?? 0, this.#width - 2 - at);
    }
  }

  /** The first place from `from` on where a text may begin; `undefined` if there is none. */
  next(text: string, from: number): number | undefined {
    const last = this.#width - 2;
    for (let at = from; at + last + 2 <= text.length; ) {
      const skipped = this.#byLast[pairAt(text, at + last)] ?? 0;
      if (skipped === 0 && this.#begins[pairAt(text, at)] === 1) return at;
      at += skipped === 0 ? 1 : skipped;
    }
    return undefined;
  }

  /** Pairs that now are behind the window keep distance 0: an extra comparison, but no text is missed. */
  #narrow(length: number): void {
    const less = this.#width - length;
    if (less <= 0) return;
    this.#width = length;
    for (let pair = 0; pair < PAIRS; pair++) this.#byLast[pair] = Math.max(0, (this.#byLast[pair] ?? 0) - less);
  }
}
