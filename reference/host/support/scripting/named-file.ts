import { basename } from 'node:path';
import type { Statement } from '../settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../settings/error.js';

/** A file, and the global that gives scripts its content. */
export interface GlobalFile extends ConfigurationPosition {
  readonly name: string;
  /** The path as written in the directive. */
  readonly path: string;
}

/** The syntax of a directive, and the extension of its files, whose names become the globals' names. */
interface FileKind {
  readonly called: 'export' | 'global';
  readonly ending: '.js' | '.json';
}

/** Reads `NAME from FILE`, or only FILE. Throws ConfigurationError. */
export function namedFile(
  words: readonly string[],
  { called, ending }: FileKind,
  { name: directive, place }: Pick<Statement, 'name' | 'place'>,
): GlobalFile {
  const [first = '', from, file] = words;
  const refused = (complaint: string) => new ConfigurationError(complaint, place);
  if (words.length === 2) throw refused(`invalid number of arguments in "${directive}" directive`);
  if (from !== undefined && from !== 'from') throw refused(`invalid parameter "${from}"`);
  if (file === undefined && !first.endsWith(ending))
    throw refused(`cannot extract export name from file path "${first}", use extended "from" syntax`);
  const name = file === undefined ? basename(first).slice(0, -ending.length) : first;
  if (name === '') throw refused(`empty ${called} name`);
  const start = /^[^A-Za-z_]/.exec(name)?.[0];
  if (start !== undefined) throw refused(`cannot start with "${start}" in ${called} name "${name}"`);
  const wrong = /\W/.exec(name)?.[0];
  if (wrong !== undefined) throw refused(`invalid character "${wrong}" in ${called} name "${name}"`);
  return { name, path: file ?? first, file: place.file, line: place.line };
}
