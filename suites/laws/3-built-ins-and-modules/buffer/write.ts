/** Strings written into Buffers: 3/buffer-module/buf-write. The harness's own Buffer gives the bytes of a string. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { withContent } from './places.js';
import {
  bytesOf,
  cuttableText,
  type EncodedText,
  type InEncoding,
  placeForText,
  someText,
  spaceForText,
  type TextPlace,
} from './texts.js';

export { absent, present } from '../../support/common.js';

interface Vector extends EncodedText {
  /** In hex. */
  readonly bytes: string;
}

interface Writing {
  readonly buf: Buffer;
  readonly args: readonly unknown[];
}

const vectorBytes = ({ bytes }: Vector): Buffer => Buffer.from(bytes, 'hex');

/** Bytes of the vector among bytes of 0xee. */
const among = (vector: Vector, before: number, after: number): Buffer =>
  Buffer.concat([Buffer.alloc(before, 0xee), vectorBytes(vector), Buffer.alloc(after, 0xee)]);

const write = (
  input: Writing,
  t: { invoke(on: unknown, name: string, args: readonly unknown[]): unknown },
): unknown => {
  t.invoke(input.buf, 'write', input.args);
  return input.buf;
};

export const writesText = example({
  input: (vector: Vector) => ({
    buf: Buffer.alloc(vectorBytes(vector).length),
    args: [vector.text, vector.encoding],
  }),
  probe: write,
  expect: (vector) => equal(vectorBytes(vector)),
});

const fitting = (place: TextPlace): Expectation => equal(withContent(place, bytesOf(place).subarray(0, place.length)));

export const writesWithEncoding = property({
  inputs: (data: InEncoding) => placeForText(someText(data)),
  probe: (input: TextPlace) => {
    const from = input.skipped + input.offset;
    input.memory.subarray(from, from + input.length).write(input.text, input.encoding);
    return input.memory;
  },
  expect: fitting,
});

const writeAtOffset = (input: TextPlace): unknown => {
  const buf = input.memory.subarray(input.skipped, input.skipped + input.offset + input.length);
  buf.write(input.text, input.offset, input.encoding);
  return input.memory;
};

const writeAtOffsetWithLength = (input: TextPlace): unknown => {
  const buf = input.memory.subarray(input.skipped);
  buf.write(input.text, input.offset, input.length, input.encoding);
  return input.memory;
};

export const writesAtOffset = property({
  inputs: (data: InEncoding) => placeForText(someText(data)),
  probe: writeAtOffset,
  expect: fitting,
});

export const writesAtOffsetWithLength = property({
  inputs: (data: InEncoding) => placeForText(someText(data)),
  probe: writeAtOffsetWithLength,
  expect: fitting,
});

const placeForUtf8 = (): fc.Arbitrary<TextPlace> => placeForText(someText({ encoding: 'utf8' }));

export const writesByDefault = property({
  inputs: placeForUtf8,
  probe: (input: TextPlace) => {
    const from = input.skipped + input.offset;
    input.memory.subarray(from, from + input.length).write(input.text);
    return input.memory;
  },
  expect: fitting,
});

export const writesAtOffsetByDefault = property({
  inputs: placeForUtf8,
  probe: (input: TextPlace) => {
    input.memory.subarray(input.skipped, input.skipped + input.offset + input.length).write(input.text, input.offset);
    return input.memory;
  },
  expect: fitting,
});

export const writesWithLengthByDefault = property({
  inputs: placeForUtf8,
  probe: (input: TextPlace, t) => {
    t.invoke(input.memory.subarray(input.skipped), 'write', [input.text, input.offset, input.length]);
    return input.memory;
  },
  expect: fitting,
});

/** A place that is shorter than the text. */
const shortPlace = (data: InEncoding): fc.Arbitrary<TextPlace> =>
  cuttableText(data)
    .filter((drawn) => bytesOf(drawn).length > 1)
    .chain((drawn) => spaceForText(fc.constant(drawn), fc.integer({ min: 1, max: bytesOf(drawn).length - 1 })));

export const writesUpToEnd = property({ inputs: shortPlace, probe: writeAtOffset, expect: fitting });

export const writesUpToLength = property({ inputs: shortPlace, probe: writeAtOffsetWithLength, expect: fitting });

interface Cutting {
  readonly text: string;
  /** Bytes of the memory that is written into. */
  readonly length: number;
}

/** The whole characters that fit into so many bytes, and then 0xee. */
function cut({ text, length }: Cutting, space: number): Buffer {
  let fits = '';
  for (const character of text) {
    if (Buffer.byteLength(fits + character) > space) break;
    fits += character;
  }
  return Buffer.concat([Buffer.from(fits), Buffer.alloc(length, 0xee)], length);
}

const cutting = ({ text }: { text: string }): Cutting => ({ text, length: Buffer.byteLength(text) + 2 });

const allCuts = (input: Cutting): Buffer[] => Array.from({ length: input.length - 2 }, (_, i) => cut(input, i + 1));

/** Into Buffers of each size up to the text's own. */
export const cutByEnd = example({
  input: cutting,
  probe: (input: Cutting) => {
    const all = [];
    for (let space = 1; space <= input.length - 2; space++) {
      const memory = Buffer.alloc(input.length, 0xee);
      memory.subarray(0, space).write(input.text);
      all.push(memory);
    }
    return all;
  },
  expect: (data) => equal(allCuts(cutting(data))),
});

export const cutByLength = example({
  input: cutting,
  probe: (input: Cutting, t) => {
    const all = [];
    for (let space = 1; space <= input.length - 2; space++) {
      const memory = Buffer.alloc(input.length, 0xee);
      t.invoke(memory, 'write', [input.text, 0, space]);
      all.push(memory);
    }
    return all;
  },
  expect: (data) => equal(allCuts(cutting(data))),
});

export const cutAnywhere = property({
  inputs: (_: object) =>
    unicodeText(8)
      .filter((text) => text !== '')
      .chain((text) =>
        fc.integer({ min: 1, max: Buffer.byteLength(text) }).map((space) => ({ ...cutting({ text }), space })),
      ),
  probe: (input: Cutting & { space: number }) => {
    const memory = Buffer.alloc(input.length, 0xee);
    memory.subarray(0, input.space).write(input.text);
    return memory;
  },
  expect: (input) => equal(cut(input, input.space)),
});

export const leavesRest = example({
  input: (vector: Vector) => ({ buf: Buffer.alloc(16, 0xee), args: [vector.text, vector.encoding] }),
  probe: write,
  expect: (vector) => equal(among(vector, 0, 16 - vectorBytes(vector).length)),
});

export const leavesRestBehindOffset = example({
  input: (vector: Vector) => ({ buf: Buffer.alloc(16, 0xee), args: [vector.text, 2, vector.encoding] }),
  probe: write,
  expect: (vector) => equal(among(vector, 2, 14 - vectorBytes(vector).length)),
});

const writing = ({ args }: { args: readonly Plain[] }): Writing => ({
  buf: Buffer.alloc(5, 0xee),
  args: args.map(decode),
});

export const writesNothing = example({
  input: writing,
  probe: write,
  expect: () => equal(Buffer.alloc(5, 0xee)),
});

export const refusesBounds = example({ input: writing, probe: write, expect: () => throws('RangeError') });

export const refusesValue = example({ input: writing, probe: write, expect: () => throws('TypeError') });

export const returnsWritten = example({
  input: (vector: Vector) => ({ buf: Buffer.alloc(16), args: [vector.text, 2, vector.encoding] }),
  probe: (input: Writing, t) => t.invoke(input.buf, 'write', input.args),
  expect: (vector) => equal(vectorBytes(vector).length),
});
