import { isJsonArray, isJsonObject, type JsonValue } from '../support/json.js';

/** Whether a text is a JSON pointer (RFC 6901): empty, which means the whole value, or names that each follow a slash. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** The last name of a pointer; empty for that of the whole value. */
export const lastName = (pointer: string): string => nameOf(pointer.slice(pointer.lastIndexOf('/') + 1));

const nameOf = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** The value at a pointer, or `undefined`. Inherited members are not seen. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const token of pointer.split('/').slice(1)) {
    if (found !== undefined) found = child(found, nameOf(token));
  }
  return found;
}

function child(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
