/**
 * What a script passes where the documents say "string or Buffer": bytes stay bytes, nothing is an empty string, all else
 * becomes a string. A template, and not `String()`, because it refuses symbols.
 */
export function textOrBytes(value: unknown): string | Uint8Array {
  if (value === undefined || value === null) return '';
  if (!ArrayBuffer.isView(value)) return `${value}`;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}
