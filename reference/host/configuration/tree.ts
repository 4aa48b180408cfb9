import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ConfigurationError, type ConfigurationPosition } from './error.js';
import { expand } from './glob.js';
import { type Token, tokens } from './tokens.js';

/** A directive as written: its words, and the directives of its block when it has one. */
export interface Directive extends ConfigurationPosition {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly block: readonly Directive[] | undefined;
}

/** Reads a configuration file, with the files it includes in their place. Relative inclusions start at `directory`. */
export function readTree(file: string, directory: string): readonly Directive[] {
  return new Reader(file, directory, readText(file, undefined)).directives();
}

function readText(file: string, includedAt: ConfigurationPosition | undefined): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`cannot read "${file}": ${reason}`, includedAt ?? { file, line: 0 });
  }
}

class Reader {
  readonly #file: string;
  readonly #directory: string;
  readonly #tokens: Iterator<Token, undefined>;
  #line = 1;

  constructor(file: string, directory: string, text: string) {
    this.#file = file;
    this.#directory = directory;
    this.#tokens = tokens(text, file);
  }

  directives(): readonly Directive[] {
    const { found, ended } = this.#block();
    if (ended === '}') throw this.#error('unexpected "}"');
    return found;
  }

  #next(): Token | undefined {
    const token = this.#tokens.next().value;
    if (token !== undefined) this.#line = token.line;
    return token;
  }

  /** Directives up to the closing brace or the end of the file. */
  #block(): { found: Directive[]; ended: '}' | 'end of file' } {
    const found: Directive[] = [];
    for (;;) {
      const first = this.#next();
      if (first === undefined) return { found, ended: 'end of file' };
      if (first.kind === '}') return { found, ended: '}' };
      if (first.kind !== 'word') throw this.#error(`unexpected "${first.text}"`);
      const directive = this.#directive(first);
      if (directive.name === 'include') found.push(...this.#included(directive));
      else found.push(directive);
    }
  }

  #directive(first: Token): Directive {
    const words: string[] = [];
    for (;;) {
      const token = this.#next();
      if (token === undefined) throw this.#error('unexpected end of file, expecting ";" or "}"');
      if (token.kind === '}') throw this.#error('unexpected "}"');
      if (token.kind === 'word') words.push(token.text);
      else {
        const block = token.kind === '{' ? this.#closedBlock() : undefined;
        return { name: first.text, arguments: words, block, file: this.#file, line: first.line };
      }
    }
  }

  #closedBlock(): readonly Directive[] {
    const { found, ended } = this.#block();
    if (ended !== '}') throw this.#error('unexpected end of file, expecting "}"');
    return found;
  }

  #included(directive: Directive): readonly Directive[] {
    const [pattern, ...more] = directive.arguments;
    if (pattern === undefined || more.length > 0 || directive.block !== undefined) {
      throw new ConfigurationError('invalid number of arguments in "include" directive', directive);
    }
    const path = isAbsolute(pattern) ? pattern : join(this.#directory, pattern);
    return expand(path).flatMap((file) => new Reader(file, this.#directory, readText(file, directive)).directives());
  }

  #error(message: string): ConfigurationError {
    return new ConfigurationError(message, { file: this.#file, line: this.#line });
  }
}
