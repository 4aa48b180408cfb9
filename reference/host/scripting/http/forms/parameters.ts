/** 2/http-request-object-methods/r-read-request-form: parameters of header values. */
import type { ByteString } from '../../../support/byte-string.js';
import { FormError } from './form-error.js';

/** White space is spaces and tabs; any other byte is allowed in a name or in an unquoted value. */
const parameterName = /;[ \t]*([^;= \t]+)[ \t]*=[ \t]*/y;
const bareValue = /[^; \t]*/y;
const quotedValue = /"((?:[^"\\]|\\[\s\S])*)"/y;
const whiteSpace = /[ \t]*/y;

/** The part of a header before its parameters: `form-data` in `form-data; name="a"`. */
export function beforeParameters(value: ByteString): ByteString {
  const [main = ''] = value.split(';', 1);
  return main;
}

/**
 * The parameters of the header that `what` names, by their names in lower case. Each of the `known` ones may occur once. Others may occur
 * any number of times, but must be well-formed.
 */
export function parametersOf(
  value: ByteString,
  what: string,
  known: readonly string[],
): ReadonlyMap<string, ByteString> {
  const parameters = new Map<string, ByteString>();
  for (let at = beforeParameters(value).length; at < value.length; ) {
    const { name, text, end } = parameterAt(value, at, what);
    at = end;
    if (!known.includes(name)) continue;
    if (parameters.has(name)) throw new FormError(`duplicate ${name} parameter`);
    parameters.set(name, text);
  }
  return parameters;
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

/** The parameter that begins with a semicolon, and where the white space after it ends. */
function parameterAt(header: ByteString, at: number, what: string): { name: string; text: ByteString; end: number } {
  if (header[at] !== ';') throw new FormError(`malformed ${what}`);
  const name = matchAt(parameterName, header, at);
  if (name?.[1] === undefined) throw new FormError('malformed parameter');
  const { text, end } = valueAt(header, at + name[0].length);
  const space = matchAt(whiteSpace, header, end)?.[0] ?? '';
  return { name: name[1].toLowerCase(), text, end: end + space.length };
}

/** A backslash within quotes escapes the byte after it. */
function valueAt(header: ByteString, at: number): { text: ByteString; end: number } {
  if (header[at] === '"') {
    const quoted = matchAt(quotedValue, header, at);
    if (quoted?.[1] === undefined) throw new FormError('unterminated quoted parameter');
    return { text: quoted[1].replace(/\\([\s\S])/g, '$1'), end: at + quoted[0].length };
  }
  const text = matchAt(bareValue, header, at)?.[0] ?? '';
  if (text === '') throw new FormError('empty parameter value');
  return { text, end: at + text.length };
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
