/** The forms of Buffer.from but that for strings: 3/buffer-module/buffer-from-array and the rows after it. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';
import { type Part, partOf, parts } from './parts.js';
import { anyText, bytesOf, type EncodedText, type InEncoding } from './texts.js';

const fromList = (list: number[]): Buffer => Buffer.from(list);

export const fromBytes = property({
  inputs: (_: object) => fc.array(fc.nat({ max: 255 }), { maxLength: 40 }),
  probe: fromList,
  expect: (list) => equal(Buffer.from(Uint8Array.from(list))),
});

export const fromEmptyList = example({
  input: (_: object) => [],
  probe: fromList,
  expect: () => equal(Buffer.alloc(0)),
});

const everyByte = Array.from({ length: 256 }, (_, byte) => byte);

export const fromEveryByte = example({
  input: (_: object) => everyByte,
  probe: fromList,
  expect: () => equal(Buffer.from(Uint8Array.from(everyByte))),
});

interface Entry {
  readonly entry: Plain;
  readonly byte: number;
}

const fromEntry = example({
  input: ({ entry }: Entry) => [7, decode(entry), 8],
  probe: (list: unknown[], t) => t.invoke(Buffer, 'from', [list]),
  expect: ({ byte }) => equal(Buffer.from([7, byte, 8])),
});

export const fromTruncated = fromEntry;
export const fromOtherEntry = fromEntry;

export const fromAnyIntegers = property({
  inputs: (_: object) =>
    fc.array(fc.oneof(fc.integer({ min: -600, max: 600 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })), {
      maxLength: 20,
    }),
  probe: fromList,
  expect: (list) => equal(Buffer.from(list.map((entry) => ((entry % 256) + 256) % 256))),
});

interface View {
  readonly memory: ArrayBuffer;
  readonly from: number;
  readonly to: number;
}

const arrayBufferOf = (buf: Uint8Array): ArrayBuffer => Uint8Array.from(buf).buffer;

const views = (_: object): fc.Arbitrary<View> =>
  parts({}).map(({ memory, from, to }) => ({ memory: arrayBufferOf(memory), from, to }));

const inView = ({ memory, from, to }: View): Buffer => Buffer.from([...new Uint8Array(memory)].slice(from, to));

export const fromArrayBuffer = property({
  inputs: views,
  probe: (input: View) => Buffer.from(input.memory, input.from, input.to - input.from),
  expect: (input) => equal(inView(input)),
});

export const fromArrayBufferToEnd = property({
  inputs: views,
  probe: (input: View) => Buffer.from(input.memory, input.from),
  expect: ({ memory, from }) => equal(inView({ memory, from, to: memory.byteLength })),
});

export const fromEndOfArrayBuffer = example({
  input: (_: object) => new ArrayBuffer(4),
  probe: (memory: ArrayBuffer) => [Buffer.from(memory, 4), Buffer.from(memory, 4, 0), Buffer.from(memory, 2, 0)],
  expect: () => equal([Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0)]),
});

export const fromWholeArrayBuffer = example({
  input: (_: object) => arrayBufferOf(Uint8Array.of(1, 2, 3)),
  probe: (memory: ArrayBuffer) => {
    const buf = Buffer.from(memory);
    buf[1] = 9;
    return [buf, memory];
  },
  expect: () => equal([Buffer.from([1, 9, 3]), arrayBufferOf(Uint8Array.of(1, 9, 3))]),
});

/** Changes go both ways: 251 through the Buffer, 252 through the ArrayBuffer. */
export const sharesArrayBuffer = property({
  inputs: (_: object) => views({}).filter(({ from, to }) => to - from > 1),
  probe: (input: View) => {
    const buf = Buffer.from(input.memory, input.from, input.to - input.from);
    buf[0] = 251;
    const all = new Uint8Array(input.memory);
    all[input.from + 1] = 252;
    return [buf, input.memory];
  },
  expect: ({ memory, from, to }) => {
    const after = new Uint8Array(memory.slice(0));
    after.set([251, 252], from);
    return equal([Buffer.from(after.slice(from, to)), after.buffer]);
  },
});

export const isOnArrayBuffer = example({
  input: (_: object) => 4,
  probe: (length: number) => {
    const memory = new ArrayBuffer(length);
    return [Buffer.from(memory, 1).buffer === memory, Buffer.from(memory, 1, 2).buffer === memory];
  },
  expect: () => equal([true, true]),
});

/** The right call shows that it is the bounds that are refused. */
const tryPart = (input: { length: number; args: number[] }, t: World): unknown => {
  const memory = new ArrayBuffer(input.length);
  const all: unknown[] = [memory];
  const good = t.attempt(() => t.invoke(Buffer, 'from', all.concat([input.length])));
  const bad = t.attempt(() => t.invoke(Buffer, 'from', all.concat(input.args)));
  return [good[0], bad[0] === 'threw' ? 'threw' : bad];
};

export const refusesPart = example({
  input: ({ args }: { args: readonly number[] }) => ({ length: 4, args: [...args] }),
  probe: tryPart,
  expect: () => equal(['returned', 'threw']),
});

export const refusesAnyPart = property({
  inputs: (_: object) =>
    fc
      .tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }))
      .map(([length, drawn, beyond]) => {
        const from = drawn % (length + 1);
        return { length, args: [from, length - from + beyond] };
      }),
  probe: tryPart,
  expect: () => equal(['returned', 'threw']),
});

const copy = (source: Buffer): unknown => {
  const made = Buffer.from(source);
  const before = Buffer.from(made);
  if (made.length > 0) made[0] = 251 - (made[0] || 0);
  if (source.length > 1) source[1] = 251 - (source[1] || 0);
  return { before, made, source };
};

const flipped = (buf: Buffer, at: number): Buffer => {
  const byte = buf[at];
  return Buffer.from([...buf].map((each, i) => (i === at && byte !== undefined ? 251 - byte : each)));
};

export const copiesBuffer = property({
  inputs: (_: object) => bytes(16).map((drawn) => Buffer.from(drawn)),
  probe: copy,
  expect: (buf) => equal({ before: buf, made: flipped(buf, 0), source: flipped(buf, 1) }),
});

export const copiesPart = property({
  inputs: parts,
  probe: (input: Part) => Buffer.from(input.memory.subarray(input.from, input.to)),
  expect: (input) => equal(Buffer.from(partOf(input))),
});

export const copiesApart = example({
  input: (_: object) => Buffer.from([1, 2, 3]),
  probe: (buf: Buffer) => Buffer.from(buf).buffer === buf.buffer && Buffer.from(buf).byteOffset === buf.byteOffset,
  expect: () => equal(false),
});

export const fromTypedArray = example({
  input: ({ value }: { value: Plain; bytes: string }) => decode(value),
  probe: (value: unknown, t) => t.invoke(Buffer, 'from', [value]),
  expect: ({ bytes: octets }) => equal(Buffer.from(octets, 'hex')),
});

export const fromValueOfText = property({
  inputs: (data: InEncoding) => anyText(data),
  probe: (input: EncodedText) => Buffer.from({ valueOf: () => input.text }, input.encoding),
  expect: (input) => equal(bytesOf(input)),
});

export const fromValueOfTextByDefault = property({
  inputs: (_: object) => anyText({ encoding: 'utf8' }).map(({ text }) => text),
  probe: (text: string) => Buffer.from({ valueOf: () => text }),
  expect: (text) => equal(Buffer.from(text)),
});

export const fromStringObject = property({
  inputs: (data: InEncoding) => anyText(data),
  probe: (input: EncodedText) => Buffer.from(Object(input.text), input.encoding),
  expect: (input) => equal(bytesOf(input)),
});

export const fromValueOfList = example({
  input: (_: object) => [1, 255, 256],
  probe: (list: number[], t) => t.invoke(Buffer, 'from', [{ valueOf: () => list }]),
  expect: () => equal(Buffer.from([1, 255, 0])),
});

export const fromValueOfBuffer = example({
  input: (_: object) => Buffer.from([1, 2, 3]),
  probe: (buf: Buffer, t) => t.invoke(Buffer, 'from', [{ valueOf: () => buf }]),
  expect: (_: object) => equal(Buffer.from([1, 2, 3])),
});

export const fromValueOfArrayBuffer = example({
  input: (_: object) => arrayBufferOf(Uint8Array.of(1, 2, 3, 4)),
  probe: (memory: ArrayBuffer, t) => t.invoke(Buffer, 'from', [{ valueOf: () => memory }, 1, 2]),
  expect: () => equal(Buffer.from([2, 3])),
});

export const fromValueOfObject = example({
  input: (_: object) => '6162',
  probe: (text: string, t) => t.invoke(Buffer, 'from', [{ valueOf: () => ({ valueOf: () => text }) }, 'hex']),
  expect: () => equal(Buffer.from('ab')),
});

export const refusesToMake = example({
  input: ({ value }: { value: Plain }) => decode(value),
  probe: (value: unknown, t) => t.invoke(Buffer, 'from', [value]),
  expect: () => throws('TypeError'),
});
