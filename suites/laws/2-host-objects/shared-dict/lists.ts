/** 2/shared-dict-operations/keys and items, and 2/limits/items-returned. Which entries a limited listing returns is open. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, list, record, satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { http, ownName, ownZone } from '../../../language/setup.js';
import { type CallsToPerform, judged, perform } from './calls.js';
import { type DictValue, declared, type InZone, isNumeric, valueIn } from './zones.js';

/** `keys()` lists strings, `items()` pairs of key and value. */
type ListingName = 'keys' | 'items';

type EntryList = readonly (readonly [string, DictValue])[];

/** A listing of this number of the entries, or of all if there are no more; which ones and in which order is open. */
export const expectedListing = (listing: ListingName, entries: EntryList, maxCount = entries.length): Expectation => {
  const count = Math.min(entries.length, maxCount);
  const held = new Map<unknown, unknown>(entries);
  const isThere = (one: unknown): boolean => {
    if (listing === 'keys') return held.has(one);
    return Array.isArray(one) && one.length === 2 && held.has(one[0]) && Object.is(held.get(one[0]), one[1]);
  };
  const keyOf = (one: unknown): unknown => (Array.isArray(one) ? one[0] : one);
  return satisfies(`lists ${count} different ${listing} of ${entries.length}`, (value) => {
    if (!Array.isArray(value)) return 'it is not an array';
    if (!value.every(isThere)) return 'it lists a missing entry';
    if (new Set(value.map(keyOf)).size !== value.length) return 'it lists something twice';
    return value.length === count || `it lists ${value.length}`;
  });
};

interface DictListing extends InZone {
  readonly operation: ListingName;
  /** The number of existing entries, and of the listed ones. */
  readonly entries: number;
  readonly maxCount?: Plain;
  readonly count: number;
}

const heldIn = ({ zone, entries }: DictListing) =>
  Array.from({ length: entries }, (_, i) => [`key-${i}`, valueIn<DictValue>(zone, `${i}`)] as const);

type CountedEntries = Pick<DictListing, 'zone' | 'entries'>;

const roomFor = ({ zone, entries }: CountedEntries) => [
  http(ownZone({ ...declared(zone), ...(entries > 100 && { size: '1m' }) })),
];

/** Calls on a dictionary with entries. */
const onEntries = <D extends CountedEntries>(
  calls: (data: D) => Pick<CallsToPerform, 'stored' | 'calls'>,
  expect: (data: D) => Expectation,
) =>
  example({
    setup: (data: D) => roomFor(data),
    input: (data, at): CallsToPerform => {
      const numbered = { count: data.entries, numbers: isNumeric(data.zone) };
      return { zones: [ownName(at, data.zone)], before: [], numbered, ...calls(data), looks: [] };
    },
    probe: perform,
    expect,
  });

export const listing = onEntries(
  (data: DictListing) => ({
    stored: heldIn(data).flatMap(([key], i) => (i % 100 === 0 ? [key] : [])),
    calls: [[data.operation, ...(data.maxCount === undefined ? [] : [decode(data.maxCount)])]],
  }),
  (data) =>
    judged(data.operation, [['set']], { ended: attempted(expectedListing(data.operation, heldIn(data), data.count)) }),
);

/** The size after a call on more entries than a listing returns. */
export const leavesOfMany = onEntries(
  ({ operation, entries }: CountedEntries & { readonly operation: 'clear' | 'size'; readonly left: number }) => ({
    stored: ['key-0', `key-${entries - 1}`],
    calls: [[operation], ['size']],
  }),
  ({ operation, left }) =>
    judged(operation, [['set']], { calls: list(record({ ended: anything }), record({ ended: attempted(left) })) }),
);
