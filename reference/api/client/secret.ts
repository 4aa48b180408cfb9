import { inspect } from 'node:util';

/** The text in place of a secret. */
export const REDACTED = '[secret]';

/**
 * A text that only `reveal` gives out. It is kept in a private field, which no inspection, JSON, template or structured
 * clone reads.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself: call it where the text is needed and keep no copy. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return `Secret ${REDACTED}`;
  }
}
