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

/** Replacements of scalars and of member names. */
export interface Mapping {
  /** `name` is the nearest member name above the scalar, empty where there is none. */
  readonly scalar: (scalar: JsonScalar, name: string) => JsonScalar;
  readonly name?: (name: string) => string;
}

/** A copy with scalars and names replaced; values that are too deep become an ellipsis. */
export function mapped(value: JsonValue, mapping: Mapping, name = '', depth = 0): JsonValue {
  if (depth > DEEPEST_SHOWN) return '…';
  if (isJsonArray(value)) return value.map((item) => mapped(item, mapping, name, depth + 1));
  if (!isJsonObject(value)) return mapping.scalar(value, name);
  const members = Object.entries(value).map(([key, member]) => {
    return [mapping.name?.(key) ?? key, mapped(member, mapping, key, depth + 1)] as const;
  });
  return Object.fromEntries(members);
}

/** All strings and member names of a value, at any depth. */
export function* stringsIn(value: JsonValue): Generator<string> {
  const waiting: JsonValue[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') yield next;
    else if (isJsonArray(next)) for (const item of next) waiting.push(item);
    else if (isJsonObject(next)) {
      yield* Object.keys(next);
      for (const member of Object.values(next)) waiting.push(member);
    }
  }
}
