import { ConfigurationError } from '../../host/support/settings/error.js';

/** One statement as written: its words, what ends it, and the line of that end. */
export interface StatementTokens {
  readonly words: readonly string[];
  readonly end: ';' | '{' | '}' | 'end of file';
  readonly line: number;
}

/** The size of the buffer through which real hosts read; a word must fit into it. */
const BUFFER = 4096;

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['t', '\t'],
  ['r', '\r'],
  ['n', '\n'],
]);

/** Reads nginx-style configuration text, statement by statement. */
export class StatementReader {
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  /** The line that was read last. */
  get line(): number {
    return this.#line;
  }

  /** Throws ConfigurationError if the text is malformed. */
  next(): StatementTokens {
    const words: string[] = [];
    for (;;) {
      this.#skipBlanksAndComments();
      const first = this.#peek();
      if (first === '') {
        if (words.length > 0) throw this.#endOfFile();
        return { words, end: 'end of file', line: this.#line };
      }
      if (first === ';' || first === '{' || first === '}') {
        if ((first === '}') === words.length > 0) throw this.#error(`unexpected "${first}"`);
        this.#advance();
        return { words, end: first, line: this.#line };
      }
      const end = first === '"' || first === "'" ? this.#quoted(first, words) : this.#bare(words);
      if (end !== undefined) return { words, end, line: this.#line };
    }
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
      if (isBlank(character)) this.#advance();
      else if (character === '#') this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    const [start, line] = [this.#at, this.#line];
    while (this.#peek() !== '\n' && this.#peek() !== '') this.#advance();
    this.#checkLength(start, line, undefined);
  }

  /** A quoted word. A punctuation character immediately after it ends the statement; a closing parenthesis starts a word. */
  #quoted(quote: string, words: string[]): ';' | '{' | undefined {
    const line = this.#line;
    this.#advance();
    words.push(this.#word(quote, line));
    this.#advance();
    const after = this.#peek();
    if (after === '') throw this.#endOfFile();
    if (isBlank(after) || after === ')') return undefined;
    if (after !== ';' && after !== '{') throw this.#error(`unexpected "${after}"`);
    this.#advance();
    return after;
  }

  #bare(words: string[]): ';' | '{' | undefined {
    words.push(this.#word(undefined, this.#line));
    const after = this.#advance();
    return after === ';' || after === '{' ? after : undefined;
  }

  /** The characters of a word up to its end, which is not consumed. The brace in `${` belongs to the word. */
  #word(quote: string | undefined, line: number): string {
    const start = this.#at;
    let afterDollar = false;
    for (;;) {
      const character = this.#peek();
      if (character === '') throw this.#endOfFile(start, line, quote);
      const isBrace: boolean = character === '{' && afterDollar;
      if (!isBrace && endsWord(character, quote, this.#at === start)) break;
      this.#advance();
      if (character === '\\') {
        if (this.#peek() === '') throw this.#endOfFile(start, line, quote);
        this.#advance();
      }
      afterDollar = isBrace || character === '$';
    }
    this.#checkLength(start, line, quote);
    return unescaped(this.#text.slice(start, this.#at));
  }

  #checkLength(start: number, line: number, quote: string | undefined): void {
    // A character has at least one byte, and at most three for each of its units.
    if ((this.#at - start) * 3 < BUFFER) return;
    const word = this.#text.slice(start, this.#at);
    if (Buffer.byteLength(word) < BUFFER) return;
    const what =
      quote === undefined
        ? `too long parameter "${word.slice(0, 10)}..." started`
        : `too long parameter, probably missing terminating "${quote}" character`;
    throw new ConfigurationError(what, { file: this.#file, line });
  }

  #endOfFile(start = this.#at, line = this.#line, quote?: string): ConfigurationError {
    this.#checkLength(start, line, quote);
    return this.#error('unexpected end of file, expecting ";" or "}"');
  }

  #error(message: string): ConfigurationError {
    return new ConfigurationError(message, { file: this.#file, line: this.#line });
  }
}

/** Punctuation ends a bare word; at the start of a word it is handled before. */
function endsWord(character: string, quote: string | undefined, isFirst: boolean): boolean {
  if (quote !== undefined) return character === quote;
  return !isFirst && (isBlank(character) || character === ';' || character === '{');
}

/** A backslash that escapes nothing is kept. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\s\S])/g, (whole, of: string) => escapes.get(of) ?? whole) : text;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
