import { ConfigurationError } from './error.js';

/** A word, quoted or not, or one of the three punctuation characters. */
export interface Token {
  readonly kind: 'word' | ';' | '{' | '}';
  readonly text: string;
  readonly line: number;
}

const punctuation = new Set([';', '{', '}']);
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['t', '\t'],
  ['r', '\r'],
  ['n', '\n'],
]);

/** Splits nginx-style configuration text into tokens. */
export function* tokens(text: string, file: string): Generator<Token> {
  const scanner = new Scanner(text, file);
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) yield token;
}

class Scanner {
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  next(): Token | undefined {
    this.#skipBlanksAndComments();
    const first = this.#peek();
    if (first === '') return undefined;
    const line = this.#line;
    if (first === ';' || first === '{' || first === '}') {
      this.#advance();
      return { kind: first, text: first, line };
    }
    const text = first === '"' || first === "'" ? this.#quoted(first) : this.#bare();
    return { kind: 'word', text, line };
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #advance(): string {
    const character = this.#text.charAt(this.#at++);
    if (character === '\n') this.#line += 1;
    return character;
  }

  #skipBlanksAndComments(): void {
    for (;;) {
      const character = this.#peek();
      if (character === '#') while (this.#peek() !== '\n' && this.#peek() !== '') this.#advance();
      else if (isBlank(character)) this.#advance();
      else return;
    }
  }

  #quoted(quote: string): string {
    const opened = this.#line;
    this.#advance();
    let text = '';
    while (this.#peek() !== quote) {
      if (this.#peek() === '') throw this.#error('unexpected end of file in a quoted word', opened);
      text += this.#character();
    }
    this.#advance();
    const after = this.#peek();
    if (after !== '' && !isBlank(after) && !punctuation.has(after) && after !== ')') {
      throw this.#error(`unexpected "${after}"`, this.#line);
    }
    return text;
  }

  #bare(): string {
    let text = '';
    for (;;) {
      const character = this.#peek();
      if (character === '' || isBlank(character) || character === ';' || character === '{') return text;
      if (character === '$' && this.#text.charAt(this.#at + 1) === '{') text += this.#advance() + this.#advance();
      else text += this.#character();
    }
  }

  /** One character of a word; a backslash that escapes nothing stays. */
  #character(): string {
    const character = this.#advance();
    if (character !== '\\') return character;
    const escaped = escapes.get(this.#peek());
    if (escaped === undefined) return character + this.#advance();
    this.#advance();
    return escaped;
  }

  #error(message: string, line: number): ConfigurationError {
    return new ConfigurationError(message, { file: this.#file, line });
  }
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
