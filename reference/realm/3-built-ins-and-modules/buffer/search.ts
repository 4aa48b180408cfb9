import { isBytes, toInteger } from './arguments.js';
import { encodingNamed } from './encodings.js';

/** Index of the first occurrence at or after `byteOffset`, or -1; a negative offset counts from the end. */
export function indexOf(bytes: Uint8Array, value: unknown, byteOffset: unknown, encoding: unknown): number {
  const { sought, offset } = request(value, byteOffset, encoding);
  const start = clamp(fromEnd(bytes, toInteger(offset)), 0, bytes.length);
  for (let at = start; at + sought.length <= bytes.length; at += 1) if (isAt(bytes, sought, at)) return at;
  return -1;
}

/** Index of the last occurrence at or before `byteOffset`, by default the last byte; or -1. */
export function lastIndexOf(bytes: Uint8Array, value: unknown, byteOffset: unknown, encoding: unknown): number {
  const { sought, offset } = request(value, byteOffset, encoding);
  const last = fromEnd(bytes, offset === undefined ? bytes.length - 1 : toInteger(offset));
  if (sought.length === 0) return clamp(last, 0, bytes.length);
  for (let at = Math.min(last, bytes.length - sought.length); at >= 0; at -= 1) if (isAt(bytes, sought, at)) return at;
  return -1;
}

/** The bytes that a value to look for or to fill with stands for, or `undefined` when it has no such form. */
export function bytesOfValue(value: unknown, encoding: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return encodingNamed(encoding).bytesOf(value);
  if (typeof value === 'number') return new Uint8Array([value]);
  // A copy, because a value may lie in the memory that is filled.
  return isBytes(value) ? new Uint8Array(value) : undefined;
}

/** The encoding of a string may take the place of the offset. */
function request(value: unknown, byteOffset: unknown, encoding: unknown): { sought: Uint8Array; offset: unknown } {
  const isEncoding = typeof value === 'string' && typeof byteOffset === 'string';
  const sought = bytesOfValue(value, isEncoding ? byteOffset : encoding);
  if (sought === undefined) throw new TypeError('the value is neither a string, a Buffer nor a number');
  return { sought, offset: isEncoding ? undefined : byteOffset };
}

function fromEnd(bytes: Uint8Array, offset: number): number {
  return offset < 0 ? bytes.length + offset : offset;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function isAt(bytes: Uint8Array, sought: Uint8Array, at: number): boolean {
  for (let index = 0; index < sought.length; index += 1) if (bytes[at + index] !== sought[index]) return false;
  return true;
}
