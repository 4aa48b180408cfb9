import { defineProperty } from '../../support/intrinsics.js';
import { defineMethods, defineName } from '../../support/members.js';
import { isBytes, requireBytes, section, toIndex, toInteger, toLength, view } from './arguments.js';
import { encodingNamed, isEncoding } from './encodings.js';
import { defineFloatMethods } from './floats.js';
import { bytesFrom } from './from.js';
import { defineIntegerMethods } from './integers.js';
import { bytesOfValue, indexOf, lastIndexOf } from './search.js';

/** What scripts get: a Uint8Array whose prototype is `Buffer.prototype`. */
export type BufferObject = Instance;

/**
 * The Buffer objects of document 3. Scripts do not see this class: its prototype is `Buffer.prototype`, whose constructor
 * is `Buffer`. Parameters are `unknown` because scripts pass what they like.
 */
class Instance extends Uint8Array<ArrayBufferLike> {
  /** 3/buffer-module/buf-compare */
  compare(
    target: unknown,
    targetStart?: unknown,
    targetEnd?: unknown,
    sourceStart?: unknown,
    sourceEnd?: unknown,
  ): number {
    const other = section('target', requireBytes('target', target), targetStart, targetEnd);
    return compareBytes(section('source', receiver(this), sourceStart, sourceEnd), other);
  }

  /** 3/buffer-module/buf-copy. Returns the number of bytes copied. */
  copy(target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
    const into = section('target', requireBytes('target', target), targetStart, undefined);
    const source = section('source', receiver(this), sourceStart, sourceEnd);
    const count = Math.min(source.length, into.length);
    into.set(view(source, 0, count));
    return count;
  }

  /** 3/buffer-module/buf-equals */
  equals(otherBuffer: unknown): boolean {
    return compareBytes(receiver(this), requireBytes('otherBuffer', otherBuffer)) === 0;
  }

  /** 3/buffer-module/buf-fill */
  override fill(value: unknown, offset?: unknown, end?: unknown, encoding?: unknown): this {
    const bytes = receiver(this);
    if (typeof value !== 'string') fillWith(section('fill', bytes, offset, end), value, undefined);
    else if (typeof offset === 'string') fillWith(bytes, value, offset);
    else if (typeof end === 'string') fillWith(section('fill', bytes, offset, undefined), value, end);
    else fillWith(section('fill', bytes, offset, end), value, encoding);
    return this;
  }

  /** 3/buffer-module/buf-includes */
  override includes(value: unknown, byteOffset?: unknown, encoding?: unknown): boolean {
    return indexOf(receiver(this), value, byteOffset, encoding) !== -1;
  }

  /** 3/buffer-module/buf-index-of */
  override indexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number {
    return indexOf(receiver(this), value, byteOffset, encoding);
  }

  /** 3/buffer-module/buf-last-index-of */
  override lastIndexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number {
    return lastIndexOf(receiver(this), value, byteOffset, encoding);
  }

  /** 3/buffer-module/buf-subarray */
  override subarray(start?: unknown, end?: unknown): BufferObject {
    return part(receiver(this), start, end);
  }

  /** 3/buffer-module/buf-swap16; 3/errors/buf-swap16 */
  swap16(): this {
    swap(receiver(this), 2);
    return this;
  }

  /** 3/buffer-module/buf-swap16; 3/errors/buf-swap16 */
  swap32(): this {
    swap(receiver(this), 4);
    return this;
  }

  /** 3/buffer-module/buf-swap16; 3/errors/buf-swap16 */
  swap64(): this {
    swap(receiver(this), 8);
    return this;
  }

  /** 3/buffer-module/buf-to-json */
  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: Array.from(receiver(this)) };
  }

  /** 3/buffer-module/buf-to-string. Bounds beyond the end count as the end. */
  override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
    const bytes = receiver(this);
    const { textOf } = encodingNamed(encoding);
    const from = Math.min(toIndex('start', start, Number.MAX_SAFE_INTEGER), bytes.length);
    const to = end === undefined ? bytes.length : toIndex('end', end, Number.MAX_SAFE_INTEGER);
    return textOf(section('text', bytes, from, Math.min(to, bytes.length)));
  }

  /** 3/buffer-module/buf-write. Returns the number of bytes written. */
  write(string: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    const bytes = receiver(this);
    if (typeof string !== 'string') throw new TypeError('the first argument is not a string');
    if (typeof offset === 'string') return encodingNamed(offset).write(string, bytes);
    const into = section('write', bytes, offset, undefined);
    if (typeof length === 'string') return encodingNamed(length).write(string, into);
    const space = length === undefined ? into.length : toIndex('length', length, Number.MAX_SAFE_INTEGER);
    return encodingNamed(encoding).write(string, view(into, 0, Math.min(space, into.length)));
  }
}

/** The Buffer module of document 3. No subclass of Uint8Array, whose static members it would bring along. */
const statics = {
  /** 3/buffer-module/buffer-alloc */
  alloc(size: unknown, fill?: unknown, encoding?: unknown): BufferObject {
    const buffer = allocate(size);
    if (fill !== undefined) fillWith(buffer, fill, encoding);
    return buffer;
  },

  /** 3/buffer-module/buffer-alloc-unsafe */
  allocUnsafe(size: unknown): BufferObject {
    return allocate(size);
  },

  /** 3/buffer-module/buffer-byte-length */
  byteLength(value: unknown, encoding?: unknown): number {
    if (typeof value === 'string') return encodingNamed(encoding).bytesOf(value).length;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
    throw new TypeError('the first argument is neither a string nor a Buffer-like object');
  },

  /** 3/buffer-module/buffer-compare */
  compare(buffer1: unknown, buffer2: unknown): number {
    return compareBytes(requireBytes('buffer1', buffer1), requireBytes('buffer2', buffer2));
  },

  /** 3/buffer-module/buffer-concat */
  concat(list: unknown, totalLength?: unknown): BufferObject {
    if (!Array.isArray(list)) throw new TypeError('the list is not an array');
    const parts = Array.from(list, (part: unknown, index) => requireBytes(`list[${index}]`, part));
    const sum = parts.reduce((length, part) => length + part.length, 0);
    const wanted = totalLength === undefined ? sum : toLength('totalLength', totalLength);
    return concatenate(parts, parts.length === 0 ? 0 : wanted);
  },

  /**
   * 3/buffer-module/buffer-from-array, 3/buffer-module/buffer-from-array-buffer-byte-offset-length,
   * 3/buffer-module/buffer-from-buffer, 3/buffer-module/buffer-from-object-offset-or-encoding-length,
   * 3/buffer-module/buffer-from-string-encoding
   */
  from(value: unknown, offsetOrEncoding?: unknown, length?: unknown): BufferObject {
    return toBuffer(bytesFrom(value, offsetOrEncoding, length));
  },

  /** 3/buffer-module/buffer-is-buffer */
  isBuffer(object: unknown): boolean {
    return isBytes(object) && object instanceof Instance;
  },

  /** 3/buffer-module/buffer-is-encoding */
  isEncoding(encoding: unknown): boolean {
    return isEncoding(encoding);
  },
};

/** Apart, because TypeScript's `slice` of a typed array is known to copy. */
const slicing = {
  /** 3/buffer-module/buf-slice */
  slice(start?: unknown, end?: unknown): BufferObject {
    return part(receiver(this), start, end);
  },
};

/** The global `Buffer`: a function, because its prototype is that of another class. */
export function Buffer(): never {
  throw new TypeError('Buffer is not a constructor');
}
defineName(Buffer, 'Buffer');
defineMethods(Buffer, statics);
defineProperty(Buffer, 'prototype', { __proto__: null, value: Instance.prototype, writable: false });
defineMethods(Instance.prototype, { constructor: Buffer });
defineMethods(Instance.prototype, slicing);
defineIntegerMethods(Instance.prototype);
defineFloatMethods(Instance.prototype);

/** A Buffer over the same memory, for the bytes that a host gives to scripts. */
export function toBuffer(bytes: Uint8Array): BufferObject {
  return new Instance(bytes.buffer, bytes.byteOffset, bytes.length);
}

function receiver(value: unknown): Uint8Array {
  return requireBytes('the receiver', value);
}

function allocate(size: unknown): BufferObject {
  if (typeof size !== 'number') throw new TypeError('the size is not a number');
  if (Number.isNaN(size)) throw new RangeError('the size is not a number');
  return toBuffer(new Uint8Array(toLength('size', size)));
}

/** An empty value fills with zeros. */
function fillWith(bytes: Uint8Array, value: unknown, encoding: unknown): void {
  const pattern = bytesOfValue(value, encoding) ?? new Uint8Array([Number(value)]);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = pattern[at % pattern.length] ?? 0;
}

/** 0 when equal, -1 when the first sorts before the second, 1 when it sorts after. */
function compareBytes(first: Uint8Array, second: Uint8Array): number {
  const shared = Math.min(first.length, second.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(first.length - second.length);
}

function concatenate(parts: readonly Uint8Array[], length: number): BufferObject {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const bytes of parts) {
    const count = Math.min(bytes.length, length - at);
    whole.set(view(bytes, 0, count), at);
    at += count;
  }
  return toBuffer(whole);
}

/** Negative bounds count from the end. */
function part(bytes: Uint8Array, start: unknown, end: unknown): BufferObject {
  const bound = (value: unknown): number => {
    const index = toInteger(value);
    return index < 0 ? Math.max(bytes.length + index, 0) : Math.min(index, bytes.length);
  };
  const from = bound(start);
  const to = end === undefined ? bytes.length : bound(end);
  return toBuffer(view(bytes, from, Math.max(to - from, 0)));
}

function swap(bytes: Uint8Array, size: number): void {
  if (bytes.length % size !== 0) throw new RangeError(`the length is not a multiple of ${size}`);
  for (let at = 0; at < bytes.length; at += size) view(bytes, at, size).reverse();
}
