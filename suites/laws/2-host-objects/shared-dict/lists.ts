/** 2/shared-dict-operations/keys and items, and 2/limits/items-returned. Which entries a cut listing gives is open. */
import { encode } from '../../../language/encoding.js';
import { attempted, type Expectation, satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { http, ownName, ownZone } from '../../../language/setup.js';
import { judged, perform } from './calls.js';
import { type DictValue, declared, type InZone, valueIn } from './zones.js';

/** `keys()` lists texts, `items()` pairs of key and value. */
export type Listing = 'keys' | 'items';

type Entries = readonly (readonly [string, DictValue])[];

/** A listing of so many of these entries, or of all when there are no more; which ones and in which order is open. */
export const lists = (listing: Listing, entries: Entries, maxCount = entries.length): Expectation => {
  const count = Math.min(entries.length, maxCount);
  const known = new Map(entries.map(([key, value]) => [fingerprint(listing === 'keys' ? key : [key, value]), key]));
  return satisfies(`lists ${count} different ${listing} of ${entries.length}`, (value) => {
    if (!Array.isArray(value)) return 'it is no array';
    const listed = value.map((one) => known.get(fingerprint(one)));
    if (listed.includes(undefined)) return 'it lists what is not there';
    if (new Set(listed).size !== listed.length) return 'it lists something twice';
    return listed.length === count || `it lists ${listed.length}`;
  });
};

const fingerprint = (value: unknown): string => JSON.stringify(encode(value));

interface Listed extends InZone {
  readonly operation: Listing;
  /** Entries that are there, and how many of them are listed. */
  readonly entries: number;
  readonly maxCount?: number;
  readonly count: number;
}

const heldIn = ({ zone, entries }: Listed) =>
  Array.from({ length: entries }, (_, i) => [`key-${i}`, valueIn<DictValue>(zone, `${i}`)] as const);

const setIn = (data: Listed) => heldIn(data).map((entry) => ['set', ...entry]);

export const listing = example({
  setup: ({ zone, entries }: Listed) => [http(ownZone({ ...declared(zone), ...(entries > 100 && { size: '1m' }) }))],
  input: (data, at) => ({
    zones: [ownName(at, data.zone)],
    before: setIn(data),
    stored: heldIn(data).flatMap(([key], i) => (i % 100 === 0 ? [key] : [])),
    calls: [[data.operation, ...(data.maxCount === undefined ? [] : [data.maxCount])]],
    looks: [],
  }),
  probe: perform,
  expect: (data) =>
    judged(data.operation, setIn(data), { ended: attempted(lists(data.operation, heldIn(data), data.count)) }),
});
