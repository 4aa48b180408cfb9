import { defineMethods } from '../../support/members.js';
import { requireBytes } from './arguments.js';
import { position } from './integers.js';

interface Layout {
  readonly name: string;
  readonly byteLength: 4 | 8;
  readonly littleEndian: boolean;
}

/** 3/buffer-module/buf-read-double-be, 3/buffer-module/buf-read-float-be, 3/buffer-module/buf-write-double-be */
const layouts: readonly Layout[] = [
  { name: 'DoubleBE', byteLength: 8, littleEndian: false },
  { name: 'DoubleLE', byteLength: 8, littleEndian: true },
  { name: 'FloatBE', byteLength: 4, littleEndian: false },
  { name: 'FloatLE', byteLength: 4, littleEndian: true },
];

/** All throw RangeError for an offset out of range. */
export function defineFloatMethods(prototype: object): void {
  for (const layout of layouts) defineMethods(prototype, methods(layout));
}

function methods(layout: Layout): Readonly<Record<string, unknown>> {
  return {
    [`read${layout.name}`](offset: unknown): number {
      return read(requireBytes('the receiver', this), offset, layout);
    },
    [`write${layout.name}`](value: unknown, offset: unknown): number {
      return write(requireBytes('the receiver', this), Number(value), offset, layout);
    },
  };
}

function read(bytes: Uint8Array, offset: unknown, { byteLength, littleEndian }: Layout): number {
  const start = position(bytes, offset, byteLength);
  const memory = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return byteLength === 8 ? memory.getFloat64(start, littleEndian) : memory.getFloat32(start, littleEndian);
}

/** Returns the offset after what it wrote. */
function write(bytes: Uint8Array, value: number, offset: unknown, { byteLength, littleEndian }: Layout): number {
  const start = position(bytes, offset, byteLength);
  const memory = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (byteLength === 8) memory.setFloat64(start, value, littleEndian);
  else memory.setFloat32(start, value, littleEndian);
  return start + byteLength;
}
