import type { ByteString } from '../../../host/support/byte-string.js';

/** A text, which is not empty, and its replacement. Of texts that begin at the same position, the earlier one applies. */
interface Replacement {
  /** Compared without letter case. */
  readonly match: ByteString;
  readonly replacement: () => ByteString;
}

/** Replaces texts in data that arrives in parts. A possible beginning of a text waits for the next part. */
export class Substitution {
  #left: readonly Replacement[];
  readonly #isOnce: boolean;
  /** Length of the shortest text. */
  readonly #least: number;
  /** By a byte: the minimum distance to the next position where a text may begin, if that byte is where the shortest one would end. */
  readonly #shifts: ReadonlyMap<string, number>;
  #held: ByteString = '';

  /** With `isOnce` each text is replaced once. */
  constructor(replaced: readonly Replacement[], isOnce: boolean) {
    this.#left = replaced.map((one) => ({ ...one, match: lowered(one.match) }));
    this.#isOnce = isOnce;
    this.#least = Math.min(...this.#left.map(({ match }) => match.length));
    this.#shifts = shiftsOf(this.#left, this.#least);
  }

  /** The output that is ready: with `isFlushed` everything that begins no text, otherwise only examined data. */
  take(part: Buffer, isFlushed: boolean): Buffer {
    return this.#replaced(part.toString('latin1'), isFlushed, false);
  }

  /** The rest. */
  end(): Buffer {
    return this.#replaced('', true, true);
  }

  #replaced(more: ByteString, isFlushed: boolean, isLast: boolean): Buffer {
    const text = this.#held + more;
    const lower = lowered(text);
    const parts: ByteString[] = [];
    let [from, at] = [0, 0];
    while (at < text.length && this.#left.length > 0) {
      const isWindow = at + this.#least <= text.length;
      if (!isWindow && !isFlushed) break;
      const shift = isWindow ? (this.#shifts.get(lower.charAt(at + this.#least - 1)) ?? this.#least) : 0;
      const found = shift > 0 ? undefined : this.#textAt(lower, at, isLast);
      if (found === 'incomplete') break;
      if (found === undefined) at += Math.max(1, shift);
      else {
        parts.push(text.slice(from, at), found.replacement());
        at += found.match.length;
        from = at;
        if (this.#isOnce) this.#left = this.#left.filter((one) => one !== found);
      }
    }
    const end = this.#left.length === 0 || isLast ? text.length : Math.min(at, text.length);
    this.#held = text.slice(end);
    return Buffer.from(parts.join('') + text.slice(from, end), 'latin1');
  }

  #textAt(lower: ByteString, at: number, isLast: boolean): Replacement | 'incomplete' | undefined {
    for (const one of this.#left) {
      const there = lower.slice(at, at + one.match.length);
      if (there === one.match) return one;
      if (!isLast && at + one.match.length > lower.length && one.match.startsWith(there)) return 'incomplete';
    }
    return undefined;
  }
}

/** Only ASCII letters are compared without case. */
function lowered(text: ByteString): ByteString {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function shiftsOf(texts: readonly Replacement[], least: number): ReadonlyMap<string, number> {
  const shifts = new Map<string, number>();
  for (const { match } of texts)
    for (let at = 0; at < least; at++) {
      const byte = match.charAt(at);
      shifts.set(byte, Math.min(shifts.get(byte) ?? least, least - 1 - at));
    }
  return shifts;
}
