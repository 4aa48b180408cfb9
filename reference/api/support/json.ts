/** Values of JSON (RFC 8259) as `JSON.parse` gives them. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` does not narrow a union to its read-only array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

export function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every(isText);
}

/** `undefined` for bytes that are not UTF-8; a byte order mark is part of the text. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Throws `SyntaxError` on text that is not JSON. */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

/** `undefined` for a text that is not JSON. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Deeper values of an answer are never shown: recursion over a hostile answer would exhaust the stack. */
const DEEPEST_SHOWN = 64;

export type JsonScalar = null | boolean | number | string;

/** A copy with scalars replaced by the nearest member name above them; values that are too deep become an ellipsis. */
export function mapped(
  value: JsonValue,
  replace: (scalar: JsonScalar, name: string) => JsonScalar,
  name = '',
  depth = 0,
): JsonValue {
  if (depth > DEEPEST_SHOWN) return '…';
  if (isJsonArray(value)) return value.map((item) => mapped(item, replace, name, depth + 1));
  if (!isJsonObject(value)) return replace(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapped(member, replace, key, depth + 1)]),
  );
}
