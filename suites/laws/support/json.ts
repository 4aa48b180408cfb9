/** JSON values in payloads and answers of the management API. */
import type { Json } from '../../language/endpoint.js';
import { isList, isObject, type JsonObject } from '../../language/json.js';

/** A text of a target parsed as JSON; `undefined` if it is not JSON. `unescaped` first converts text that is not JSON. */
export function jsonOf(text: string, unescaped: (text: string) => string = String): Json | undefined {
  try {
    return JSON.parse(unescaped(text));
  } catch {
    return undefined;
  }
}

/** The values directly in an array or object. */
const inside = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : isObject(json) ? Object.values(json) : [];

/** Every string of a value, at any depth, except names of members. */
export const stringsIn = (json: Json | undefined): readonly string[] =>
  typeof json === 'string' ? [json] : inside(json).flatMap((item) => stringsIn(item));

/** Every object of a value, at any depth, and the value itself if it is one. */
export const objectsIn = (json: Json | undefined): readonly JsonObject[] => [
  ...(isObject(json) ? [json] : []),
  ...inside(json).flatMap(objectsIn),
];

/** The document's word for the type of a value, or JSON's. Empty strings have their own: they cannot identify. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (isList(value)) return value.every((item) => typeof item === 'string') ? 'array of strings' : 'array';
  return value === '' ? 'empty string' : typeof value;
}

/** Types and names of members in the form of a report; the first element of a list represents all. */
export function shapeOf(json: Json | undefined): string {
  if (isList(json)) return json[0] === undefined ? '[]' : `[${shapeOf(json[0])}]`;
  if (!isObject(json)) return json === null ? 'null' : typeof json;
  const members = Object.entries(json).map(([name, value]) => `${name}: ${shapeOf(value)}`);
  return `{ ${members.join(', ')} }`;
}
