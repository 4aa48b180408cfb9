/** Secret parts of a text, and the text with labels in their place. */

/** A part of a text that spells a secret; `to` is exclusive. */
export interface Hit<T> {
  readonly from: number;
  readonly to: number;
  readonly secret: T;
}

/** From left to right. Overlapping hits become one, of the secret with the longest spelling. */
export function merged<T>(hits: readonly Hit<T>[]): readonly Hit<T>[] {
  const result: Hit<T>[] = [];
  for (const hit of [...hits].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || hit.from >= last.to) result.push(hit);
    else result[result.length - 1] = together(last, hit);
  }
  return result;
}

const together = <T>(a: Hit<T>, b: Hit<T>): Hit<T> => ({
  from: a.from,
  to: Math.max(a.to, b.to),
  secret: b.to - b.from > a.to - a.from ? b.secret : a.secret,
});

/** A text with a label in place of each hit, none within another. */
export function redacted<T>(text: string, hits: readonly Hit<T>[], labelOf: (secret: T) => string): string {
  const pieces = hits.map(({ from, secret }, i) => text.slice(hits[i - 1]?.to ?? 0, from) + labelOf(secret));
  return pieces.join('') + text.slice(hits.at(-1)?.to ?? 0);
}
