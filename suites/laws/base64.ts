/** 3/timers-and-base64-functions: atob and btoa. The oracles are RFC 4648's vectors and Node's Buffer. */
import fc from 'fast-check';
import { example, property, returns, throws } from '../harness/law.js';

export { absent, present } from './common.js';

interface Vector {
  /** Characters U+0000 to U+00FF, one for each byte. */
  readonly text: string;
  readonly encoded: string;
}

const binaryText = fc.uint8Array({ maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

const encodedText = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

export const decodes = example({
  input: ({ encoded }: Vector) => encoded,
  probe: (encoded: string) => atob(encoded),
  expect: ({ text }) => returns(text),
});

export const decodesAny = property({
  inputs: (_: object) => binaryText.map(encodedText),
  probe: (encoded: string) => atob(encoded),
  expect: (encoded) => returns(Buffer.from(encoded, 'base64').toString('latin1')),
});

export const encodes = example({
  input: ({ text }: Vector) => text,
  probe: (text: string) => btoa(text),
  expect: ({ encoded }) => returns(encoded),
});

export const encodesAny = property({
  inputs: (_: object) => binaryText,
  probe: (text: string) => btoa(text),
  expect: (text) => returns(encodedText(text)),
});

export const refusesToEncode = property({
  inputs: (_: object) =>
    fc.tuple(binaryText, fc.integer({ min: 0x100, max: 0xd7ff }), binaryText).map(([before, code, after]) => `${before}${String.fromCharCode(code)}${after}`),
  probe: (text: string) => btoa(text),
  expect: () => throws(),
});

export const refusesToDecode = example({
  input: ({ encoded }: { encoded: string }) => encoded,
  probe: (encoded: string) => atob(encoded),
  expect: () => throws(),
});
