/** 3/timers-and-base64-functions: atob and btoa. The oracles are RFC 4648's vectors, and Node's functions and its Buffer. */
import fc from 'fast-check';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { differential, differentialExample } from '../../support/differential.js';

interface Conversion {
  readonly member: 'atob' | 'btoa';
}

const converted = ({ member, texts }: Conversion & { texts: readonly string[] }): string[] =>
  texts.map((text) => (member === 'atob' ? atob(text) : btoa(text)));

const inBase64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const given = (member: Conversion['member'], texts: readonly string[]) => ({
  member,
  texts: member === 'atob' ? texts.map(inBase64) : texts,
});

/** Text holds characters U+0000 to U+00FF, one for each byte. */
export const vector = example({
  input: ({ member, ...row }: Conversion & { text: string; encoded: string }) => {
    return { member, texts: [member === 'atob' ? row.encoded : row.text] };
  },
  probe: converted,
  expect: ({ member, text, encoded }) => equal([member === 'atob' ? text : encoded]),
});

/** Of lengths that fill the last four digits, or leave one or two of them to padding. */
const binaryText = (remainder?: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: 31 }), remainder === undefined ? fc.nat({ max: 2 }) : fc.constant(remainder))
    .chain(([threes, more]) => fc.uint8Array({ minLength: 3 * threes + more, maxLength: 3 * threes + more }))
    .map((bytes) => Buffer.from(bytes).toString('latin1'));

export const converts = differential(
  ({ member, remainder }: Conversion & { remainder?: number }) =>
    binaryText(remainder).map((text) => given(member, [text])),
  converted,
);

const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** Each of the 256 bytes in each of the three places of a group. */
const EACH_BYTE = ['', '\0', '\xff\x01'].map((before) => `${before}${ALL_BYTES}`);

export const eachByte = differentialExample(({ member }: Conversion) => given(member, EACH_BYTE), converted);

const thereAndBack = (text: string): [string, boolean] => [btoa(text), atob(btoa(text)) === text];

export const roundTrips = differential((_: object) => binaryText(), thereAndBack);

/** Text of some thousand bytes, which may be stored in another way than short text. */
export const longText = differentialExample(
  ({ length }: { length: number }) => ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length),
  thereAndBack,
);

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
