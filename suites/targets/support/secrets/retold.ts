import type { Plain } from '../../../../spec/types/spec.js';

/** A tagged value with its texts told otherwise, names of members included. A number that is told otherwise becomes a text. */
export function retold(value: Plain, tell: (text: string) => string): Plain {
  if (typeof value === 'string') return tell(value);
  if (typeof value === 'number') {
    const text = tell(String(value));
    return text === String(value) ? value : text;
  }
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => retold(item, tell));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [tell(name), retold(inner, tell)]));
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);
