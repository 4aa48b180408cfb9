import { isBytes, lengthOf, view } from '../../support/bytes.js';
import { max, numberOf, OwnRangeError, OwnTypeError, trunc } from '../../support/intrinsics.js';

/** The longest Buffer, as on real hosts. */
const maximumLength = 2 ** 31 - 1;

/** ToIntegerOrInfinity of ECMA-262. */
export function toInteger(value: unknown): number {
  return trunc(numberOf(value)) || 0;
}

/** An integer from 0 to `limit`, where `undefined` stands for 0. Throws RangeError. */
export function toIndex(name: string, value: unknown, limit: number): number {
  if (value === undefined) return 0;
  const index = toInteger(value);
  if (index < 0 || index > limit) throw new OwnRangeError(`${name} is out of range`);
  return index;
}

/** Length of memory to be allocated. Throws RangeError. */
export function toLength(name: string, value: unknown): number {
  return toIndex(name, value, maximumLength);
}

/** A Buffer or Uint8Array, else TypeError. */
export function requireBytes(name: string, value: unknown): Uint8Array {
  if (isBytes(value)) return value;
  throw new OwnTypeError(`${name} is not a Buffer or Uint8Array`);
}

/**
 * A part, whose bounds must lie inside; it is empty when it ends before it starts. The whole is itself, and any other part
 * a view. Throws RangeError.
 */
export function section(name: string, bytes: Uint8Array, start: unknown, end: unknown): Uint8Array {
  if (start === undefined && end === undefined) return bytes;
  const length = lengthOf(bytes);
  const from = toIndex(`${name} start`, start, length);
  const to = end === undefined ? length : toIndex(`${name} end`, end, length);
  return view(bytes, from, max(to - from, 0));
}
