import {
  allocate as allocateBytes,
  byteLengthOf,
  bytesIn,
  copyInto,
  isBytes,
  isMemory,
  isView,
  lengthOf,
  placeOf,
  reverse,
  view,
} from '../../support/bytes.js';
import {
  defineProperty,
  each,
  growing,
  grown,
  isArray,
  isInstance,
  isNotANumber,
  mapped,
  max,
  min,
  numberOf,
  OwnRangeError,
  OwnTypeError,
  push,
  sign,
} from '../../support/intrinsics.js';
import { defineMethods, defineName } from '../../support/members.js';
import { requireBytes, section, toIndex, toInteger, toLength } from './arguments.js';
import { encodingNamed, isEncoding } from './encodings.js';
import { defineFloatMethods } from './floats.js';
import { bytesFrom, unsuitable } from './from.js';
import { defineIntegerMethods } from './integers.js';
import { byteOf, bytesOfValue, indexOf, lastIndexOf } from './search.js';

/** The limit for bounds that may exceed the length. */
const anyIndex = Number.MAX_SAFE_INTEGER;

/** The objects that scripts receive: a Uint8Array whose prototype is `Buffer.prototype`. */
export type BufferObject = Instance;

/**
 * The Buffer objects of document 3. Scripts do not see this class: its prototype is `Buffer.prototype`, whose constructor is `Buffer`.
 * Parameters are `unknown` because scripts may pass any value.
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
    const other = section(requireBytes('target', target), targetStart, targetEnd, 'target');
    return compareBytes(section(receiver(this), sourceStart, sourceEnd, 'source'), other);
  }

  /** 3/buffer-module/buf-copy. Returns the number of bytes copied. */
  copy(target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
    const into = section(requireBytes('target', target), targetStart, undefined, 'target');
    const source = section(receiver(this), sourceStart, sourceEnd, 'source');
    const count = min(lengthOf(source), lengthOf(into));
    copyInto(into, view(source, 0, count));
    return count;
  }

  /** 3/buffer-module/buf-equals */
  equals(otherBuffer: unknown): boolean {
    return compareBytes(receiver(this), requireBytes('target', otherBuffer)) === 0;
  }

  /** 3/buffer-module/buf-fill */
  override fill(value: unknown, offset?: unknown, end?: unknown, encoding?: unknown): this {
    const bytes = receiver(this);
    if (typeof value !== 'string') fillWith(section(bytes, offset, end), value, undefined);
    else if (typeof offset === 'string') fillWith(bytes, value, offset);
    else if (typeof end === 'string') fillWith(section(bytes, offset, undefined), value, end);
    else fillWith(section(bytes, offset, end), value, encoding);
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
    return { type: 'Buffer', data: numbersOf(receiver(this)) };
  }

  /** 3/buffer-module/buf-to-string. Bounds beyond the end mean the end. */
  override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
    const bytes = receiver(this);
    const length = lengthOf(bytes);
    const { textOf } = encodingNamed(encoding);
    const from = min(toIndex('start', start, anyIndex), length);
    const to = end === undefined ? length : toIndex('end', end, anyIndex);
    return textOf(section(bytes, from, min(to, length)));
  }

  /** 3/buffer-module/buf-write. Returns the number of bytes written. */
  write(string: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    const bytes = receiver(this);
    if (typeof string !== 'string') throw new OwnTypeError('first argument must be a string');
    if (typeof offset === 'string') return encodingNamed(offset).write(string, bytes);
    const into = section(bytes, offset, undefined);
    if (typeof length === 'string') return encodingNamed(length).write(string, into);
    const available = lengthOf(into);
    const space = length === undefined ? available : toIndex('length', length, anyIndex);
    return encodingNamed(encoding).write(string, view(into, 0, min(space, available)));
  }
}

/** The Buffer module of document 3. It is not a subclass of Uint8Array, because it would inherit static members. */
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
    if (typeof value === 'string') return lengthOf(encodingNamed(encoding).bytesOf(value));
    if (isView(value)) return byteLengthOf(value);
    if (isMemory(value)) return bytesIn(value);
    throw unsuitable('first argument');
  },

  /** 3/buffer-module/buffer-compare */
  compare(buffer1: unknown, buffer2: unknown): number {
    return compareBytes(requireBytes('source', buffer1), requireBytes('target', buffer2));
  },

  /** 3/buffer-module/buffer-concat */
  concat(list: unknown, totalLength?: unknown): BufferObject {
    if (!isArray(list)) throw new OwnTypeError('"list" argument must be an instance of Array');
    const parts = mapped(list, (part: unknown, index) => requireBytes(`list[${index}]`, part));
    let sum = 0;
    each(parts, (part) => {
      sum += lengthOf(part);
    });
    const wanted = totalLength === undefined ? sum : toLength('length', totalLength);
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
    return isBytes(object) && isInstance(object, Instance);
  },

  /** 3/buffer-module/buffer-is-encoding */
  isEncoding(encoding: unknown): boolean {
    return isEncoding(encoding);
  },
};

/** Separate, because TypeScript declares that `slice` of a typed array copies. */
const slicing = {
  /** 3/buffer-module/buf-slice */
  slice(start?: unknown, end?: unknown): BufferObject {
    return part(receiver(this), start, end);
  },
};

/** The global `Buffer`: a function, because its prototype is that of another class. */
export function Buffer(): never {
  throw new OwnTypeError('Buffer is not a constructor');
}
defineName(Buffer, 'Buffer');
defineMethods(Buffer, statics);
defineProperty(Buffer, 'prototype', { __proto__: null, value: Instance.prototype, writable: false });
defineMethods(Instance.prototype, { constructor: Buffer });
defineMethods(Instance.prototype, slicing);
defineIntegerMethods(Instance.prototype);
defineFloatMethods(Instance.prototype);

/** A Buffer over the same memory, for bytes that the host gives to scripts. */
export function toBuffer(bytes: Uint8Array): BufferObject {
  const place = placeOf(bytes);
  return new Instance(place[0], place[1], place[2]);
}

function numbersOf(bytes: Uint8Array): number[] {
  const numbers = growing<number>();
  const length = lengthOf(bytes);
  for (let at = 0; at < length; at += 1) push(numbers, bytes[at] ?? 0);
  return grown(numbers);
}

function receiver(value: unknown): Uint8Array {
  return requireBytes('this', value);
}

function allocate(size: unknown): BufferObject {
  if (typeof size !== 'number') throw new OwnTypeError('"size" argument must be of type number');
  if (isNotANumber(size)) throw new OwnRangeError('"size" is out of range: NaN');
  return toBuffer(allocateBytes(toLength('size', size)));
}

/** An empty value fills with zeros. */
function fillWith(bytes: Uint8Array, value: unknown, encoding: unknown): void {
  const pattern = bytesOfValue(value, encoding) ?? byteOf(numberOf(value));
  const length = lengthOf(bytes);
  const period = lengthOf(pattern);
  for (let at = 0; at < length; at += 1) bytes[at] = pattern[at % period] ?? 0;
}

/** 0 when equal, -1 when the first sorts before the second, 1 when it sorts after. */
function compareBytes(first: Uint8Array, second: Uint8Array): number {
  const difference = lengthOf(first) - lengthOf(second);
  const shared = min(lengthOf(first), lengthOf(second));
  for (let at = 0; at < shared; at += 1) {
    const order = (first[at] ?? 0) - (second[at] ?? 0);
    if (order !== 0) return sign(order);
  }
  return sign(difference);
}

function concatenate(parts: readonly Uint8Array[], length: number): BufferObject {
  const whole = allocateBytes(length);
  let at = 0;
  each(parts, (bytes) => {
    const count = min(lengthOf(bytes), length - at);
    copyInto(whole, view(bytes, 0, count), at);
    at += count;
  });
  return toBuffer(whole);
}

/** Negative bounds count from the end. */
function part(bytes: Uint8Array, start: unknown, end: unknown): BufferObject {
  const length = lengthOf(bytes);
  const bound = (value: unknown): number => {
    const index = toInteger(value);
    return index < 0 ? max(length + index, 0) : min(index, length);
  };
  const from = bound(start);
  const to = end === undefined ? length : bound(end);
  return toBuffer(view(bytes, from, max(to - from, 0)));
}

function swap(bytes: Uint8Array, size: number): void {
  const length = lengthOf(bytes);
  if (length % size !== 0) throw new OwnRangeError(`Buffer size must be a multiple of ${8 * size}-bits`);
  for (let at = 0; at < length; at += size) reverse(view(bytes, at, size));
}
