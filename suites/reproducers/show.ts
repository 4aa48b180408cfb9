/** Values as reproducers print them: the same text in a target and here, so that what is seen there can be compared. */
import type { Plain } from '../../spec/types/requirement.js';
import { decode } from '../language/encoding.js';

/** A value in one line. It is lifted into scripts under its own name, and is in the probe language. */
export const show = (value: unknown): string => {
  const hex = (bytes: Uint8Array): string => {
    let text = ' ';
    for (let i = 0; i < bytes.length; i++) text += ((bytes[i] || 0) + 256).toString(16).slice(1);
    return text;
  };
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => show(item)).join(', ')}]`;
  if (value instanceof Error) return `${value.name}`;
  if (value instanceof ArrayBuffer) return `ArrayBuffer${hex(new Uint8Array(value))}`;
  if (value instanceof Uint8Array) return `${Buffer.isBuffer(value) ? 'Buffer' : 'Uint8Array'}${hex(value)}`;
  if (value instanceof Float64Array && value.length === 1) return `${value[0]}`;
  if (value instanceof Date) return `Date ${value.getTime()}`;
  const object: { readonly [name: string]: unknown } = Object(value);
  const members = Object.keys(object).sort();
  return `{ ${members.map((name) => `${name}: ${show(object[name])}`).join(', ')} }`;
};

/** A value in the tagged encoding as scripts print the value itself. */
export const shown = (plain: Plain): string => show(decode(plain));
