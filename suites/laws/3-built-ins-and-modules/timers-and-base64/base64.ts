/** 3/timers-and-base64-functions: atob and btoa. The oracles are RFC 4648's vectors and Node's Buffer. */
import fc from 'fast-check';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { differential } from '../../support/differential.js';

interface Conversion {
  readonly member: 'atob' | 'btoa';
}

/** Text holds characters U+0000 to U+00FF, one for each byte. */
interface Vector extends Conversion {
  readonly text?: string;
  readonly encoded?: string;
  readonly refused?: boolean;
}

const converted = ({ member, texts }: Conversion & { texts: readonly string[] }): string[] =>
  texts.map((text) => (member === 'atob' ? atob(text) : btoa(text)));

const inBase64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const given = (member: Conversion['member'], texts: readonly string[]) => ({
  member,
  texts: member === 'atob' ? texts.map(inBase64) : texts,
});

export const vector = example({
  input: ({ member, text = '', encoded = '' }: Vector) => ({ member, texts: [member === 'atob' ? encoded : text] }),
  probe: converted,
  expect: ({ member, text, encoded, refused }) => (refused ? throws() : equal([member === 'atob' ? text : encoded])),
});

/** Of lengths that fill the last four digits, or leave one or two of them to padding. */
const binaryText = (remainders: readonly number[] = [0, 1, 2]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: 31 }), fc.constantFrom(...remainders))
    .chain(([threes, more]) => fc.uint8Array({ minLength: 3 * threes + more, maxLength: 3 * threes + more }))
    .map((bytes) => Buffer.from(bytes).toString('latin1'));

export const converts = property({
  inputs: ({ member, remainder }: Conversion & { remainder?: number }) =>
    binaryText(remainder === undefined ? undefined : [remainder]).map((text) => ({ ...given(member, [text]), text })),
  probe: converted,
  expect: ({ text }, { member }) => equal([member === 'atob' ? text : inBase64(text)]),
});

const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** Each of the 256 bytes in each of the three places of a group. */
const EACH_BYTE = ['', '\0', '\xff\x01'].map((before) => `${before}${ALL_BYTES}`);

export const eachByte = example({
  input: ({ member }: Conversion) => given(member, EACH_BYTE),
  probe: converted,
  expect: ({ member }) => equal(member === 'atob' ? EACH_BYTE : EACH_BYTE.map(inBase64)),
});

const thereAndBack = (text: string): [string, boolean] => [btoa(text), atob(btoa(text)) === text];

export const roundTrips = differential((_: object) => binaryText(), thereAndBack);

/** Text of some thousand bytes, which may be stored in another way than short text. */
export const longText = example({
  input: ({ length }: { length: number }) => ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length),
  probe: thereAndBack,
  expect: ({ length }) => equal(thereAndBack(ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length))),
});

/** What a Buffer encodes atob decodes, and the other way round. */
export const meetsBuffers = differential(
  ({ member }: Conversion) =>
    binaryText().map((text) => ({ member, text, bytes: Uint8Array.from(Buffer.from(text, 'latin1')) })),
  ({ member, text, bytes }) =>
    member === 'atob' ? atob(Buffer.from(bytes).toString('base64')) : Buffer.from(btoa(text), 'base64'),
);

export const refusesAny = property({
  inputs: (_: object) =>
    fc
      .tuple(binaryText(), fc.integer({ min: 0x100, max: 0xd7ff }), binaryText())
      .map(([before, code, after]) => `${before}${String.fromCharCode(code)}${after}`),
  probe: (text) => btoa(text),
  expect: () => throws(),
});
