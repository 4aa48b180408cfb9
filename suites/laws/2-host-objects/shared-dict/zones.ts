/**
 * The zones of laws about shared dictionaries, and drawn values for them. Each case has its own zones, which only it writes
 * to, so no operation under test has to empty them.
 */
import fc from 'fast-check';
import { http, ownZone, type Setup, type Zone } from '../../../language/setup.js';
import { unicodeText } from '../../support/arbitraries.js';

export type DictValue = string | number;

/** Parameters of `js_shared_dict_zone` by the first part of a zone's name; the second one is the type. */
const DECLARED = {
  '': { size: '128k' },
  'large-': { size: '1m' },
  'small-': { size: '32k' },
  'evicting-': { size: '32k', timeout: '1h', evict: true },
  'lasting-': { size: '128k', timeout: '1h' },
  'small-brief-': { size: '32k', timeout: '40ms' },
  'brief-': { size: '64k', timeout: '40ms' },
} as const;

export type ZoneName = `${keyof typeof DECLARED}${'texts' | 'numbers'}`;

/** Data of a law that uses one of the zones. */
export type InZone = { readonly zone: ZoneName };

export const isNumeric = (zone: ZoneName): boolean => zone.endsWith('numbers');
export const isSmall = (zone: ZoneName): boolean => /^(small|evicting)-/.test(zone);
export const evicts = (zone: ZoneName): boolean => zone.startsWith('evicting-');

/** A zone as its name declares it, or an equal one with another name. */
export function declared(name: ZoneName, own: string = name): Zone {
  const [, parameters] = Object.entries(DECLARED).findLast(([first]) => name.startsWith(first)) ?? ['', DECLARED['']];
  return { name: own, type: isNumeric(name) ? 'number' : 'string', ...parameters };
}

/** The configuration for laws whose data names their zone, which is unique to the case. */
export const inZone = ({ zone: name }: InZone): Setup => [http(ownZone(declared(name)))];

/** A value in a zone: in one of numbers, the number that a string spells. */
export const valueIn = <T>(zone: ZoneName, value: T): T | number =>
  isNumeric(zone) && typeof value === 'string' ? Number(value) : value;

/** A small value of a zone. */
export const seven = (zone: ZoneName): DictValue => valueIn(zone, '7');

/** Keys that are similar, or that have a meaning elsewhere. */
const TRICKY = [
  '', 'a', 'A', 'aa', 'a ', '0', '00', 'é', 'e\u0301', '__proto__', 'constructor', 'length', 'a\0', 'a\0b', 'k'.repeat(300),
] as const; // biome-ignore format: a list

export const keys: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...TRICKY), unicodeText(40));

/** Small enough that sums of a whole sequence are exact. */
export const someInteger = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

/** Numbers that every decimal conversion reads exactly, because the dictionary is tested and not the parsing of numbers. */
const numbers: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([digits, halvings]) => digits / 2 ** halvings),
  fc.constantFrom(0, -0, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Infinity, -Infinity),
);

export const dictValues = (zone: ZoneName): fc.Arbitrary<DictValue> =>
  isNumeric(zone) ? numbers : fc.oneof(fc.constantFrom('', '1', '2'), unicodeText(120));

/** Values of any type except that of the zone. */
export const foreignTo = (zone: ZoneName): fc.Arbitrary<unknown> =>
  fc.oneof<fc.Arbitrary<unknown>[]>(
    isNumeric(zone) ? unicodeText(20) : numbers,
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array<unknown>(isNumeric(zone) ? numbers : unicodeText(5), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('valueOf', 'x', 'length'), fc.integer(), { maxKeys: 2 }),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  );
