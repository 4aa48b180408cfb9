import { allocate, copyOf, isBytes, lengthOf } from '../../support/bytes.js';
import { max, min } from '../../support/intrinsics.js';
import { toInteger } from './arguments.js';
import { encodingNamed } from './encodings.js';
import { unsuitable } from './from.js';

/** Index of the first occurrence at or after `byteOffset`, or -1; a negative offset counts from the end. */
export function indexOf(bytes: Uint8Array, value: unknown, byteOffset: unknown, encoding: unknown): number {
  const { sought, offset } = request(value, byteOffset, encoding);
  const length = lengthOf(bytes);
  const start = clamp(fromEnd(length, toInteger(offset)), 0, length);
  const last = length - lengthOf(sought);
  for (let at = start; at <= last; at += 1) if (isAt(bytes, sought, at)) return at;
  return -1;
}

/** Index of the last occurrence at or before `byteOffset`, by default the last byte; or -1. An offset before the start means the start. */
export function lastIndexOf(bytes: Uint8Array, value: unknown, byteOffset: unknown, encoding: unknown): number {
  const { sought, offset } = request(value, byteOffset, encoding);
  const length = lengthOf(bytes);
  const last = max(fromEnd(length, offset === undefined ? length - 1 : toInteger(offset)), 0);
  const size = lengthOf(sought);
  if (size === 0) return min(last, length);
  for (let at = min(last, length - size); at >= 0; at -= 1) if (isAt(bytes, sought, at)) return at;
  return -1;
}

/** The bytes of a value to search for or to fill with; `undefined` for a value of another type. */
export function bytesOfValue(value: unknown, encoding: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return encodingNamed(encoding).bytesOf(value);
  if (typeof value === 'number') return byteOf(value);
  // A copy, because the value may lie in the memory that is filled.
  return isBytes(value) ? copyOf(value) : undefined;
}

/** One byte with the low 8 bits. */
export function byteOf(value: number): Uint8Array {
  const bytes = allocate(1);
  bytes[0] = value;
  return bytes;
}

/** The encoding of a string may be passed in place of the offset. */
function request(value: unknown, byteOffset: unknown, encoding: unknown): { sought: Uint8Array; offset: unknown } {
  const isEncoding = typeof value === 'string' && typeof byteOffset === 'string';
  const sought = bytesOfValue(value, isEncoding ? byteOffset : encoding);
  if (sought === undefined) throw unsuitable('"value" argument');
  return { sought, offset: isEncoding ? undefined : byteOffset };
}

function fromEnd(length: number, offset: number): number {
  return offset < 0 ? length + offset : offset;
}

function clamp(value: number, least: number, most: number): number {
  return min(max(value, least), most);
}

function isAt(bytes: Uint8Array, sought: Uint8Array, at: number): boolean {
  const size = lengthOf(sought);
  for (let index = 0; index < size; index += 1) if (bytes[at + index] !== sought[index]) return false;
  return true;
}
