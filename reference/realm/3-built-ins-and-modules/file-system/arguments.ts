import type { OpenFlag } from '../../../port/file-system.js';
import { bytesBehind, copyOf, isTypedArray, lengthOf, memoryOf, view } from '../../support/bytes.js';
import { isAmong, isFiniteNumber, numberOf, OwnRangeError, OwnTypeError, trunc } from '../../support/intrinsics.js';
import { textOf } from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import { isSince } from '../../support/versions.js';
import { toIndex } from '../buffer/arguments.js';
import { encodingNamed } from '../buffer/encodings.js';

/** A path as the host takes it, and as errors tell it. */
export interface FilePath {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** What Linux takes, with the NUL at its end. */
const pathLimit = 4096;

/** A string or Buffer that names a file. Throws TypeError, or RangeError where no file can have such a name. */
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

/** 3/file-system-flags. Throws TypeError for what is none of them. */
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

/** The bits of a mode that say who may do what. */
export function modeOf(value: unknown, byDefault: number): number {
  return value === undefined ? byDefault : numberOf(value) & 0o7777;
}

/** The number of a descriptor; what is no number is none that is open. */
export function descriptorOf(value: unknown): number {
  return trunc(numberOf(value));
}

/** A place in a file; `undefined` where the current position counts: -1 stands for it, too, and whatever is no finite number. */
export function positionOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const position = trunc(numberOf(value));
  return isFiniteNumber(position) && position !== -1 ? position : undefined;
}

/** The part of a script's memory that is read or written; the whole of what follows without a length. Throws TypeError, RangeError. */
export function partOf(value: unknown, offset: unknown, length: unknown): Uint8Array {
  const from = toIndex('offset', offset, Infinity);
  const wanted = length === undefined ? undefined : toIndex('length', length, Infinity);
  // The memory last: what a script passed for the others may have changed it.
  const bytes = bytesBehind(value);
  if (bytes === undefined) throw new OwnTypeError('the buffer is neither a Buffer nor a DataView');
  const rest = lengthOf(bytes) - from;
  if (rest < 0) throw new OwnRangeError(`offset is out of range (must be <= ${lengthOf(bytes)})`);
  if (wanted !== undefined && wanted > rest) throw new OwnRangeError(`length is out of range (must be <= ${rest})`);
  return view(bytes, from, wanted ?? rest);
}

/** What is written of a string or Buffer; bytes stay bytes since 0.4.4, all else becomes a string. */
export function dataToWrite(value: unknown, encoding: unknown): Uint8Array {
  const { bytesOf } = encodingNamed(encoding);
  const bytes = isSince('0.4.4') ? bytesBehind(value) : undefined;
  return bytes ?? bytesOf(textOf(value));
}

/** What is written where: of a string the position and the encoding follow, of a buffer its part and the position. */
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
