import { isFiniteNumber, numberOf, OwnRangeError, OwnTypeError, trunc } from './intrinsics.js';

/** Converts a value to an integer of 64 bits for the host. */
export function wholeNumber(value: unknown): number {
  const number = numberOf(value);
  if (!isFiniteNumber(number)) throw new OwnTypeError('invalid number');
  if (number >= 2 ** 63 || number < -(2 ** 63)) throw new OwnRangeError('number is out of range');
  return trunc(number);
}
