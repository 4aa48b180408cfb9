import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Directive } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import { systemFailure } from '../../host/support/system-errors.js';
import { expand, isPattern } from './glob.js';
import { StatementReader, type StatementTokens } from './tokens.js';

/** The directives of a file up to the point where it is malformed. */
interface DirectiveTree {
  readonly directives: readonly Directive[];
  /** Why reading stopped. Mistakes before that point are reported first. */
  readonly failure: ConfigurationError | undefined;
}

/** The name that replaces a file for directives of a command line. */
const commandLine = 'command line';

/**
 * Reads a configuration file with its included files, after the directives of a command line. Relative inclusions start at `directory`. The
 * result includes the text of each file.
 */
export function readTree(
  file: string,
  directory: string,
  globals = '',
): DirectiveTree & { readonly files: ReadonlyMap<string, string> } {
  const inclusions = { count: 0, files: new Map<string, string>() };
  const { files } = inclusions;
  const given = new TreeReader({ file: commandLine, directory, outer: [], inclusions }, globals).file();
  if (given.failure !== undefined) return { ...given, files };
  const text = readText(file, { file, line: 0 }, files);
  const { directives, failure } = new TreeReader({ file, directory, outer: [], inclusions }, text).file();
  return { directives: [...given.directives, ...directives], failure, files };
}

/** Limits of nested blocks, of nested inclusions, and of inclusions in all: files that include two others would exceed any memory. */
const MOST = { blocks: 64, depth: 64, inclusions: 10_000 } as const;

/** The limit for the bytes of a file: its words are read one character at a time. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The current file, the folder of relative inclusions, and the files that include it. */
interface FileContext {
  readonly file: string;
  readonly directory: string;
  readonly outer: readonly string[];
  /** Shared by all files of one configuration. */
  readonly inclusions: { count: number; readonly files: Map<string, string> };
}

function readText(file: string, place: ConfigurationPosition, files: Map<string, string>): string {
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    const text = readFileSync(file, 'utf8');
    files.set(file, text);
    return text.replace(/^\ufeff/, '');
  } catch (error) {
    const call = error instanceof Error && 'code' in error && error.code === 'EISDIR' ? 'pread' : 'open';
    throw new ConfigurationError(systemFailure(call, `"${file}"`, error), place);
  }
}

class TreeReader {
  readonly #reading: FileContext;
  readonly #statements: StatementReader;
  #blocks = 0;
  #failure: ConfigurationError | undefined;

  constructor(reading: FileContext, text: string) {
    this.#reading = reading;
    this.#statements = new StatementReader(text, reading.file);
  }

  file(): DirectiveTree {
    const directives = this.#block(false);
    return { directives, failure: this.#failure };
  }

  /** Directives up to the closing brace or the end of the file, or up to a failure. */
  #block(isInner: boolean): readonly Directive[] {
    const found: Directive[] = [];
    for (;;) {
      const statement = this.#next();
      if (statement === undefined) return found;
      if (statement.end === '}' || statement.end === 'end of file') {
        const closes = statement.end === '}';
        if (closes !== isInner) this.#fail(closes ? 'unexpected "}"' : 'unexpected end of file, expecting "}"');
        return found;
      }
      for (const directive of this.#directives(statement)) found.push(directive);
      if (this.#failure !== undefined) return found;
    }
  }

  #next(): StatementTokens | undefined {
    try {
      return this.#statements.next();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#failure = error;
      return undefined;
    }
  }

  /** The directive of a statement, or the directives that it includes. */
  #directives({ words, end, line }: StatementTokens): readonly Directive[] {
    const [name = '', ...rest] = words;
    const place = { file: this.#reading.file, line };
    const block = end === '{' ? this.#innerBlock() : undefined;
    const unclosed = block !== undefined && this.#failure !== undefined ? { unclosed: true } : {};
    if (name === 'include') {
      if (block === undefined) return this.#included(rest, place);
      this.#failure = new ConfigurationError('directive "include" is not terminated by ";"', place);
      return [];
    }
    const ending = block === undefined ? {} : { endLine: this.#statements.line };
    return [{ name, arguments: rest, block, ...place, ...ending, ...unclosed }];
  }

  #innerBlock(): readonly Directive[] {
    if (this.#blocks === MOST.blocks) {
      this.#fail(`more than ${MOST.blocks} nested blocks`);
      return [];
    }
    this.#blocks += 1;
    const found = this.#block(true);
    this.#blocks -= 1;
    return found;
  }

  #included(words: readonly string[], place: ConfigurationPosition): readonly Directive[] {
    try {
      return this.#files(words, place).flatMap((file) => this.#fileWithin(file, place));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#failure = error;
      return [];
    }
  }

  #files([pattern, ...more]: readonly string[], place: ConfigurationPosition): readonly string[] {
    if (pattern === undefined || more.length > 0)
      throw new ConfigurationError('invalid number of arguments in "include" directive', place);
    const path = isAbsolute(pattern) ? pattern : join(this.#reading.directory, pattern);
    return isPattern(path) ? expand(path) : [path];
  }

  #fileWithin(file: string, place: ConfigurationPosition): readonly Directive[] {
    if (this.#failure !== undefined) return [];
    const { directory, outer, inclusions } = this.#reading;
    const around = [...outer, resolve(this.#reading.file)];
    if (around.includes(resolve(file))) throw new ConfigurationError(`"${file}" includes itself`, place);
    inclusions.count += 1;
    if (around.length > MOST.depth || inclusions.count > MOST.inclusions)
      throw new ConfigurationError(`more than ${MOST.inclusions} inclusions, or ${MOST.depth} nested ones`, place);
    const tree = new TreeReader(
      { file, directory, outer: around, inclusions },
      readText(file, place, inclusions.files),
    ).file();
    this.#failure = tree.failure;
    return tree.directives;
  }

  #fail(message: string): void {
    this.#failure ??= new ConfigurationError(message, { file: this.#reading.file, line: this.#statements.line });
  }
}
