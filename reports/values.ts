/** Renders tagged values as people write them. The tags are those of `suites/language/encoding.ts`. */
import type { Plain } from '../spec/types/requirement.js';

/** The most bytes that are spelled out; of more, both ends are shown. */
const BYTES = 256;

/**
 * A tagged value for a person: JSON, with JavaScript's notation for values that JSON does not have: `undefined`, `-0`, `12n`, `Buffer <00
 * ff>`, `TypeError("no")`, `[Function: name]`.
 */
export function readable(value: Plain): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(readable).join(',')}]`;
  const entries = Object.entries(value);
  const [first, ...more] = entries;
  const special = first !== undefined && more.length === 0 ? tagged(...first) : undefined;
  return special ?? objectOf(entries);
}

/** Tagged JSON, for a person; any other text is kept. */
export function readableJson(text: string): string {
  try {
    const value: Plain = JSON.parse(text);
    return readable(value);
  } catch {
    return text;
  }
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

const objectOf = (entries: readonly (readonly [string, Plain])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${readable(value)}`).join(',')}}`;

/** The value of a tag; undefined if the key is no tag, or its content does not fit. */
function tagged(tag: string, content: Plain): string | undefined {
  if (tag === '$undefined') return 'undefined';
  if (tag === '$date') return `Date(${readable(content)})`;
  if (isList(content)) return taggedList(tag, content);
  if (typeof content !== 'string') return undefined;
  switch (tag) {
    case '$number':
      return content;
    case '$bigint':
      return `${content}n`;
    case '$buffer':
      return bytes('Buffer', content);
    case '$bytes':
      return bytes('Uint8Array', content);
    case '$arrayBuffer':
      return bytes('ArrayBuffer', content);
    case '$function':
      return content === '' ? '[Function]' : `[Function: ${content}]`;
    case '$symbol':
      return content.startsWith('Symbol(') ? content : `Symbol(${content})`;
    case '$opaque':
      return `[${content}]`;
    default:
      return undefined;
  }
}

function taggedList(tag: string, content: readonly Plain[]): string | undefined {
  if (tag === '$object') {
    const pairs = content.flatMap((pair): [string, Plain][] => {
      if (!isList(pair)) return [];
      const [key, value] = pair;
      return typeof key === 'string' && value !== undefined ? [[key, value]] : [];
    });
    return pairs.length === content.length ? objectOf(pairs) : undefined;
  }
  const [first, second] = content;
  if (typeof first !== 'string') return undefined;
  if (tag === '$repeat') return `${JSON.stringify(first)}.repeat(${second})`;
  if (typeof second !== 'string') return undefined;
  if (tag === '$view') return bytes(first, second);
  return tag === '$error' ? `${first}(${JSON.stringify(second)})` : undefined;
}

function bytes(type: string, hex: string): string {
  // Redacted bytes are words.
  if (!/^[\da-f]*$/.test(hex)) return `${type} <${hex}>`;
  const left = hex.length / 2 - 2 * BYTES;
  if (left <= 0) return `${type} <${spaced(hex)}>`;
  return `${type} <${spaced(hex.slice(0, 2 * BYTES))} … ${left} more … ${spaced(hex.slice(-2 * BYTES))}>`;
}

const spaced = (hex: string): string => hex.replace(/..(?=.)/g, '$& ');
