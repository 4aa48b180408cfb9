import { lengthOf } from '../../support/bytes.js';
import { each, floor, OwnRangeError, OwnTypeError } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import { requireBytes, toInteger } from './arguments.js';

interface IntegerLayout {
  readonly byteLength: number;
  readonly signed: boolean;
  readonly littleEndian: boolean;
}

/** 3/buffer-module/buf-read-int-be, 3/buffer-module/buf-read-uint-be, 3/buffer-module/buf-write-int-be: their fixed sizes. */
const fixed: readonly (IntegerLayout & { readonly name: string })[] = [
  { name: 'Int8', byteLength: 1, signed: true, littleEndian: false },
  { name: 'Int16BE', byteLength: 2, signed: true, littleEndian: false },
  { name: 'Int16LE', byteLength: 2, signed: true, littleEndian: true },
  { name: 'Int32BE', byteLength: 4, signed: true, littleEndian: false },
  { name: 'Int32LE', byteLength: 4, signed: true, littleEndian: true },
  { name: 'UInt8', byteLength: 1, signed: false, littleEndian: false },
  { name: 'UInt16BE', byteLength: 2, signed: false, littleEndian: false },
  { name: 'UInt16LE', byteLength: 2, signed: false, littleEndian: true },
  { name: 'UInt32BE', byteLength: 4, signed: false, littleEndian: false },
  { name: 'UInt32LE', byteLength: 4, signed: false, littleEndian: true },
];

/** The same rows: methods that receive the size as an argument. */
const sized: readonly (Omit<IntegerLayout, 'byteLength'> & { readonly name: string })[] = [
  { name: 'IntBE', signed: true, littleEndian: false },
  { name: 'IntLE', signed: true, littleEndian: true },
  { name: 'UIntBE', signed: false, littleEndian: false },
  { name: 'UIntLE', signed: false, littleEndian: true },
];

/** 3/limits/byte-length */
const longest = 6;

/** All throw RangeError for an offset, size or value out of range. */
export function defineIntegerMethods(prototype: object): void {
  each(fixed, (layout) => defineMethods(prototype, fixedMethods(layout)));
  each(sized, (layout) => defineMethods(prototype, sizedMethods(layout)));
}

/** The names are computed because a function's `name` comes from its property. */
function fixedMethods(layout: IntegerLayout & { readonly name: string }): Readonly<Record<string, unknown>> {
  const { name } = layout;
  return {
    [`read${name}`](offset: unknown): number {
      return read(this, offset, layout);
    },
    [`write${name}`](value: unknown, offset: unknown): number {
      return write(this, value, offset, layout);
    },
  };
}

function sizedMethods(
  layout: Omit<IntegerLayout, 'byteLength'> & { readonly name: string },
): Readonly<Record<string, unknown>> {
  const { name } = layout;
  return {
    [`read${name}`](offset: unknown, byteLength: unknown): number {
      return read(this, offset, { ...layout, byteLength: size(byteLength) });
    },
    [`write${name}`](value: unknown, offset: unknown, byteLength: unknown): number {
      return write(this, value, offset, { ...layout, byteLength: size(byteLength) });
    },
  };
}

function read(receiver: unknown, offset: unknown, { byteLength, signed, littleEndian }: IntegerLayout): number {
  const bytes = requireBytes('this', receiver);
  const start = position(bytes, offset, byteLength);
  let value = 0;
  for (let index = 0; index < byteLength; index += 1) {
    const at = littleEndian ? byteLength - 1 - index : index;
    value = value * 256 + (bytes[start + at] ?? 0);
  }
  return signed && value >= 2 ** (8 * byteLength - 1) ? value - 2 ** (8 * byteLength) : value;
}

/** Returns the offset after the written value. */
function write(receiver: unknown, value: unknown, offset: unknown, layout: IntegerLayout): number {
  const bytes = requireBytes('this', receiver);
  const { byteLength, littleEndian } = layout;
  const integer = inRange(toInteger(value), layout);
  const start = position(bytes, offset, byteLength);
  let rest = integer < 0 ? integer + 2 ** (8 * byteLength) : integer;
  for (let index = 0; index < byteLength; index += 1) {
    bytes[start + (littleEndian ? index : byteLength - 1 - index)] = rest % 256;
    rest = floor(rest / 256);
  }
  return start + byteLength;
}

function inRange(value: number, { byteLength, signed }: IntegerLayout): number {
  const span = 2 ** (8 * byteLength);
  const least = signed ? -span / 2 : 0;
  if (value < least || value >= least + span)
    throw new OwnRangeError(
      `value is outside the range of a representable ${signed ? 'int' : 'uint'}${8 * byteLength}`,
    );
  return value;
}

/** A multi-byte value must lie inside the Buffer. */
export function position(bytes: Uint8Array, offset: unknown, byteLength: number): number {
  const start = offset === undefined ? 0 : toInteger(offset);
  if (start >= 0 && start <= lengthOf(bytes) - byteLength) return start;
  throw new OwnRangeError(`index ${start} is outside the bound of the buffer`);
}

function size(byteLength: unknown): number {
  if (typeof byteLength !== 'number') throw new OwnTypeError('"byteLength" is not a number');
  const bytes = toInteger(byteLength);
  if (bytes < 1 || bytes > longest) throw new OwnRangeError(`"byteLength" must be >= 1 and <= ${longest}`);
  return bytes;
}
