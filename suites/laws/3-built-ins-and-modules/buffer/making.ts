/**
 * Buffer objects and how they are made: 3/buffer-objects and the static members of 3/buffer-module. The oracles are lists of
 * numbers, and the harness's own Buffer where strings are encoded.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { bytes, type ViewKind, viewOf } from '../../support/arbitraries.js';
import { type Part, partOf, parts } from './parts.js';
import { anyText } from './texts.js';

export { absent, present } from '../../support/common.js';
export * from './concat.js';
export * from './from.js';

const someBytes = bytes(24).filter(({ length }) => length > 0);

const listBytes = (buf: Buffer): unknown => {
  const list = [];
  for (let i = 0; i < buf.length; i++) list.push(buf[i]);
  return list;
};

export const getsBytes = property({
  inputs: (_: object) => bytes(24).map((drawn) => Buffer.from(drawn)),
  probe: listBytes,
  expect: (buf) => equal([...buf]),
});

export const getsBytesOfPart = property({
  inputs: parts,
  probe: (input: Part) => {
    const part = input.memory.subarray(input.from, input.to);
    const list = [];
    for (let i = 0; i < part.length; i++) list.push(part[i]);
    return list;
  },
  expect: (input) => equal(partOf(input)),
});

export const setsByte = example({
  input: ({ value }: { value: number }) => value,
  probe: (value: number) => {
    const buf = Buffer.from([7, 7, 7]);
    buf[1] = value;
    return [buf, buf[1]];
  },
  expect: ({ value }) => equal([Buffer.from([7, value, 7]), value]),
});

interface Setting {
  readonly memory: Buffer;
  readonly from: number;
  readonly index: number;
  readonly value: number;
}

/** A byte of a Buffer that begins at `from` in its memory. */
export const setsBytes = property({
  inputs: (_: object) =>
    fc.tuple(someBytes, fc.nat(), fc.nat(), fc.nat({ max: 255 })).map(([drawn, a, b, value]): Setting => {
      const from = a % drawn.length;
      return { memory: Buffer.from(drawn), from, index: b % (drawn.length - from), value };
    }),
  probe: (input: Setting) => {
    const part = input.memory.subarray(input.from);
    part[input.index] = input.value;
    return [part[input.index], input.memory];
  },
  expect: ({ memory, from, index, value }) =>
    equal([value, Buffer.from([...memory].map((byte, at) => (at === from + index ? value : byte)))]),
});

export const setsEveryValue = example({
  input: (_: object) => 256,
  probe: (count: number) => {
    const buf = Buffer.alloc(count);
    for (let value = 0; value < count; value++) buf[value] = value;
    return buf;
  },
  expect: () => equal(Buffer.from(Array.from({ length: 256 }, (_, value) => value))),
});

export const setsAnything = example({
  input: ({ index, value }: { index: number; value: number }) => ({ index, value }),
  probe: (input: { index: number; value: number }) => {
    const buf = Buffer.from([7, 7]);
    buf[input.index] = input.value;
    return [buf, buf[input.index]];
  },
  expect: ({ index, value }) => {
    const buf = Buffer.from([7, 7]);
    buf[index] = value;
    return equal([buf, buf[index]]);
  },
});

const lengthOf = (input: { length: number }): number => input.length;

export const hasLengthOfText = property({
  inputs: (_: object) => anyText({ encoding: 'utf8' }).map(({ text }) => text),
  probe: (text: string) => Buffer.from(text).length,
  expect: (text) => equal(lengthOf(Buffer.from(text))),
});

export const hasLengthOfList = property({
  inputs: (_: object) => fc.array(fc.nat({ max: 255 })),
  probe: (list: number[]) => Buffer.from(list).length,
  expect: (list) => equal(list.length),
});

export const hasLengthOfPart = property({
  inputs: parts,
  probe: (input: Part) => [input.memory.subarray(input.from, input.to).length, input.memory.length],
  expect: ({ memory, from, to }) => equal([to - from, memory.length]),
});

type Making =
  | 'alloc'
  | 'allocUnsafe'
  | 'concat'
  | 'fromList'
  | 'fromArrayBuffer'
  | 'fromBuffer'
  | 'fromObject'
  | 'fromString'
  | 'subarray'
  | 'slice';

interface Made {
  readonly making: Making;
}

interface Looking extends Made {
  readonly at: 'isBuffer' | 'inArrayBuffer';
}

/** Makes a Buffer of three bytes and looks at it: whether it is a Buffer, or whether its memory is where it says. */
const make = (input: Looking): unknown => {
  const list = Buffer.from([1, 2, 3, 4, 5]);
  const makers: Readonly<Record<Making, () => Buffer>> = {
    alloc: () => Buffer.alloc(3),
    allocUnsafe: () => Buffer.allocUnsafe(3),
    concat: () => Buffer.concat([Buffer.from([1]), Buffer.from([2, 3])]),
    fromList: () => Buffer.from([1, 2, 3]),
    fromArrayBuffer: () => Buffer.from(new ArrayBuffer(5), 1, 3),
    fromBuffer: () => Buffer.from(list.subarray(0, 3)),
    fromObject: () => Buffer.from({ valueOf: () => 'abc' }),
    fromString: () => Buffer.from('abc'),
    subarray: () => list.subarray(1, 4),
    slice: () => list.slice(1, 4),
  };
  const maker = makers[input.making];
  const buf = maker();
  if (input.at === 'isBuffer') return Buffer.isBuffer(buf);
  buf[0] = 251;
  const seen = new Uint8Array(buf.buffer, buf.byteOffset, buf.length);
  return buf.buffer instanceof ArrayBuffer && seen.length === 3 && seen[0] === 251;
};

const looks = (at: Looking['at']): Law<Made> =>
  example({ input: ({ making }): Looking => ({ making, at }), probe: make, expect: () => equal(true) });

export const isBuffer = looks('isBuffer');
export const isInArrayBuffer = looks('inArrayBuffer');

export const seesArrayBuffer = property({
  inputs: parts,
  probe: (input: Part) => {
    const part = input.memory.subarray(input.from, input.to);
    return new Uint8Array(part.buffer, part.byteOffset, part.length);
  },
  expect: (input) => equal(Uint8Array.from(partOf(input))),
});

export const hasByteOffset = property({
  inputs: parts,
  probe: (input: Part) => {
    const memory = new ArrayBuffer(input.memory.length);
    return [
      Buffer.from(memory, input.from).byteOffset,
      Buffer.from(memory, input.from, input.to - input.from).byteOffset,
    ];
  },
  expect: ({ from }) => equal([from, from]),
});

/** The offset of a part counts from the start of the memory, and not from that of the Buffer it is a part of. */
export const hasByteOffsetOfPart = property({
  inputs: parts,
  probe: (input: Part) => {
    const whole = Buffer.from(new ArrayBuffer(input.memory.length + 3), 3);
    return [whole.byteOffset, whole.subarray(input.from, input.to).byteOffset];
  },
  expect: ({ from }) => equal([3, 3 + from]),
});

const valueIn = ({ value }: { value: Plain }): unknown => decode(value);

export const isNoBuffer = example({
  input: valueIn,
  probe: (value: unknown) => Buffer.isBuffer(value),
  expect: () => equal(false),
});

export const isNoBufferAny = property({
  inputs: (_: object) => fc.jsonValue(),
  probe: (value: unknown) => Buffer.isBuffer(value),
  expect: () => equal(false),
});

export const byteLengthOfView = property({
  inputs: ({ kind }: { kind: ViewKind }) => viewOf(kind),
  probe: (view: ArrayBufferView, t) => t.invoke(Buffer, 'byteLength', [view]),
  expect: (view) => equal(view.byteLength),
});

export const byteLengthOfPart = property({
  inputs: parts,
  probe: (input: Part) => Buffer.byteLength(input.memory.subarray(input.from, input.to)),
  expect: ({ from, to }) => equal(to - from),
});

export const byteLengthOfArrayBuffer = property({
  inputs: (_: object) => fc.nat({ max: 100 }),
  probe: (length: number) => Buffer.byteLength(new ArrayBuffer(length)),
  expect: (length) => equal(length),
});

export const byteLengthOfDataView = example({
  input: (_: object) => 7,
  probe: (length: number) => Buffer.byteLength(new DataView(new ArrayBuffer(length), 2)),
  expect: () => equal(5),
});

export const refusesByteLength = example({
  input: valueIn,
  probe: (value: unknown, t) => t.invoke(Buffer, 'byteLength', [value]),
  expect: () => throws('TypeError'),
});
