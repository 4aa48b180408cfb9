import { type JsonValue, mapped, stringsIn } from '../support/json.js';
import { REDACTED, type Secret } from './secret.js';

/** Redacts secrets in texts from elsewhere, in every spelling that a server is likely to echo. */
export class Redactor {
  readonly #pattern: RegExp | undefined;
  /** Characters of the shortest spelling: a shorter text needs no search. */
  readonly #shortest: number;

  constructor(secrets: readonly Secret[]) {
    const spellings = secrets.flatMap((secret) => spellingsOf(secret.reveal()));
    const longestFirst = spellings.filter((text) => text !== '').sort((a, b) => b.length - a.length);
    this.#shortest = longestFirst.at(-1)?.length ?? 0;
    // Host names come back in lower case, and percent encodings in either.
    this.#pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'gi');
  }

  text(text: string): string {
    return this.#pattern === undefined || text.length < this.#shortest ? text : text.replace(this.#pattern, REDACTED);
  }

  /** Whether a string or a member name of the value holds a secret. */
  isIn(value: JsonValue): boolean {
    const pattern = this.#pattern;
    if (pattern === undefined) return false;
    for (const text of stringsIn(value)) if (text.length >= this.#shortest && text.search(pattern) >= 0) return true;
    return false;
  }

  /** A copy with the secrets in its strings and names redacted. */
  value(value: JsonValue): JsonValue {
    const name = (text: string) => this.text(text);
    return mapped(value, { name, scalar: (scalar) => (typeof scalar === 'string' ? this.text(scalar) : scalar) });
  }
}

function spellingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    encodeURIComponent(bytes.toString()),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
