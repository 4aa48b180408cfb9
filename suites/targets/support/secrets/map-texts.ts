import type { Plain } from '../../../../spec/types/requirement.js';
import { isList } from '../../../language/plain.js';

/**
 * A tagged value with `map` applied to its strings and names of members, and to its numbers as text. A number that changes becomes a
 * string.
 */
export function mapTexts(value: Plain, map: (text: string) => string): Plain {
  if (typeof value === 'string') return map(value);
  if (typeof value === 'number') {
    const text = map(String(value));
    return text === String(value) ? value : text;
  }
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => mapTexts(item, map));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [map(name), mapTexts(inner, map)]));
}
