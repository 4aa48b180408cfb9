import { isJsonArray, isJsonObject, type JsonValue } from '../support/json.js';

/**
 * The tokens of a JSON pointer (RFC 6901): `/data/id` is `data`, `id`; the empty pointer has none and means the whole value.
 * Throws `SyntaxError` on text that is no pointer.
 */
export function pointerTokens(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new SyntaxError('a JSON pointer is empty or starts with a slash');
  if (/~(?![01])/.test(pointer)) throw new SyntaxError('in a JSON pointer 0 or 1 follows each tilde');
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What stands at a pointer, or `undefined`. Inherited members are not seen. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const token of pointerTokens(pointer)) found = found === undefined ? undefined : child(found, token);
  return found;
}

function child(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
