/** JSON values in payloads and answers of the management API. */
import type { Plain, PlainObject } from '../../../spec/types/requirement.js';
import { isList, isObject } from '../../language/plain.js';

/** A text of a target parsed as JSON; `undefined` if it is not JSON. `unescaped` first converts text that is not JSON. */
export function jsonOf(text: string, unescaped: (text: string) => string = String): Plain | undefined {
  try {
    return JSON.parse(unescaped(text));
  } catch {
    return undefined;
  }
}

/** The values directly in an array or object. */
const inside = (json: Plain | undefined): readonly Plain[] =>
  isList(json) ? json : isObject(json) ? Object.values(json) : [];

/** Every string of a value, at any depth, except names of members. */
export const stringsIn = (json: Plain | undefined): readonly string[] =>
  typeof json === 'string' ? [json] : inside(json).flatMap((item) => stringsIn(item));

/** Every object of a value, at any depth, and the value itself if it is one. */
export const objectsIn = (json: Plain | undefined): readonly PlainObject[] => [
  ...(isObject(json) ? [json] : []),
  ...inside(json).flatMap(objectsIn),
];

/** The document's word for the type of a value, or JSON's. Empty strings have their own: they cannot identify. */
export function kindOf(value: Plain | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (isList(value)) return value.every((item) => typeof item === 'string') ? 'array of strings' : 'array';
  return value === '' ? 'empty string' : typeof value;
}

/** Types and names of members in the form of a report; the first element of a list represents all. */
export function shapeOf(json: Plain | undefined): string {
  if (isList(json)) return json[0] === undefined ? '[]' : `[${shapeOf(json[0])}]`;
  if (!isObject(json)) return json === null ? 'null' : typeof json;
  const members = Object.entries(json).map(([name, value]) => `${name}: ${shapeOf(value)}`);
  return `{ ${members.join(', ')} }`;
}
