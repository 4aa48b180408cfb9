import type { OpenFlag } from '../../../port/file-system.js';
import { bytesBehind, copyOf, isTypedArray, lengthOf, memoryOf, view } from '../../support/bytes.js';
import { isAmong, isFiniteNumber, numberOf, OwnRangeError, OwnTypeError, trunc } from '../../support/intrinsics.js';
import { textOf } from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import { isSince } from '../../support/versions.js';
import { toInteger } from '../buffer/arguments.js';
import { encodingNamed } from '../buffer/encodings.js';

/** A path as the host receives it, and as errors show it. */
export interface FilePath {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Linux's limit, including the final NUL. */
const pathLimit = 4096;

/** A string or Buffer that names a file. Throws TypeError, or RangeError for a path that is too long. */
export function pathOf(name: string, value: unknown): FilePath {
  const bytes =
    typeof value === 'string' ? encodeUtf8(value) : isTypedArray(value) ? copyOf(memoryOf(value)) : undefined;
  if (bytes === undefined) throw new OwnTypeError(`"${name}" must be a string or Buffer`);
  const length = lengthOf(bytes);
  if (length >= pathLimit) throw new OwnRangeError(`"${name}" is too long >= ${pathLimit}`);
  for (let at = 0; at < length; at += 1)
    if (bytes[at] === 0) throw new OwnTypeError(`"${name}" must be a Buffer without null bytes`);
  return { bytes, text: typeof value === 'string' ? value : decodeUtf8(bytes) };
}

const openFlags: readonly OpenFlag[] = ['a', 'ax', 'a+', 'ax+', 'as', 'as+', 'r', 'r+', 'rs+', 'w', 'wx', 'w+', 'wx+'];

/** 3/file-system-flags. Throws TypeError for an unknown flag. */
export function flagOf(value: unknown, byDefault: OpenFlag): OpenFlag {
  if (value === undefined) return byDefault;
  const text = textOf(value);
  if (isOpenFlag(text)) return text;
  throw new OwnTypeError(`Unknown file open flags: "${text}"`);
}

function isOpenFlag(text: string): text is OpenFlag {
  const known: readonly string[] = openFlags;
  return isAmong(known, text);
}

/** The permission bits of a mode. */
export function modeOf(value: unknown, byDefault: number): number {
  return value === undefined ? byDefault : numberOf(value) & 0o7777;
}

/** The number of a descriptor; a value that is not a number matches no open descriptor. */
export function descriptorOf(value: unknown): number {
  return trunc(numberOf(value));
}

/** A position in a file. `undefined`, -1 and values that are not finite numbers mean the current position. */
export function positionOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const position = trunc(numberOf(value));
  return isFiniteNumber(position) && position !== -1 ? position : undefined;
}

/** The part of a script's memory to read or write; without a length, the rest of the memory. Throws TypeError, RangeError. */
export function partOf(value: unknown, offset: unknown, length: unknown): Uint8Array {
  const from = offset === undefined ? 0 : toInteger(offset);
  const wanted = length === undefined ? undefined : toInteger(length);
  // The memory is read last: converting the other arguments may run code that changes it.
  const bytes = bytesBehind(value);
  if (bytes === undefined) throw new OwnTypeError('first argument must be a Buffer or DataView');
  const rest = lengthOf(bytes) - from;
  if (from < 0 || rest < 0) throw new OwnRangeError(`offset is out of range (must be <= ${lengthOf(bytes)})`);
  if (wanted !== undefined && (wanted < 0 || wanted > rest))
    throw new OwnRangeError(`length is out of range (must be <= ${rest})`);
  return view(bytes, from, wanted ?? rest);
}

/** The data to write, from a string or Buffer. Bytes stay bytes since 0.4.4; other values become strings. */
export function dataToWrite(value: unknown, encoding: unknown): Uint8Array {
  const { bytesOf } = encodingNamed(encoding);
  const bytes = isSince('0.4.4') ? bytesBehind(value) : undefined;
  return bytes ?? bytesOf(textOf(value));
}

/** The data to write and its position. A string is followed by the position and the encoding, a buffer by its part and the position. */
export function toWrite(
  value: unknown,
  offset: unknown,
  length: unknown,
  position: unknown,
): { readonly data: Uint8Array; readonly place: number | undefined } {
  if (typeof value === 'string') return { data: encodingNamed(length).bytesOf(value), place: positionOf(offset) };
  const place = positionOf(position);
  return { data: partOf(value, offset, length), place };
}
