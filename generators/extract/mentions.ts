/**
 * `1024`, `0o666`, `0x000704`, `1.1`, `2^64 - 1`, with the sign that touches them. A digit that a letter, `_`, `.`, `$` or
 * `/` touches, or a hyphen or plus hanging on a letter, belongs to a name (`SHA-256`, `U+0041`, `utf8`, `/v1`).
 */
const NUMBER =
  /(?<![\w.$/]|[A-Za-z_][-+])(?:(?<!\w)[-+])?(?:0[xob][0-9a-fA-F]+|\d+\^\d+(?: [-+] \d+)?|\d+(?:\.\d+)?)(?!\w|\.\d|\^)/g;

const distinct = (matches: Iterable<RegExpMatchArray>): string[] => [...new Set(Array.from(matches, ([text]) => text))];

/** Numbers of a text as they are written, in order, without repeats; versions and parts of names are none. */
export function numbersOf(text: string): string[] {
  return distinct(text.matchAll(NUMBER));
}
