/** Values in the tagged encoding as source code of a script. */
import type { Plain } from '../../spec/types/requirement.js';
import { plainItems } from '../executor/plain.js';

/** An expression for the value, in the language that every host runs. */
export function literalOf(plain: Plain): string {
  if (typeof plain === 'string') return textLiteral(plain);
  if (plain === null || typeof plain !== 'object') return String(plain);
  const items = plainItems(plain);
  if (items !== undefined) return `[${items.map(literalOf).join(', ')}]`;
  const entries = Object.entries(plain);
  const [[tag, content] = ['', null], ...more] = entries;
  if (more.length === 0 && tag.startsWith('$')) return taggedLiteral(tag, content);
  return objectLiteral(entries);
}

/** A long text of one character is written as its repetition. */
function textLiteral(text: string): string {
  const first = text.charAt(0);
  if (text.length > 40 && text === first.repeat(text.length)) return `${quoted(first)}.repeat(${text.length})`;
  return quoted(text);
}

/** JSON does not escape line separators, which older parsers take for ends of lines. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('\u007f', '\\u007f');

const objectLiteral = (entries: readonly (readonly [string, Plain])[]): string =>
  entries.length === 0 ? '{}' : `{ ${entries.map(([name, value]) => `${key(name)}: ${literalOf(value)}`).join(', ')} }`;

/** Only the name `__proto__` would set the prototype. */
const key = (name: string): string => (name === '__proto__' ? '["__proto__"]' : isName(name) ? name : quoted(name));

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** A member of an expression's value. */
export const memberOf = (on: string, name: string): string =>
  isName(name) ? `${on}.${name}` : `${on}[${quoted(name)}]`;

/** More bytes than these are written as hexadecimal digits. */
const FEW_BYTES = 24;

function bytesLiteral(hex: string, of: 'Buffer' | 'Uint8Array'): string {
  const all = [...Buffer.from(hex, 'hex')].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`);
  const written = `Buffer.from("${hex}", "hex")`;
  if (all.length > FEW_BYTES) return of === 'Buffer' ? written : `new Uint8Array(${written})`;
  return of === 'Buffer' ? `Buffer.from([${all.join(', ')}])` : `new Uint8Array([${all.join(', ')}])`;
}

function taggedLiteral(tag: string, content: Plain): string {
  const text = typeof content === 'string' ? content : '';
  const [first = null, second = null] = plainItems(content) ?? [];
  switch (tag) {
    case '$number':
    case '$bigint':
      return tag === '$number' ? text : `BigInt("${text}")`;
    case '$buffer':
      return bytesLiteral(text, 'Buffer');
    case '$bytes':
      return bytesLiteral(text, 'Uint8Array');
    case '$arrayBuffer':
      return `${bytesLiteral(text, 'Uint8Array')}.buffer`;
    case '$view':
      return `new ${String(first)}(${bytesLiteral(String(second), 'Uint8Array')}.buffer)`;
    case '$date':
      return `new Date(${literalOf(content)})`;
    case '$symbol':
      return `Symbol(${quoted(text)})`;
    case '$repeat':
      return `${quoted(String(first))}.repeat(${String(second)})`;
    case '$error':
      return `new Error(${quoted(String(second))})`;
    case '$function':
      return '() => undefined';
    case '$object':
      return objectLiteral((plainItems(content) ?? []).map((pair) => entryOf(pair)));
    default:
      return 'undefined';
  }
}

const entryOf = (pair: Plain): [string, Plain] => {
  const [name = '', value = null] = plainItems(pair) ?? [];
  return [String(name), value];
};
