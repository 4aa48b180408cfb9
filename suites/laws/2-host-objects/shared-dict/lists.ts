/** 2/shared-dict-operations/keys and items, and 2/limits/items-returned. Which entries a cut listing gives is open. */
import { example } from '../../../language/law.js';
import { type Listing, lists } from './listing.js';
import { type InZone, inZone, type Value, valueIn } from './zones.js';

export { sequences } from './sequences.js';

interface Listed extends InZone {
  readonly operation: Listing;
  /** Entries that are there, and how many of them are listed. */
  readonly entries: number;
  readonly maxCount?: number;
  readonly count: number;
}

const heldIn = ({ zone, entries }: Listed): [string, Value][] =>
  Array.from({ length: entries }, (_, i) => [`key-${i}`, valueIn(zone, `${i}`)]);

export const listing = example({
  setup: inZone,
  input: (data: Listed) => ({ ...data, held: heldIn(data), args: data.maxCount === undefined ? [] : [data.maxCount] }),
  probe: (input, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.held.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    return t.invoke(zone, input.operation, input.args);
  },
  expect: (data) => lists(data.operation, heldIn(data), data.count),
});
