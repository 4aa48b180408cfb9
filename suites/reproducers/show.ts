/** Prints values in reproducers: the same text in a target and here, so that outputs can be compared. */
import type { Plain } from '../../spec/types/requirement.js';
import { decode } from '../language/encoding.js';

/**
 * A value in one line, as JSON if possible, with its members in order. It is lifted into scripts under its own name, and is in the probe
 * language.
 */
export const show = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && value === 0 && 1 / value < 0) return '-0';
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => show(item)).join(',')}]`;
  if (value instanceof Error) return `${value.name}`;
  if (value instanceof Float64Array) return `${value[0]}`;
  if (value instanceof ArrayBuffer) {
    try {
      return `ArrayBuffer ${Buffer.from(value).toString('hex')}`;
    } catch (_e) {
      return 'unreadable';
    }
  }
  if (value instanceof Uint8Array)
    return `${Buffer.isBuffer(value) ? 'Buffer' : 'Uint8Array'} ${Buffer.from(value).toString('hex')}`;
  const object: { readonly [name: string]: unknown } = Object(value);
  const members = Object.keys(object).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${show(object[name])}`).join(',')}}`;
};

/** A value in the tagged encoding, as scripts print the value itself. */
export const shownPlain = (plain: Plain): string => (isUnreadable(plain) ? 'unreadable' : show(decode(plain)));

/** An ArrayBuffer without memory is unreadable. */
const isUnreadable = (plain: Plain): boolean =>
  typeof plain === 'object' && plain !== null && '$opaque' in plain && plain.$opaque === 'unreadable';
