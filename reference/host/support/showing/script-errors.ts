import { isAbsolute, relative } from 'node:path';
import { types } from 'node:util';
import { writeAll } from '../write-all.js';
import { type Colours, excerptOf, harmless, lineEnd, placeInSource } from './excerpt.js';
import { ErrorPositions, type LineAndColumn, type SourcePosition } from './places.js';

/** Options of `ScriptErrors`. */
export interface ShowingOptions {
  /** Files below it are shown by relative paths. */
  readonly folder: string;
  readonly isColoured: boolean;
  /** Whether messages are visible already, because the log is printed to the same place. */
  readonly isLogSeen: boolean;
  readonly print: (text: string) => void;
}

/** Prints on standard error, with colours if it is a terminal that supports them. */
export function showingOnTerminal(folder: string, isLogSeen: boolean): ShowingOptions {
  return { folder, isLogSeen, isColoured: process.stderr.isTTY === true && process.stderr.hasColors(), print: printed };
}

/** Errors are ignored: the user has closed the terminal. */
function printed(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // The request continues all the same.
  }
}

/** Shows failures to authors of scripts, with the surrounding lines of the source from compile time. */
export class ScriptErrors {
  readonly #options: ShowingOptions;
  readonly #sources = new Map<string, string>();
  #places: ErrorPositions | undefined;

  private constructor(options: ShowingOptions) {
    this.#options = options;
  }

  static async open(options: ShowingOptions): Promise<ScriptErrors> {
    const errors = new ScriptErrors(options);
    errors.#places = await ErrorPositions.open((path) => errors.#sources.has(path));
    return errors;
  }

  /** Remembers the source of a script that is being compiled. */
  remember(path: string, source: string): void {
    this.#sources.set(path, source);
  }

  /** The position where a value was thrown, as a text that may pass through a realm. */
  readonly placeOf = (thrown: unknown): string | undefined => {
    const place = this.#places?.of(thrown);
    return place === undefined ? undefined : `${place.line}:${place.column}:${place.path}`;
  };

  /** The lines around a syntax error in a file. */
  ofSyntax(path: string, error: unknown): string {
    const position = this.#places?.ofMistake(error);
    return position === undefined ? '' : this.#excerpt({ path, ...position });
  }

  /** The lines around an import of a missing export. */
  ofLinking(error: unknown): string {
    const [, specifier] = /^\S+ \S+ module '(.*)' does not provide /.exec(messageOf(error)) ?? [];
    const position = this.#places?.ofMistake(error);
    if (position === undefined || specifier === undefined) return '';
    // The engine does not report the file; in the importing one, no other text is between the name and the module's.
    const isMeant = ([, source]: readonly [path: string, source: string]) => {
      const [at, asked] = [unitAt(source, position), importAt(source, specifier)];
      return at !== undefined && asked !== undefined && /^[\w$][^'";]*$/.test(source.slice(at, asked));
    };
    const [path] = [...this.#sources].find(isMeant) ?? [];
    return path === undefined ? '' : this.#excerpt({ path, ...position });
  }

  /** The lines around an import of a missing module. */
  ofMissing(path: string, specifier: string): string {
    const source = this.#sources.get(path) ?? '';
    const at = importAt(source, specifier);
    return at === undefined ? '' : this.#excerpt({ path, ...placeInSource(source, at) });
  }

  /** Prints a failure, unless it is visible already, and the lines around a position from `placeOf`. */
  show(message: string, place: string | undefined): void {
    const head = this.#options.isLogSeen ? '' : `${this.#colours.loud(harmless(message))}\n`;
    const read = readPlace(place);
    this.#options.print(`${head}${read === undefined ? '' : this.#excerpt(read)}`);
  }

  close(): void {
    this.#places?.close();
  }

  /** The lines around a position, below its file, line and column. */
  #excerpt(place: SourcePosition): string {
    const head = `  ${harmless(this.#named(place.path))}:${place.line}:${place.column}`;
    const lines = excerptOf(this.#sources.get(place.path) ?? '', place, this.#colours);
    return [head, ...lines].map((line) => `${line}\n`).join('');
  }

  #named(path: string): string {
    const below = relative(this.#options.folder, path);
    return /^\.\.(?:\/|$)/.test(below) || isAbsolute(below) ? path : below;
  }

  get #colours(): Colours {
    if (!this.#options.isColoured) return { faint: (text) => text, loud: (text) => text };
    return { faint: (text) => `\u001b[2m${text}\u001b[22m`, loud: (text) => `\u001b[31m${text}\u001b[39m` };
  }
}

function readPlace(text: string | undefined): SourcePosition | undefined {
  const [, line, column, path] = /^(\d+):(\d+):(.+)$/s.exec(text ?? '') ?? [];
  return path === undefined ? undefined : { path, line: Number(line), column: Number(column) };
}

/** Where a source imports a module with a name. */
function importAt(source: string, specifier: string): number | undefined {
  for (const { 0: words, index } of source.matchAll(/\b(?:from|import)\s*(?=['"])/g)) {
    const at = index + words.length;
    if (source.startsWith(specifier, at + 1) && source.charAt(at) === source.charAt(at + 1 + specifier.length))
      return at;
  }
  return undefined;
}

/** The number of units before a position; `undefined` if the source has no such line. */
function unitAt(source: string, { line, column }: LineAndColumn): number | undefined {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = lineEnd.exec(source.slice(start));
    if (end === null) return undefined;
    start += end.index + end[0].length;
  }
  return start + column - 1;
}

function messageOf(error: unknown): string {
  return types.isNativeError(error) ? String(error.message) : '';
}
