import type { Octets } from '../octets.js';
import { octetsOf } from '../octets.js';
import { ConfigurationError, type Place } from './error.js';

/** A value with variables in it: literal octets and variable names in turn. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: 'literal'; readonly octets: Octets }
  | { readonly kind: 'variable'; readonly name: string };

const variable = /\$(?:\{(?<braced>\w+)\}|(?<bare>\w+)|(?<nothing>))/g;

/** Compiles a configuration value; `$name` and `${name}` stand for variables. */
export function compileTemplate(text: string, place: Place): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const name = match.groups?.braced ?? match.groups?.bare;
    if (name === undefined) throw new ConfigurationError('invalid variable name', place);
    if (match.index > end) parts.push({ kind: 'literal', octets: octetsOf(text.slice(end, match.index)) });
    // A capture has one digit: `$12` is the first capture and a 2.
    const capture = match.groups?.braced === undefined && /^[1-9]/.test(name);
    parts.push({ kind: 'variable', name: capture ? name.charAt(0) : name });
    end = match.index + (capture ? 2 : match[0].length);
  }
  if (end < text.length) parts.push({ kind: 'literal', octets: octetsOf(text.slice(end)) });
  return parts;
}

/** Octets of a template, with the values of its variables; one without a value is empty. */
export function evaluateTemplate(template: Template, value: (name: string) => Octets | undefined): Octets {
  return template.map((part) => (part.kind === 'literal' ? part.octets : (value(part.name) ?? ''))).join('');
}
