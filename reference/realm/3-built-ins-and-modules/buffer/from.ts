import { toIndex, toInteger, toLength } from './arguments.js';
import { encodingNamed } from './encodings.js';

/** The bytes behind `Buffer.from`: memory of their own, but a view for an ArrayBuffer. Throws TypeError, RangeError. */
export function bytesFrom(value: unknown, offsetOrEncoding: unknown, length: unknown): Uint8Array {
  if (typeof value === 'string') return encodingNamed(offsetOrEncoding).bytesOf(value);
  if (value instanceof ArrayBuffer) return viewOf(value, offsetOrEncoding, length);
  if (isTypedArray(value)) return copyOf(value);
  if (!isObject(value)) throw unsuitable();
  const primitive = primitiveOf(value);
  if (primitive !== value) return bytesFrom(primitive, offsetOrEncoding, length);
  return copyOf(arrayLike(value));
}

/** 3/buffer-module/buffer-from-array-buffer-byte-offset-length. A negative length counts as 0. */
function viewOf(memory: ArrayBuffer, byteOffset: unknown, length: unknown): Uint8Array {
  const offset = toIndex('byteOffset', byteOffset, memory.byteLength);
  const rest = memory.byteLength - offset;
  const count = length === undefined ? rest : toIndex('length', Math.max(toInteger(length), 0), rest);
  return new Uint8Array(memory, offset, count);
}

/** 3/buffer-module/buffer-from-array: a byte keeps the low 8 bits of its entry. */
function copyOf(entries: ArrayLike<unknown>): Uint8Array {
  const bytes = new Uint8Array(toLength('length', Math.max(toInteger(entries.length), 0)));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number(entries[at]);
  return bytes;
}

/** Objects with a length, and the form that `toJSON` gives. */
function arrayLike(value: object): ArrayLike<unknown> {
  if (isArrayLike(value)) return value;
  const data: unknown = Reflect.get(value, 'type') === 'Buffer' ? Reflect.get(value, 'data') : undefined;
  if (isObject(data) && isArrayLike(data)) return data;
  throw unsuitable();
}

function primitiveOf(value: object): unknown {
  const method: unknown = Reflect.get(value, 'valueOf');
  return typeof method === 'function' ? Reflect.apply(method, value, []) : value;
}

function unsuitable(): TypeError {
  return new TypeError('the first argument is neither a string nor a Buffer-like object');
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isTypedArray(value: unknown): value is ArrayBufferView & ArrayLike<unknown> {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isArrayLike(value: object): value is ArrayLike<unknown> {
  return Reflect.get(value, 'length') !== undefined;
}
