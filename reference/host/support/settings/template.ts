import { type ByteString, byteStringOf } from '../byte-string.js';
import { ConfigurationError, type ConfigurationPosition } from './error.js';

/** A value with variables: alternating literal bytes and variable names. */
export type Template = readonly TemplatePart[];

type TemplatePart =
  | { readonly kind: 'literal'; readonly bytes: ByteString }
  | { readonly kind: 'variable'; readonly name: string };

const variable = /\$(?:\{(?<braced>\w+)\}|(?<bare>\w+)|\{(?<open>\w*)|(?<nothing>))/g;

/** Compiles a configuration value; `$name` and `${name}` are variables. */
export function compileTemplate(text: string, place: ConfigurationPosition): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const name = match.groups?.braced ?? match.groups?.bare;
    const open = match.groups?.open;
    if (open) throw new ConfigurationError(`the closing bracket in "${open}" variable is missing`, place);
    if (name === undefined) throw new ConfigurationError('invalid variable name', place);
    if (match.index > end) parts.push({ kind: 'literal', bytes: byteStringOf(text.slice(end, match.index)) });
    // A capture has one digit: `$12` is the first capture and a 2.
    const capture = match.groups?.braced === undefined && /^[1-9]/.test(name);
    parts.push({ kind: 'variable', name: capture ? name.charAt(0) : name });
    end = match.index + (capture ? 2 : match[0].length);
  }
  if (end < text.length) parts.push({ kind: 'literal', bytes: byteStringOf(text.slice(end)) });
  return parts;
}

/** The byte string of a template, with the values of its variables; a variable without a value is empty. */
export function evaluateTemplate(template: Template, value: (name: string) => ByteString | undefined): ByteString {
  return template.map((part) => (part.kind === 'literal' ? part.bytes : (value(part.name) ?? ''))).join('');
}
