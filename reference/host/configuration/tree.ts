import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
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
  return new Reader({ file, directory, outer: [], inclusions: { count: 0 } }, readText(file, undefined)).directives();
}

/** Blocks within blocks, inclusions within inclusions, and inclusions in all: files that include two others grow beyond any memory. */
const MOST = { blocks: 64, depth: 64, inclusions: 10_000 } as const;

/** Bytes of a file: its words are read one character at a time. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The file that is read, where relative inclusions start, and the files that include it. */
interface Reading {
  readonly file: string;
  readonly directory: string;
  readonly outer: readonly string[];
  /** Shared by all that are read together. */
  readonly inclusions: { count: number };
}

function readText(file: string, includedAt: ConfigurationPosition | undefined): string {
  const place = includedAt ?? { file, line: 0 };
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`cannot read "${file}": ${reason}`, place);
  }
}

class Reader {
  readonly #reading: Reading;
  readonly #tokens: Iterator<Token, undefined>;
  #line = 1;
  #blocks = 0;

  constructor(reading: Reading, text: string) {
    this.#reading = reading;
    this.#tokens = tokens(text, reading.file);
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
      if (directive.name !== 'include') found.push(directive);
      else for (const included of this.#included(directive)) found.push(included);
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
        return { name: first.text, arguments: words, block, file: this.#reading.file, line: first.line };
      }
    }
  }

  #closedBlock(): readonly Directive[] {
    if (this.#blocks === MOST.blocks) throw this.#error(`more than ${MOST.blocks} blocks within each other`);
    this.#blocks += 1;
    const { found, ended } = this.#block();
    this.#blocks -= 1;
    if (ended !== '}') throw this.#error('unexpected end of file, expecting "}"');
    return found;
  }

  #included(directive: Directive): readonly Directive[] {
    const [pattern, ...more] = directive.arguments;
    if (pattern === undefined || more.length > 0 || directive.block !== undefined) {
      throw new ConfigurationError('invalid number of arguments in "include" directive', directive);
    }
    const { directory, outer, inclusions } = this.#reading;
    const path = isAbsolute(pattern) ? pattern : join(directory, pattern);
    const around = [...outer, resolve(this.#reading.file)];
    return expand(path).flatMap((file) => {
      if (around.includes(resolve(file))) throw new ConfigurationError(`"${file}" includes itself`, directive);
      inclusions.count += 1;
      if (around.length > MOST.depth || inclusions.count > MOST.inclusions)
        throw new ConfigurationError(
          `more than ${MOST.inclusions} inclusions, or ${MOST.depth} within each other`,
          directive,
        );
      const reading = { file, directory, outer: around, inclusions };
      return new Reader(reading, readText(file, directive)).directives();
    });
  }

  #error(message: string): ConfigurationError {
    return new ConfigurationError(message, { file: this.#reading.file, line: this.#line });
  }
}
