/** What is drawn to be put into shared dictionaries. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';
import { type DictValue, isNumeric, type ZoneName } from './zones.js';

/** Keys that are alike, or that mean something elsewhere. */
const TRICKY = [
  '', 'a', 'A', 'aa', 'a ', '0', '00', 'é', 'e\u0301', '__proto__', 'constructor', 'length', 'a\0', 'a\0b', 'k'.repeat(300),
] as const; // biome-ignore format: a list

export const keys: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...TRICKY), unicodeText(40));

/** Such that sums of a whole sequence are exact. */
export const someInteger = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

/** Numbers that every decimal conversion gets right, for what is on trial is the dictionary and not how a target reads numbers. */
const numbers: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([digits, halvings]) => digits / 2 ** halvings),
  fc.constantFrom(0, -0, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Infinity, -Infinity),
);

/** Values of the type that a zone holds. */
export const valuesOf = (zone: ZoneName): fc.Arbitrary<DictValue> =>
  isNumeric(zone) ? numbers : fc.oneof(fc.constantFrom('', '1', '2'), unicodeText(120));

/** Values of any type but that of the zone. */
export const foreignTo = (zone: ZoneName): fc.Arbitrary<unknown> =>
  fc.oneof<fc.Arbitrary<unknown>[]>(
    isNumeric(zone) ? unicodeText(20) : numbers,
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array<unknown>(isNumeric(zone) ? numbers : unicodeText(5), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('valueOf', 'x', 'length'), fc.integer(), { maxKeys: 2 }),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  );
