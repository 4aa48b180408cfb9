import { isAbsolute, relative } from 'node:path';
import { types } from 'node:util';
import { writeAll } from '../write-all.js';
import { type Colours, excerptOf, harmless, lineEnd, placeInSource } from './excerpt.js';
import { ErrorPositions, type LineAndColumn, type SourcePosition } from './places.js';

/** How `ScriptErrors` shows what went wrong. */
export interface ShowingOptions {
  /** Files below it are shown by their paths from there. */
  readonly folder: string;
  readonly isColoured: boolean;
  /** Whether messages are seen already, since the log is where this prints. */
  readonly isLogSeen: boolean;
  readonly print: (text: string) => void;
}

/** Prints on the standard error, with colours where that is a terminal that has them. */
export function showingOnTerminal(folder: string, isLogSeen: boolean): ShowingOptions {
  return { folder, isLogSeen, isColoured: process.stderr.isTTY === true && process.stderr.hasColors(), print: printed };
}

/** Somebody who closed the terminal misses nothing. */
function printed(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // The request goes on all the same.
  }
}

/** Shows those who write scripts where these failed, with the lines around, as they were when they were compiled. */
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

  /** Remembers the source of a script that is compiled now. */
  remember(path: string, source: string): void {
    this.#sources.set(path, source);
  }

  /** Where a thrown value was made, as a text that may pass through a realm. */
  readonly placeOf = (thrown: unknown): string | undefined => {
    const place = this.#places?.of(thrown);
    return place === undefined ? undefined : `${place.line}:${place.column}:${place.path}`;
  };

  /** The lines around a mistake for which a file could not be compiled. */
  ofSyntax(path: string, error: unknown): string {
    const position = this.#places?.ofMistake(error);
    return position === undefined ? '' : this.#excerpt({ path, ...position });
  }

  /** The lines around an import of what a module does not export. */
  ofLinking(error: unknown): string {
    const [, specifier] = /^\S+ \S+ module '(.*)' does not provide /.exec(messageOf(error)) ?? [];
    const position = this.#places?.ofMistake(error);
    if (position === undefined || specifier === undefined) return '';
    // The engine does not say which file it is; in the one that imports no other text is between the name and the module's.
    const isMeant = ([, source]: readonly [path: string, source: string]) => {
      const [at, asked] = [unitAt(source, position), importAt(source, specifier)];
      return at !== undefined && asked !== undefined && /^[\w$][^'";]*$/.test(source.slice(at, asked));
    };
    const [path] = [...this.#sources].find(isMeant) ?? [];
    return path === undefined ? '' : this.#excerpt({ path, ...position });
  }

  /** The lines around where a file asks for a module that is not there. */
  ofMissing(path: string, specifier: string): string {
    const source = this.#sources.get(path) ?? '';
    const at = importAt(source, specifier);
    return at === undefined ? '' : this.#excerpt({ path, ...placeInSource(source, at) });
  }

  /** Prints what failed, where that is not seen, and the lines around a place of `placeOf`. */
  show(message: string, place: string | undefined): void {
    const head = this.#options.isLogSeen ? '' : `${this.#colours.loud(harmless(message))}\n`;
    const read = readPlace(place);
    this.#options.print(`${head}${read === undefined ? '' : this.#excerpt(read)}`);
  }

  close(): void {
    this.#places?.close();
  }

  /** The lines around a place, below its file, line and column. */
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

/** Where a source asks for a module of a name. */
function importAt(source: string, specifier: string): number | undefined {
  for (const { 0: words, index } of source.matchAll(/\b(?:from|import)\s*(?=['"])/g)) {
    const at = index + words.length;
    if (source.startsWith(specifier, at + 1) && source.charAt(at) === source.charAt(at + 1 + specifier.length))
      return at;
  }
  return undefined;
}

/** How many units are in front of a position; `undefined` where the source has no such line. */
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
