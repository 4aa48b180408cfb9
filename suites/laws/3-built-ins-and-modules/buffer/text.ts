/**
 * Strings and Buffers: 3/buffer-objects/p1, and what converts between the two. The oracles are vectors of RFC 3629 and
 * RFC 4648, and the harness's own Buffer.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { type Place, placed } from './places.js';
import { anyText, bytesOf, type EncodedText, type InEncoding } from './texts.js';

export { absent, present } from '../../support/common.js';

interface Vector extends EncodedText {
  /** In hex. */
  readonly bytes: string;
}

const vectorBytes = ({ bytes }: { readonly bytes: string }): Buffer => Buffer.from(bytes, 'hex');

const textOf = ({ text, encoding }: EncodedText): EncodedText => ({ text, encoding });

export const fromVector = example({
  input: (vector: Vector) => textOf(vector),
  probe: (input: EncodedText) => Buffer.from(input.text, input.encoding),
  expect: (vector) => equal(vectorBytes(vector)),
});

export const fromAny = property({
  inputs: (data: InEncoding) => anyText(data),
  probe: (input: EncodedText) => Buffer.from(input.text, input.encoding),
  expect: (input) => equal(bytesOf(input)),
});

export const fromUpperCaseHex = property({
  inputs: (_: object) => anyText({ encoding: 'hex' }).map(({ text }) => text.toUpperCase()),
  probe: (text: string) => Buffer.from(text, 'hex'),
  expect: (text) => equal(Buffer.from(text, 'hex')),
});

export const fromByDefault = property({
  inputs: (_: object) => anyText({ encoding: 'utf8' }).map(({ text }) => text),
  probe: (text: string) => Buffer.from(text),
  expect: (text) => equal(Buffer.from(text)),
});

/** Recorded, see ruling buffer-text.unsaid. */
export const fromMalformed = example({
  input: (vector: Vector) => textOf(vector),
  probe: (input: EncodedText) => Buffer.from(input.text, input.encoding),
  expect: (vector) => equal(vectorBytes(vector)),
});

export const toStringVector = example({
  input: (vector: Vector) => ({ buf: vectorBytes(vector), encoding: vector.encoding }),
  probe: (input: InEncoding & { buf: Buffer }) => input.buf.toString(input.encoding),
  expect: ({ text }) => equal(text),
});

interface Encoding extends InEncoding {
  readonly buf: Buffer;
}

/** Bytes alone are drawn; in utf8 they are well-formed. */
const encodable = (data: InEncoding): fc.Arbitrary<Encoding> =>
  anyText(data).map((drawn) => ({ buf: bytesOf(drawn), encoding: drawn.encoding }));

export const toStringAny = property({
  inputs: encodable,
  probe: (input: Encoding) => input.buf.toString(input.encoding),
  expect: ({ buf, encoding }) => equal(buf.toString(encoding)),
});

export const toStringByDefault = property({
  inputs: (_: object) => anyText({ encoding: 'utf8' }).map(bytesOf),
  probe: (buf: Buffer) => [buf.toString(), String(buf)],
  expect: (buf) => equal([buf.toString(), buf.toString()]),
});

interface Part extends Place, InEncoding {
  readonly length: number;
}

/** Bytes that stand for a text, with others around them. */
const part = (data: InEncoding): fc.Arbitrary<Part> =>
  encodable(data).chain(({ buf, encoding }) =>
    placed(fc.constant(buf)).map((place) => ({ ...place, length: buf.length, encoding })),
  );

const textOfPart = ({ memory, skipped, offset, length, encoding }: Part) =>
  equal(memory.toString(encoding, skipped + offset, skipped + offset + length));

export const toStringOfPart = property({
  inputs: part,
  probe: (input: Part) => {
    const from = input.skipped + input.offset;
    return input.memory.subarray(from, from + input.length).toString(input.encoding);
  },
  expect: textOfPart,
});

export const toStringRange = property({
  inputs: part,
  probe: (input: Part) => {
    const buf = input.memory.subarray(input.skipped);
    return buf.toString(input.encoding, input.offset, input.offset + input.length);
  },
  expect: textOfPart,
});

export const toStringFromStart = property({
  inputs: part,
  probe: (input: Part) => {
    const buf = input.memory.subarray(input.skipped, input.skipped + input.offset + input.length);
    return buf.toString(input.encoding, input.offset);
  },
  expect: textOfPart,
});

export const toStringBounds = example({
  input: ({ args }: { args: readonly Plain[]; text: string }) => args.map(decode),
  probe: (args: unknown[], t) => t.invoke(Buffer.from([0x61, 0x62, 0x63]), 'toString', args),
  expect: ({ text }) => equal(text),
});

export const toStringIllFormed = example({
  input: (vector: { bytes: string; text: string }) => vectorBytes(vector),
  probe: (buf: Buffer) => buf.toString(),
  expect: ({ text }) => equal(text),
});

export const roundTrips = property({
  inputs: encodable,
  probe: (input: Encoding) => Buffer.from(input.buf.toString(input.encoding), input.encoding),
  expect: ({ buf }) => equal(buf),
});

export const byteLengthVector = example({
  input: (vector: Vector) => textOf(vector),
  probe: (input: EncodedText) => Buffer.byteLength(input.text, input.encoding),
  expect: (vector) => equal(vectorBytes(vector).length),
});

export const byteLengthAny = property({
  inputs: (data: InEncoding) => anyText(data),
  probe: (input: EncodedText) => Buffer.byteLength(input.text, input.encoding),
  expect: (input) => equal(bytesOf(input).length),
});

export const byteLengthByDefault = property({
  inputs: (_: object) => anyText({ encoding: 'utf8' }).map(({ text }) => text),
  probe: (text: string) => Buffer.byteLength(text),
  expect: (text) => equal(Buffer.byteLength(text)),
});

export const isEncoding = example({
  input: ({ encoding }: { encoding: string }) => encoding,
  probe: (encoding: string) => Buffer.isEncoding(encoding),
  expect: () => equal(true),
});

export const isNoEncoding = example({
  input: ({ encoding }: { encoding: string }) => encoding,
  probe: (encoding: string) => Buffer.isEncoding(encoding),
  expect: () => equal(false),
});

const SPELLINGS = ['utf8', 'utf-8', 'hex', 'base64', 'base64url'];

export const isNoEncodingAny = property({
  inputs: (_: object) =>
    fc
      .oneof(
        fc.string(),
        fc
          .tuple(fc.constantFrom(...SPELLINGS), fc.string({ minLength: 1, maxLength: 2 }))
          .map((parts) => parts.join('')),
      )
      .filter((name) => !SPELLINGS.includes(name.toLowerCase())),
  probe: (encoding: string) => Buffer.isEncoding(encoding),
  expect: () => equal(false),
});

export const isSpelling = example({
  input: ({ encoding }: { encoding: string; supported: boolean }) => encoding,
  probe: (encoding: string) => Buffer.isEncoding(encoding),
  expect: ({ supported }) => equal(supported),
});

export const isEncodingOfValue = example({
  input: ({ value }: { value: Plain }) => decode(value),
  probe: (value: unknown, t) => t.invoke(Buffer, 'isEncoding', [value]),
  expect: () => equal(false),
});

export const refusesEncoding = example({
  input: ({ of, method, args }: { of: 'Buffer' | 'Buffer.prototype'; method: string; args: readonly Plain[] }) => ({
    isStatic: of === 'Buffer',
    method,
    args: args.map(decode),
  }),
  probe: (input: { isStatic: boolean; method: string; args: unknown[] }, t) =>
    t.invoke(input.isStatic ? Buffer : Buffer.alloc(3), input.method, input.args),
  expect: () => throws('TypeError'),
});
