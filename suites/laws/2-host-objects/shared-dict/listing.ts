/** What `keys` and `items` must list: some or all of what is there, each once, in any order. */
import { encode } from '../../../language/encoding.js';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import type { Value } from './zones.js';

/** `keys()` lists texts, `items()` pairs of key and value. */
export type Listing = 'keys' | 'items';

type Entries = readonly (readonly [string, Value])[];

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
