import type { ByteString } from '../../byte-string.js';
import { FormError } from './form-error.js';

/** A value with parameters: `form-data; name="a"`. */
export interface Parametrized {
  /** What stands before the first semicolon. */
  readonly main: ByteString;
  /** The value of a parameter, by its name in small letters. */
  readonly parameters: ReadonlyMap<string, ByteString>;
}

/** White space is spaces and tabs; any other byte may stand in a name or in a value without quotes. */
const parameterName = /;[ \t]*([^;= \t]+)[ \t]*=[ \t]*/y;
const bareValue = /[^; \t]*/y;
const quotedValue = /"((?:[^"\\]|\\[^])*)"/y;
const whiteSpace = /[ \t]*/y;

/**
 * Reads a value of the header that `what` names. Of the parameters that are `known` there may be one each; others may stand there
 * as they like, but well formed.
 */
export function parametrized(value: ByteString, what: string, known: readonly string[]): Parametrized {
  const semicolon = value.indexOf(';');
  const end = semicolon < 0 ? value.length : semicolon;
  const parameters = new Map<string, ByteString>();
  for (const [name, parameter] of parametersOf(value, end, what)) {
    if (!known.includes(name)) continue;
    if (parameters.has(name)) throw new FormError(`duplicate ${name} parameter`);
    parameters.set(name, parameter);
  }
  return { main: value.slice(0, end), parameters };
}

/** Without spaces and tabs at either end. */
export function trimmed(text: ByteString): ByteString {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text[from])) from += 1;
  while (to > from && isSpace(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

function isSpace(byte: string | undefined): boolean {
  return byte === ' ' || byte === '\t';
}

function* parametersOf(text: ByteString, from: number, what: string): Iterable<[name: string, value: ByteString]> {
  for (let at = from; at < text.length; ) {
    if (text[at] !== ';') throw new FormError(`malformed ${what}`);
    const name = matchAt(parameterName, text, at);
    if (name?.[1] === undefined) throw new FormError('malformed parameter');
    at += name[0].length;
    const [value, length] = valueAt(text, at);
    at += length;
    at += matchAt(whiteSpace, text, at)?.[0].length ?? 0;
    yield [name[1].toLowerCase(), value];
  }
}

/** The value that begins somewhere, and how long it is there. A backslash within quotes stands for the byte behind it. */
function valueAt(text: ByteString, at: number): [value: ByteString, length: number] {
  if (text[at] === '"') {
    const quoted = matchAt(quotedValue, text, at);
    if (quoted?.[1] === undefined) throw new FormError('unterminated quoted parameter');
    return [quoted[1].replace(/\\([^])/g, '$1'), quoted[0].length];
  }
  const bare = matchAt(bareValue, text, at)?.[0] ?? '';
  if (bare === '') throw new FormError('empty parameter value');
  return [bare, bare.length];
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
