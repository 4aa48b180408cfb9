import { dataOf, getFloat32, getFloat64, setFloat32, setFloat64 } from '../../support/bytes.js';
import { each, numberOf } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import { requireBytes } from './arguments.js';
import { position } from './integers.js';

interface FloatLayout {
  readonly name: string;
  readonly byteLength: 4 | 8;
  readonly littleEndian: boolean;
}

/** 3/buffer-module/buf-read-double-be, 3/buffer-module/buf-read-float-be, 3/buffer-module/buf-write-double-be */
const layouts: readonly FloatLayout[] = [
  { name: 'DoubleBE', byteLength: 8, littleEndian: false },
  { name: 'DoubleLE', byteLength: 8, littleEndian: true },
  { name: 'FloatBE', byteLength: 4, littleEndian: false },
  { name: 'FloatLE', byteLength: 4, littleEndian: true },
];

/** All throw RangeError for an offset out of range. */
export function defineFloatMethods(prototype: object): void {
  each(layouts, (layout) => defineMethods(prototype, methods(layout)));
}

function methods(layout: FloatLayout): Readonly<Record<string, unknown>> {
  return {
    [`read${layout.name}`](offset: unknown): number {
      return read(requireBytes('this', this), offset, layout);
    },
    [`write${layout.name}`](value: unknown, offset: unknown): number {
      return write(requireBytes('this', this), numberOf(value), offset, layout);
    },
  };
}

function read(bytes: Uint8Array, offset: unknown, { byteLength, littleEndian }: FloatLayout): number {
  const start = position(bytes, offset, byteLength);
  const memory = dataOf(bytes);
  return byteLength === 8 ? getFloat64(memory, start, littleEndian) : getFloat32(memory, start, littleEndian);
}

/** Returns the offset after the written value. */
function write(bytes: Uint8Array, value: number, offset: unknown, { byteLength, littleEndian }: FloatLayout): number {
  const start = position(bytes, offset, byteLength);
  const memory = dataOf(bytes);
  if (byteLength === 8) setFloat64(memory, start, value, littleEndian);
  else setFloat32(memory, start, value, littleEndian);
  return start + byteLength;
}
