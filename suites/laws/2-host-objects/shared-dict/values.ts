/** What is drawn to be put into shared dictionaries. */
import fc from 'fast-check';
import { isNumeric, type Value, type ZoneName } from './zones.js';

/** Any character but halves of surrogate pairs, which no UTF-8 can hold. (fast-check's own unit for them is slow to make.) */
const character = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0x7ff }), fc.nat({ max: 0x10f7ff }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

export const text = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });

/** Keys that are alike, or that mean something elsewhere. */
const TRICKY = [
  '', 'a', 'A', 'aa', 'a ', '0', '00', 'é', 'e\u0301', '__proto__', 'constructor', 'length', 'a\0', 'a\0b', 'k'.repeat(300),
] as const; // biome-ignore format: a list

export const keys: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...TRICKY), text(40));

/** Such that sums of a whole sequence are exact. */
export const someInteger = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

/** Numbers that every decimal conversion gets right, for what is on trial is the dictionary and not how a target reads numbers. */
const numbers: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([digits, halvings]) => digits / 2 ** halvings),
  fc.constantFrom(0, -0, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Infinity, -Infinity),
);

/** Values of the type that a zone holds. */
export const valuesOf = (zone: ZoneName): fc.Arbitrary<Value> =>
  isNumeric(zone) ? numbers : fc.oneof(fc.constantFrom('', '1', '2'), text(120));

/** Entries under different keys. */
export const entriesOf = (zone: ZoneName, maxLength = 12): fc.Arbitrary<[string, Value][]> =>
  fc.uniqueArray(fc.tuple(keys, valuesOf(zone)), { maxLength, selector: ([key]) => key });

/** Values of any type but that of the zone. */
export const foreignTo = (zone: ZoneName): fc.Arbitrary<unknown> =>
  fc.oneof<fc.Arbitrary<unknown>[]>(
    isNumeric(zone) ? text(20) : numbers,
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array<unknown>(isNumeric(zone) ? numbers : text(5), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('valueOf', 'x', 'length'), fc.integer(), { maxKeys: 2 }),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  );
