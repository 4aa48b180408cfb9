import { isBytes, lengthOf, view } from '../../support/bytes.js';
import { max, numberOf, OwnRangeError, OwnTypeError, trunc } from '../../support/intrinsics.js';

/** The longest Buffer, as on real hosts. */
const maximumLength = 2 ** 31 - 1;

/** ToIntegerOrInfinity of ECMA-262. */
export function toInteger(value: unknown): number {
  return trunc(numberOf(value)) || 0;
}

/** An integer from 0 to `limit`; `undefined` means 0. Throws RangeError. */
export function toIndex(name: string, value: unknown, limit: number, problem = 'is out of range'): number {
  const index = value === undefined ? 0 : toInteger(value);
  if (index < 0 || index > limit) throw new OwnRangeError(`"${name}" ${problem}: ${index}`);
  return index;
}

/** Length of memory to allocate. Throws RangeError. */
export function toLength(name: string, value: unknown): number {
  return toIndex(name, value, maximumLength);
}

/** Requires a Buffer or Uint8Array; throws TypeError for other values. */
export function requireBytes(name: string, value: unknown): Uint8Array {
  if (isBytes(value)) return value;
  throw new OwnTypeError(`"${name}" argument must be an instance of Buffer or Uint8Array`);
}

/**
 * A section of bytes. Its bounds must lie inside, and it is empty if it ends before it starts. The full range gives the same object, any
 * other section a view. Throws RangeError.
 */
export function section(bytes: Uint8Array, start: unknown, end: unknown, owner?: string): Uint8Array {
  if (start === undefined && end === undefined) return bytes;
  const length = lengthOf(bytes);
  const from = toIndex(owner === undefined ? 'offset' : `${owner}Start`, start, length);
  const to = end === undefined ? length : toIndex(owner === undefined ? 'end' : `${owner}End`, end, length);
  return view(bytes, from, max(to - from, 0));
}
