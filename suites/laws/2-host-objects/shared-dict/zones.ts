/**
 * The zones that laws about shared dictionaries use, and what is drawn to be put into them. Cases share a zone by its
 * name: each clears it first and does the rest at once, so that no other comes between. Where time passes or a request
 * follows another, keys or zones are a case's own.
 */
import fc from 'fast-check';
import { http, type Setup, zone } from '../../../language/setup.js';

export type Value = string | number;

const PLAIN = {
  texts: { name: 'texts', size: '1m', type: 'string' },
  numbers: { name: 'numbers', size: '1m', type: 'number' },
  otherTexts: { name: 'otherTexts', size: '64k', type: 'string' },
  otherNumbers: { name: 'otherNumbers', size: '64k', type: 'number' },
} as const;

const SMALL = {
  smallTexts: { name: 'smallTexts', size: '32k', type: 'string' },
  smallNumbers: { name: 'smallNumbers', size: '32k', type: 'number' },
  evictingTexts: { name: 'evictingTexts', size: '32k', type: 'string', timeout: '1h', evict: true },
  evictingNumbers: { name: 'evictingNumbers', size: '32k', type: 'number', timeout: '1h', evict: true },
} as const;

/** Entries stay for an hour unless told otherwise. */
const LASTING = {
  lastingTexts: { name: 'lastingTexts', size: '1m', type: 'string', timeout: '1h' },
  lastingNumbers: { name: 'lastingNumbers', size: '1m', type: 'number', timeout: '1h' },
} as const;

/** Of cases in which time passes: no case clears them, and each uses keys of its own. */
const TIMED = {
  agingTexts: { name: 'agingTexts', size: '1m', type: 'string', timeout: '1h' },
  agingNumbers: { name: 'agingNumbers', size: '1m', type: 'number', timeout: '1h' },
  briefTexts: { name: 'briefTexts', size: '128k', type: 'string', timeout: '40ms' },
  briefNumbers: { name: 'briefNumbers', size: '128k', type: 'number', timeout: '40ms' },
  timelessTexts: { name: 'timelessTexts', size: '128k', type: 'string' },
  timelessNumbers: { name: 'timelessNumbers', size: '128k', type: 'number' },
} as const;

const ZONES = { ...PLAIN, ...SMALL, ...LASTING, ...TIMED };

export type ZoneName = keyof typeof ZONES;

/** Data of a law that uses one of the zones. */
export interface InZone {
  readonly zone: ZoneName;
}

export const isNumeric = (zone: ZoneName): boolean => ZONES[zone].type === 'number';

/** A value as a zone holds it: in one of numbers, the number that a text spells. */
export const valueIn = <T>(zone: ZoneName, value: T): T | number =>
  isNumeric(zone) && typeof value === 'string' ? Number(value) : value;

/** What a host must be configured with for these zones. */
export const withZones = (...names: readonly ZoneName[]): Setup => [http(...names.map((name) => zone(ZONES[name])))];

/** For laws whose data names their zone. */
export const inZone = ({ zone }: InZone): Setup => withZones(zone);

/** Any character but halves of surrogate pairs, which no UTF-8 can hold. (fast-check's own unit for them is slow to make.) */
const character = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0x7ff }), fc.nat({ max: 0x10f7ff }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

export const text = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });

/** Keys that are alike, or that mean something elsewhere, and any others. */
export const keys: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'aa',
    'a ',
    '0',
    '00',
    'é',
    'e\u0301',
    '__proto__',
    'constructor',
    'length',
    'a\0',
    'a\0b',
  ),
  text(40),
);

/** Numbers that every decimal conversion gets right, for what is on trial is the dictionary and not how a target reads numbers. */
const numbers: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([digits, halvings]) => digits / 2 ** halvings),
  fc.constantFrom(0, -0, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Infinity, -Infinity),
);

/** Values of the type that a zone holds. */
export const valuesOf = (zone: ZoneName): fc.Arbitrary<Value> => (isNumeric(zone) ? numbers : text(120));

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
