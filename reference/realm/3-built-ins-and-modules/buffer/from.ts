import {
  allocate,
  bytesIn,
  copyInto,
  elementCount,
  isBytes,
  isMemory,
  isTypedArray,
  viewOn,
} from '../../support/bytes.js';
import { apply, getProperty, isObject, max, numberOf, OwnTypeError } from '../../support/intrinsics.js';
import { toIndex, toInteger, toLength } from './arguments.js';
import { encodingNamed } from './encodings.js';

/** The bytes for `Buffer.from`: a view of an ArrayBuffer, a copy of anything else. Throws TypeError, RangeError. */
export function bytesFrom(value: unknown, offsetOrEncoding: unknown, length: unknown): Uint8Array {
  if (typeof value === 'string') return encodingNamed(offsetOrEncoding).bytesOf(value);
  if (isMemory(value)) return viewOf(value, offsetOrEncoding, length);
  if (isBytes(value)) return bytesOf(value);
  if (isTypedArray(value)) return copyOf(value, elementCount(value));
  if (!isObject(value)) throw unsuitable('first argument');
  const primitive = primitiveOf(value);
  if (primitive !== value) return bytesFrom(primitive, offsetOrEncoding, length);
  const entries = arrayLike(value);
  return copyOf(entries, toInteger(getProperty(entries, 'length')));
}

/** 3/buffer-module/buffer-from-array-buffer-byte-offset-length. A negative length counts as 0. */
function viewOf(memory: ArrayBuffer, byteOffset: unknown, length: unknown): Uint8Array {
  const size = bytesIn(memory);
  const offset = toIndex('offset', byteOffset, size, 'is outside of buffer bounds');
  const rest = size - offset;
  const count =
    length === undefined ? rest : toIndex('length', max(toInteger(length), 0), rest, 'is outside of buffer bounds');
  return viewOn(memory, offset, count);
}

/** A copy of the bytes; empty if their memory is detached. */
function bytesOf(value: Uint8Array): Uint8Array {
  const bytes = allocate(elementCount(value));
  if (elementCount(value) > 0) copyInto(bytes, value);
  return bytes;
}

/** 3/buffer-module/buffer-from-array: a byte keeps the low 8 bits of its entry. */
function copyOf(entries: object, count: number): Uint8Array {
  const length = toLength('length', max(count, 0));
  const bytes = allocate(length);
  for (let at = 0; at < length; at += 1) {
    const entry: unknown = getProperty(entries, at);
    bytes[at] = typeof entry === 'number' ? entry : numberOf(entry);
  }
  return bytes;
}

/** The bytes of a script's list of numbers. */
export function bytesOfList(list: readonly unknown[]): Uint8Array {
  return copyOf(list, list.length);
}

/** Accepts objects with a length, and the form that `toJSON` returns. */
function arrayLike(value: object): object {
  if (isArrayLike(value)) return value;
  const data: unknown = getProperty(value, 'type') === 'Buffer' ? getProperty(value, 'data') : undefined;
  if (isObject(data) && isArrayLike(data)) return data;
  throw unsuitable('first argument');
}

function primitiveOf(value: object): unknown {
  const method: unknown = getProperty(value, 'valueOf');
  return typeof method === 'function' ? apply(method, value, []) : value;
}

/** The error for a value without bytes. */
export function unsuitable(name: string): Error {
  return new OwnTypeError(`${name} is not a string or Buffer-like object`);
}

function isArrayLike(value: object): boolean {
  return getProperty(value, 'length') !== undefined;
}
