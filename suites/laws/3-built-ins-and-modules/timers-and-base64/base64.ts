/** Text of one character for each byte, and its Base64, for atob and btoa. */
import fc from 'fast-check';
import { onDrawn } from '../../support/steps.js';

/** The number of bytes for the last four digits, and the total number. */
type Base64Draw = { readonly remainder?: number; readonly length?: number };

const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const asSubjects = (text: string) => ({ text, encoded: encoded(text), bytes: Buffer.from(text, 'latin1') });

const binaryText = (remainder?: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: 31 }), remainder === undefined ? fc.nat({ max: 2 }) : fc.constant(remainder))
    .chain(([threes, more]) => fc.uint8Array({ minLength: 3 * threes + more, maxLength: 3 * threes + more }))
    .map((bytes) => Buffer.from(bytes).toString('latin1'));

const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** Each of the 256 bytes in each of the three places of a group. */
const EACH_BYTE = ['', '\0', '\xff\x01'].map((before) => `${before}${ALL_BYTES}`);

export const drawn = onDrawn<string, Base64Draw>({
  binary: ({ remainder }) => binaryText(remainder).map(asSubjects),
  eachByte: () => fc.constant({ texts: EACH_BYTE, encodeds: EACH_BYTE.map(encoded) }),
  /** Engines may store it differently from short text. */
  long: ({ length = 0 }) => fc.constant(asSubjects(ALL_BYTES.repeat(Math.ceil(length / 256)).slice(0, length))),
  beyond: () =>
    fc
      .tuple(binaryText(), fc.integer({ min: 0x100, max: 0xd7ff }), binaryText())
      .map(([before, code, after]) => ({ text: `${before}${String.fromCharCode(code)}${after}` })),
});
