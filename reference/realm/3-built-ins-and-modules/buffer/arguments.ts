/** The longest Buffer, as on real hosts. */
const maximumLength = 2 ** 31 - 1;

/** ToIntegerOrInfinity of ECMA-262. */
export function toInteger(value: unknown): number {
  return Math.trunc(Number(value)) || 0;
}

/** An integer from 0 to `limit`, where `undefined` stands for 0. Throws RangeError. */
export function toIndex(name: string, value: unknown, limit: number): number {
  if (value === undefined) return 0;
  const index = toInteger(value);
  if (index < 0 || index > limit) throw new RangeError(`${name} is out of range`);
  return index;
}

/** Length of memory to be allocated. Throws RangeError. */
export function toLength(name: string, value: unknown): number {
  return toIndex(name, value, maximumLength);
}

/** A Buffer or Uint8Array, else TypeError. */
export function requireBytes(name: string, value: unknown): Uint8Array {
  if (isBytes(value)) return value;
  throw new TypeError(`${name} is not a Buffer or Uint8Array`);
}

/** Asks the memory, too: an object may have the prototype alone. */
export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && ArrayBuffer.isView(value);
}

/**
 * A part, whose bounds must lie inside; it is empty when it ends before it starts. The whole is itself, and any other part
 * a view. Throws RangeError.
 */
export function section(name: string, bytes: Uint8Array, start: unknown, end: unknown): Uint8Array {
  if (start === undefined && end === undefined) return bytes;
  const from = toIndex(`${name} start`, start, bytes.length);
  const to = end === undefined ? bytes.length : toIndex(`${name} end`, end, bytes.length);
  return view(bytes, from, Math.max(to - from, 0));
}

/** A plain view on the same memory. */
export function view(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length);
}
