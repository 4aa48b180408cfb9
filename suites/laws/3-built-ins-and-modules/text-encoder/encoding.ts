/** 3/text-encoder: TextEncoder. The oracles are vectors and Node's own TextEncoder. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bmpText, unicodeText } from '../../support/arbitraries.js';
import { differential, differentialExample } from '../../support/differential.js';
import { vectors } from '../../support/vectors.js';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The result is a Uint8Array and no Buffer, which the tagged encoding tells apart. */
export const encodes = vectors(encoded);

export const encodesAny = differential((_: object) => unicodeText(60), encoded);

export const roundTrips = differential(
  (_: object) => unicodeText(60),
  (text) => new TextDecoder().decode(new TextEncoder().encode(text)),
);

/** Several texts with one encoder, whose results are then changed: they share nothing. */
export const encodesApart = differential(
  (_: object) => fc.array(unicodeText(10), { minLength: 1, maxLength: 4 }),
  (texts) => {
    const encoder = new TextEncoder();
    const results = texts.map((text) => encoder.encode(text));
    results.forEach((result, i) => {
      result.fill(i);
    });
    return [results, texts.map((text) => encoder.encode(text))];
  },
);

/** Destinations, each as the second of three parts of some memory. */
interface Destined {
  readonly text: string;
  readonly kind: 'Uint8Array' | 'Buffer';
  readonly parts: readonly (readonly [before: number, size: number, after: number])[];
}

/** What was read and written, and the memory, which was 0x2a everywhere. */
const encodedInto = ({ text, kind, parts }: Destined): unknown =>
  parts.map((part) => {
    const length = part[0] + part[1] + part[2];
    const memory = kind === 'Buffer' ? Buffer.alloc(length, 0x2a) : new Uint8Array(length).fill(0x2a);
    const result = new TextEncoder().encodeInto(text, memory.subarray(part[0], part[0] + part[1]));
    return [result.read, result.written, memory];
  });

/** Of each size from none to more than enough. */
export const intoEverySize = differentialExample(
  ({ text }: { text: string }): Destined => ({
    text,
    kind: 'Uint8Array',
    parts: Array.from({ length: Buffer.byteLength(text) + 3 }, (_, size) => [0, size, 0] as const),
  }),
  encodedInto,
);

/** With up to so many bytes around each destination. */
export const into = differential(({ kind, around = 0 }: { kind: Destined['kind']; around?: number }) => {
  const beside = fc.nat({ max: around });
  const part = fc.tuple(beside, fc.nat({ max: 40 }), beside);
  return fc.tuple(unicodeText(16), part).map(([text, drawn]): Destined => ({ text, kind, parts: [drawn] }));
}, encodedInto);

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
export const portionsOfAny = differential(
  (_: object) => fc.record({ text: bmpText(30), size: fc.integer({ min: 3, max: 9 }) }),
  portions,
);

export const portionsOf = differentialExample(
  ({ given }: { given: { text: string; size: number } }) => given,
  portions,
);

/** Arguments of other types; `given` begins with the method. */
export const refusesOthers = example({
  probe: (given, t) => t.invoke(new TextEncoder(), given[0], given.slice(1)),
  expect: (_: { given: readonly [method: string, ...args: Plain[]] }) => throws('TypeError'),
});
