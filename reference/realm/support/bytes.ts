/** Memory, and its built-in functions as they were before any script ran. */
import { getPrototypeOf, getterOf, unbound } from './intrinsics.js';

export const { isView } = ArrayBuffer;
const OwnUint8Array = Uint8Array;
const OwnDataView = DataView;

const bytesPrototype = Uint8Array.prototype;
const typedArray = getPrototypeOf(bytesPrototype);
const kind = getterOf<string | undefined>(typedArray, Symbol.toStringTag);
const ofArray = placeIn(typedArray);
const ofData = placeIn(DataView.prototype);
const memoryLength = getterOf<number>(ArrayBuffer.prototype, 'byteLength');

function placeIn(prototype: object) {
  return {
    buffer: getterOf<ArrayBuffer>(prototype, 'buffer'),
    byteOffset: getterOf<number>(prototype, 'byteOffset'),
    byteLength: getterOf<number>(prototype, 'byteLength'),
  };
}

/** The number of bytes. */
export const lengthOf: (bytes: Uint8Array) => number = getterOf<number>(typedArray, 'length');
/** Copies bytes into others, from an offset on. */
export const copyInto: (into: Uint8Array, source: Uint8Array, offset?: number) => void = unbound(bytesPrototype.set);
/** Reverses bytes in place. */
export const reverse: (bytes: Uint8Array) => void = unbound(bytesPrototype.reverse);

const data = DataView.prototype;
export const getFloat32: (memory: DataView, at: number, littleEndian: boolean) => number = unbound(data.getFloat32);
export const getFloat64: (memory: DataView, at: number, littleEndian: boolean) => number = unbound(data.getFloat64);
export const setFloat32: (memory: DataView, at: number, value: number, littleEndian: boolean) => void = unbound(
  data.setFloat32,
);
export const setFloat64: (memory: DataView, at: number, value: number, littleEndian: boolean) => void = unbound(
  data.setFloat64,
);

/** Memory of the realm for the host to write into. */
export function allocate(length: number): Uint8Array {
  return new OwnUint8Array(length);
}

/** The bytes of a view of any kind, whatever properties a script gave it. */
export function memoryOf(value: ArrayBufferView): Uint8Array {
  const { buffer, byteOffset, byteLength } = kind(value) === undefined ? ofData : ofArray;
  return new OwnUint8Array(buffer(value), byteOffset(value), byteLength(value));
}

/** The same bytes, readable as numbers of any kind. */
export function dataOf(bytes: Uint8Array): DataView {
  return new OwnDataView(ofArray.buffer(bytes), ofArray.byteOffset(bytes), ofArray.byteLength(bytes));
}

/** A plain view of a part of the same memory. */
export function view(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  return new OwnUint8Array(ofArray.buffer(bytes), ofArray.byteOffset(bytes) + offset, length);
}

/** A view of memory. */
export function viewOn(memory: ArrayBuffer, offset: number, length: number): Uint8Array {
  return new OwnUint8Array(memory, offset, length);
}

/** The memory, the offset and the length of a view, from which a view of another class is made. */
export function placeOf(bytes: Uint8Array): [buffer: ArrayBufferLike, offset: number, length: number] {
  return [ofArray.buffer(bytes), ofArray.byteOffset(bytes), ofArray.byteLength(bytes)];
}

/** The bytes of an ArrayBuffer, a typed array or a DataView; `undefined` for anything else. */
export function bytesBehind(value: unknown): Uint8Array | undefined {
  if (isView(value)) return memoryOf(value);
  return isMemory(value) ? viewOn(value, 0, bytesIn(value)) : undefined;
}

/** A copy of the bytes in new memory. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = allocate(lengthOf(bytes));
  copyInto(copy, bytes);
  return copy;
}

/** A copy of the first bytes. */
export function firstOf(bytes: Uint8Array, length: number): Uint8Array {
  return copyOf(view(bytes, 0, length));
}

/** The memory of a view. */
export function memoryBehind(bytes: Uint8Array): ArrayBufferLike {
  return ofArray.buffer(bytes);
}

/** The number of bytes of memory. */
export function bytesIn(memory: ArrayBuffer): number {
  return memoryLength(memory);
}

/** Whether a value is memory, whatever its prototypes. */
export function isMemory(value: unknown): value is ArrayBuffer {
  if (typeof value !== 'object' || value === null || isView(value)) return false;
  try {
    memoryLength(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether these are bytes of the realm as `allocate` returns them. */
export function isOwnMemory(value: unknown): value is Uint8Array {
  return isView(value) && getPrototypeOf(value) === bytesPrototype;
}

/** Whether a value is a Uint8Array, including a Buffer, whatever its prototypes: 3/text-encoder/encode-into accepts no other. */
export function isBytes(value: unknown): value is Uint8Array {
  return isView(value) && kind(value) === 'Uint8Array';
}

/** Whether a value is a typed array of any kind. */
export function isTypedArray(value: unknown): value is ArrayBufferView & ArrayLike<unknown> {
  return isView(value) && kind(value) !== undefined;
}

/** The number of elements of a typed array. */
export const elementCount: (value: ArrayBufferView) => number = getterOf<number>(typedArray, 'length');

/** The number of bytes of a view of any kind. */
export function byteLengthOf(value: ArrayBufferView): number {
  return lengthOf(memoryOf(value));
}
