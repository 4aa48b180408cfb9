/** 3/text-encoder: TextEncoder. The oracles are tables and Node's own TextEncoder. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { bmpText, unicodeText } from '../../support/arbitraries.js';

export { absent, present } from '../../support/common.js';

interface Text {
  readonly text: string;
}
interface Encoded extends Text {
  /** Hexadecimal digits. */
  readonly bytes: string;
}

/** The result is a Uint8Array and no Buffer, which the tagged encoding tells apart. */
export const encodes = example({
  input: ({ text }: Encoded) => text,
  probe: (text: string) => new TextEncoder().encode(text),
  expect: ({ bytes }) => equal(Uint8Array.from(Buffer.from(bytes, 'hex'))),
});

export const encodesAny = property({
  inputs: (_: object) => unicodeText(60),
  probe: (text: string) => new TextEncoder().encode(text),
  expect: (text) => equal(Uint8Array.from(Buffer.from(text))),
});

export const roundTrips = property({
  inputs: (_: object) => unicodeText(60),
  probe: (text: string) => new TextDecoder().decode(new TextEncoder().encode(text)),
  expect: (text) => equal(text),
});

/** Several texts with one encoder, whose results are then changed: they share nothing. */
export const encodesApart = property({
  inputs: (_: object) => fc.array(unicodeText(10), { minLength: 1, maxLength: 4 }),
  probe: (texts: readonly string[]) => {
    const encoder = new TextEncoder();
    const results = texts.map((text) => encoder.encode(text));
    results.forEach((result) => {
      result.fill(0);
    });
    return texts.map((text) => encoder.encode(text));
  },
  expect: (texts) => equal(texts.map((text) => Uint8Array.from(Buffer.from(text)))),
});

/** What one call does to a destination of so many bytes, which are 0x2a before. */
const outcome = (text: string, size: number): readonly [number, number, Uint8Array] => {
  const destination = new Uint8Array(size).fill(0x2a);
  const { read, written } = new TextEncoder().encodeInto(text, destination);
  return [read, written, destination];
};

/** Destinations of every size from none to more than enough. */
export const everySize = example({
  input: ({ text }: Text) => ({ text, most: Buffer.byteLength(text) + 2 }),
  probe: (input: { text: string; most: number }) => {
    const outcomes: (readonly [number, number, Uint8Array])[] = [];
    for (let size = 0; size <= input.most; size++) {
      const destination = new Uint8Array(size).fill(0x2a);
      const result = new TextEncoder().encodeInto(input.text, destination);
      outcomes.push([result.read, result.written, destination]);
    }
    return outcomes;
  },
  expect: ({ text }) => equal(Array.from({ length: Buffer.byteLength(text) + 3 }, (_, size) => outcome(text, size))),
});

export const intoAny = property({
  inputs: (_: object) => fc.record({ text: unicodeText(20), size: fc.nat({ max: 50 }) }),
  probe: (input: { text: string; size: number }) => {
    const destination = new Uint8Array(input.size).fill(0x2a);
    const result = new TextEncoder().encodeInto(input.text, destination);
    return [result.read, result.written, destination];
  },
  expect: ({ text, size }) => equal(outcome(text, size)),
});

interface Part {
  readonly text: string;
  readonly before: number;
  readonly size: number;
  readonly after: number;
}

/** Into a part of some memory: nothing is written outside. */
export const intoPart = property({
  inputs: (_: object) =>
    fc.record({
      text: unicodeText(10),
      before: fc.nat({ max: 8 }),
      size: fc.nat({ max: 20 }),
      after: fc.nat({ max: 8 }),
    }),
  probe: (input: Part) => {
    const memory = new Uint8Array(input.before + input.size + input.after).fill(0x2a);
    const destination = memory.subarray(input.before, input.before + input.size);
    const result = new TextEncoder().encodeInto(input.text, destination);
    return [result.read, result.written, memory];
  },
  expect: ({ text, before, size, after }) => {
    const [read, written, inner] = outcome(text, size);
    const around = (length: number) => new Uint8Array(length).fill(0x2a);
    return equal([read, written, Uint8Array.from(Buffer.concat([around(before), inner, around(after)]))]);
  },
});

/** A Buffer is a Uint8Array. */
export const intoBuffer = property({
  inputs: (_: object) => fc.record({ text: unicodeText(10), size: fc.nat({ max: 20 }) }),
  probe: (input: { text: string; size: number }) => {
    const destination = Buffer.alloc(input.size, 0x2a);
    const result = new TextEncoder().encodeInto(input.text, destination);
    return [result.read, result.written, destination];
  },
  expect: ({ text, size }) => {
    const [read, written, bytes] = outcome(text, size);
    return equal([read, written, Buffer.from(bytes)]);
  },
});

/** A probe: a text in portions of so many bytes, each going on where the one before stopped reading. */
const portions = (input: { text: string; size: number }): readonly [string, string] => {
  const encoder = new TextEncoder();
  let rest = input.text;
  let hex = '';
  // A target that never gets on must not keep us.
  for (let i = 0; i < 100 && rest !== ''; i++) {
    const destination = new Uint8Array(input.size);
    const result = encoder.encodeInto(rest, destination);
    for (let j = 0; j < result.written; j++) hex += `0${Number(destination[j]).toString(16)}`.slice(-2);
    rest = rest.slice(result.read);
  }
  return [hex, rest];
};

/** `read` counts as the members of strings count, so that a text can go on with `slice`. */
export const portionsOfAny = property({
  inputs: (_: object) => fc.record({ text: bmpText(30), size: fc.integer({ min: 3, max: 9 }) }),
  probe: portions,
  expect: ({ text }) => equal([Buffer.from(text).toString('hex'), '']),
});

export const portionsOf = example({
  input: ({ text, size }: Text & { readonly size: number }) => ({ text, size }),
  probe: portions,
  expect: ({ text }) => equal([Buffer.from(text).toString('hex'), '']),
});

/** Arguments of other types. */
export const others = example({
  input: ({ method, args }: { readonly method: 'encode' | 'encodeInto'; readonly args: readonly Plain[] }) => ({
    method,
    args: args.map(decode),
  }),
  probe: (input: { method: string; args: readonly unknown[] }, t) =>
    t.invoke(new TextEncoder(), input.method, input.args),
  expect: () => throws('TypeError'),
});
