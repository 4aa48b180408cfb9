/** 3/timers-and-base64-functions: atob and btoa. The oracles are RFC 4648's vectors and Node's Buffer. */
import fc from 'fast-check';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';

export { absent, call, present } from '../../support/common.js';

interface Vector {
  /** Characters U+0000 to U+00FF, one for each byte. */
  readonly text: string;
  readonly encoded: string;
}

const binaryText = fc.uint8Array({ maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** The oracle of btoa. */
const encodedText = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

export const decodes = example({
  input: ({ encoded }: Vector) => encoded,
  probe: (encoded: string) => atob(encoded),
  expect: ({ text }) => equal(text),
});

export const decodesAny = property({
  inputs: (_: object) => binaryText.map(encodedText),
  probe: (encoded: string) => atob(encoded),
  expect: (encoded) => equal(Buffer.from(encoded, 'base64').toString('latin1')),
});

export const encodes = example({
  input: ({ text }: Vector) => text,
  probe: (text: string) => btoa(text),
  expect: ({ encoded }) => equal(encoded),
});

export const encodesAny = property({
  inputs: (_: object) => binaryText,
  probe: (text: string) => btoa(text),
  expect: (text) => equal(encodedText(text)),
});

/** Lengths that fill the last four digits, or leave one or two of them to padding. */
interface Remainder {
  readonly remainder: 0 | 1 | 2;
}
const ofRemainder = ({ remainder }: Remainder): fc.Arbitrary<string> =>
  fc
    .nat({ max: 20 })
    .chain((threes) => fc.uint8Array({ minLength: 3 * threes + remainder, maxLength: 3 * threes + remainder }))
    .map((bytes) => Buffer.from(bytes).toString('latin1'));

export const decodesLength = property({
  inputs: (data: Remainder) => ofRemainder(data).map(encodedText),
  probe: (encoded: string) => atob(encoded),
  expect: (encoded) => equal(Buffer.from(encoded, 'base64').toString('latin1')),
});

export const encodesLength = property({
  inputs: ofRemainder,
  probe: (text: string) => btoa(text),
  expect: (text) => equal(encodedText(text)),
});

/** Each of the 256 bytes in each of the three places of a group, told by its number. */
export const decodesEachByte = example({
  input: (_: object) => EACH_BYTE.map((text) => encodedText(text)),
  probe: (all: readonly string[]) =>
    all.map((encoded) => {
      const text = atob(encoded);
      const codes: number[] = [];
      for (let i = 0; i < text.length; i++) codes.push(text.charCodeAt(i));
      return codes;
    }),
  expect: () => equal(EACH_BYTE.map((text) => [...Buffer.from(text, 'latin1')])),
});

export const encodesEachByte = example({
  input: (_: object) => EACH_BYTE,
  probe: (all: readonly string[]) => all.map((text) => btoa(text)),
  expect: () => equal(EACH_BYTE.map(encodedText)),
});

const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
const EACH_BYTE = ['', '\0', '\xff\x01'].map((before) => `${before}${ALL_BYTES}`);

/** Text of some thousand bytes, which may be stored in another way than short text. */
export const longText = example({
  input: ({ length }: { readonly length: number }) => ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length),
  probe: (text: string) => {
    const encoded = btoa(text);
    return [encoded, atob(encoded) === text];
  },
  expect: ({ length }) => equal([encodedText(ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length)), true]),
});

export const roundTrips = property({
  inputs: (_: object) => binaryText,
  probe: (text: string) => [btoa(text), atob(btoa(text)) === text],
  expect: (text) => equal([encodedText(text), true]),
});

/** What a Buffer encodes atob decodes: a character for each byte. */
export const decodesBuffers = property({
  inputs: (_: object) => fc.uint8Array({ maxLength: 60 }),
  probe: (bytes: Uint8Array) => atob(Buffer.from(bytes).toString('base64')),
  expect: (bytes) => equal(Buffer.from(bytes).toString('latin1')),
});

/** What btoa encodes a Buffer decodes. */
export const encodesForBuffers = property({
  inputs: (_: object) => binaryText,
  probe: (text: string) => Buffer.from(btoa(text), 'base64'),
  expect: (text) => equal(Buffer.from(text, 'latin1')),
});

export const refusesToEncode = property({
  inputs: (_: object) =>
    fc
      .tuple(binaryText, fc.integer({ min: 0x100, max: 0xd7ff }), binaryText)
      .map(([before, code, after]) => `${before}${String.fromCharCode(code)}${after}`),
  probe: (text: string) => btoa(text),
  expect: () => throws(),
});

export const refusesToEncodeText = example({
  input: ({ text }: { readonly text: string }) => text,
  probe: (text: string) => btoa(text),
  expect: () => throws(),
});

export const refusesToDecode = example({
  input: ({ encoded }: { encoded: string }) => encoded,
  probe: (encoded: string) => atob(encoded),
  expect: () => throws(),
});
