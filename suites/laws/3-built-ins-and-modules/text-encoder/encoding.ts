/** 3/text-encoder: TextEncoder. The oracles are vectors and Node's own TextEncoder. */
import fc from 'fast-check';
import { orderOf, type StepsRow } from '../../../language/steps.js';
import { bmpText, unicodeText } from '../../support/arbitraries.js';
import { differential, differentialExample } from '../../support/differential.js';
import { onDrawn, through } from '../../support/steps.js';

/** A destination in a memory that is 0x2a everywhere, and the most bytes on either side of it. */
type EncodeDestination = { readonly kind?: 'Uint8Array' | 'Buffer'; readonly around?: number };

const filled = (size: number, kind: EncodeDestination['kind']): Uint8Array =>
  kind === 'Buffer' ? Buffer.alloc(size, 0x2a) : new Uint8Array(size).fill(0x2a);

const some = unicodeText(10);

export const drawn = onDrawn<string, EncodeDestination>({
  text: () => unicodeText(60).map((text) => ({ text })),
  three: () => fc.tuple(some, some, some).map((texts) => ({ texts, one: texts[0], two: texts[1], three: texts[2] })),
  destination: ({ kind, around = 0 }) =>
    fc
      .tuple(unicodeText(16), fc.nat({ max: around }), fc.nat({ max: 40 }), fc.nat({ max: around }))
      .map(([text, from, size, after]) => ({ text, from, to: from + size, memory: filled(from + size + after, kind) })),
});

/** With destinations of each size from none to more than enough. */
export const intoEverySize = through(({ text, ...doing }: StepsRow & { readonly text: string }) => {
  const orders = Array.from({ length: Buffer.byteLength(text) + 3 }, (_, size) => {
    return [`of ${size}`, orderOf(doing, { text, from: 0, to: size, memory: filled(size, 'Uint8Array') })] as const;
  });
  return Object.fromEntries(orders);
});

type Portions = { readonly text: string; readonly size: number };

/** A probe: a text in portions of this number of bytes, each continuing where the one before stopped reading. */
const portions = (input: Portions): readonly [string, string] => {
  const encoder = new TextEncoder();
  let rest = input.text;
  let hex = '';
  // A target that never advances must not block the trial.
  for (let i = 0; i < 100 && rest !== ''; i++) {
    const destination = new Uint8Array(input.size);
    const result = encoder.encodeInto(rest, destination);
    for (let j = 0; j < result.written; j++) hex += `0${Number(destination[j]).toString(16)}`.slice(-2);
    rest = rest.slice(result.read);
  }
  return [hex, rest];
};

/** `read` counts like the members of strings, so that a text can continue with `slice`. */
export const portionsOfAny = differential(
  (_: object) => fc.record({ text: bmpText(30), size: fc.integer({ min: 3, max: 9 }) }),
  portions,
);

export const portionsOf = differentialExample(({ given }: { given: Portions }) => given, portions);
