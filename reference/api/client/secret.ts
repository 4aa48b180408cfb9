/** The replacement of a secret. */
export const REDACTED = '[secret]';

/** A text that only `reveal` returns. It is kept in a private field, which no inspection, JSON, template or structured clone reads. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself: call it where the text is needed and keep no copy. */
  reveal(): string {
    return this.#text;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }
}

/** Redacts secrets in texts from elsewhere, in every spelling that a server is likely to echo. */
export class Redactor {
  readonly #pattern: RegExp | undefined;

  constructor(secrets: readonly Secret[]) {
    const spellings = secrets.flatMap((secret) => spellingsOf(secret.reveal())).filter((text) => text !== '');
    const longestFirst = spellings.sort((a, b) => b.length - a.length).map(escaped);
    // Host names come back in lower case, and percent encodings in either.
    this.#pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join('|'), 'gi');
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, REDACTED);
  }

  /** The same JSON with the secrets in its strings and names redacted; everything else is unchanged. */
  json(text: string): string {
    try {
      return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (literal) => {
        const string: string = JSON.parse(literal);
        const shown = this.text(string);
        return shown === string ? literal : JSON.stringify(shown);
      });
    } catch {
      // The stack limits how many escapes of one string a pattern can match: some millions.
      return JSON.stringify(REDACTED);
    }
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
