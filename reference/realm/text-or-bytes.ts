/** What a script passes where the documents say "string or Buffer": bytes stay bytes, all else becomes a string. */
export function textOrBytes(value: unknown): string | Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}
