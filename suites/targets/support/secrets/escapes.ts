/** Decodes percent-encoding, JSON escapes and HTML escapes, and maps each character to its original position. */

export interface Layer {
  readonly text: string;
  /** Where a character of this text begins in the first text; the same for its end. */
  readonly originOf: (at: number) => number;
}

/** A text may be escaped repeatedly; deeper nesting than this does not occur. */
const DEPTH = 3;

/** The text itself, then the text with one level of escapes decoded, and so on while there are any. */
export function* layersOf(text: string): Generator<Layer, void> {
  let layer: Layer | undefined = { text, originOf: (at) => at };
  for (let depth = 0; layer !== undefined; depth++) {
    yield layer;
    layer = depth < DEPTH ? undone(layer) : undefined;
  }
}

const ESCAPE = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["'\\/])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi;

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters that begin escapes. Searching for them is much faster than the regular expression. */
const FIRST = ['%', '\\', '&'];

/** `undefined` if the text has no escape. Bytes of percent-encoding become one character each. */
function undone({ text, originOf }: Layer): Layer | undefined {
  if (!FIRST.some((first) => text.includes(first))) return undefined;
  const pieces: string[] = [];
  const turns = new EscapeTurns();
  let done = 0;
  let length = 0;
  const append = (piece: string, next: number): void => {
    pieces.push(piece);
    length += piece.length;
    done = next;
    turns.add(length, next);
  };
  for (const match of text.matchAll(ESCAPE)) {
    append(text.slice(done, match.index), match.index);
    append(meaning(match), match.index + match[0].length);
  }
  if (done === 0) return undefined;
  pieces.push(text.slice(done));
  return { text: pieces.join(''), originOf: (at) => originOf(turns.before(at)) };
}

/** Places in a text with decoded escapes, and their places before; from one to the next both advance equally. */
class EscapeTurns {
  readonly #after: number[] = [0];
  readonly #before: number[] = [0];

  /** From left to right. */
  add(after: number, before: number): void {
    this.#after.push(after);
    this.#before.push(before);
  }

  before(after: number): number {
    let low = 0;
    let high = this.#after.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#after[middle] ?? 0) <= after) low = middle;
      else high = middle;
    }
    return (this.#before[low] ?? 0) + after - (this.#after[low] ?? 0);
  }
}

function meaning([all, percent, unit, escaped, hex, decimal, entity]: RegExpMatchArray): string {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (escaped !== undefined) return escaped;
  const point = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (entity === undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  return ENTITIES[entity.toLowerCase()] ?? all;
}
