/** 2/shared-dict-operations/keys and items, and 2/limits/items-returned. Which entries a cut listing gives is open. */
import fc from 'fast-check';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { type Listing, listsAll, listsUpToCount } from './model.js';
import { entriesOf, type InZone, inZone, isNumeric, type Value, withZones } from './zones.js';

type Entries = [string, Value][];

interface Listed {
  readonly operation: Listing;
  /** Entries that are there. */
  readonly entries: number;
  readonly maxCount?: number;
  /** Entries that are listed. */
  readonly count: number;
}

const entriesIn = (zone: InZone['zone'], count: number): Entries =>
  Array.from({ length: count }, (_, i) => [`key-${i}`, isNumeric(zone) ? i : `${i}`]);

const listingOf = (zone: 'texts' | 'numbers'): Law<Listed> =>
  example({
    setup: withZones(zone),
    input: ({ operation, entries, maxCount }: Listed) => ({
      zone,
      operation,
      entries,
      numeric: isNumeric(zone),
      args: maxCount === undefined ? [] : [maxCount],
    }),
    probe: (input: { zone: string; operation: Listing; entries: number; numeric: boolean; args: number[] }, t) => {
      const zone = t.zone(input.zone);
      zone.clear();
      for (let i = 0; i < input.entries; i++) zone.set(`key-${i}`, input.numeric ? i : `${i}`);
      return t.invoke(zone, input.operation, input.args);
    },
    expect: ({ operation, entries, count }) => listsUpToCount(operation, entriesIn(zone, entries), count),
  });

export const ofTexts = listingOf('texts');
export const ofNumbers = listingOf('numbers');

interface Listable extends InZone {
  readonly operation: Listing;
}

/** Without a count: all of what is there, whatever it is. */
export const listsAny = property({
  setup: inZone,
  inputs: ({ zone, operation }: Listable) => entriesOf(zone, 20).map((entries) => ({ zone, operation, entries })),
  probe: (input: { zone: string; operation: Listing; entries: Entries }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.entries.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    return t.invoke(zone, input.operation, []);
  },
  expect: ({ operation, entries }) => listsAll(operation, entries),
});

/** With a count: so many different ones, and all when there are no more. */
export const listsUpTo = property({
  setup: inZone,
  inputs: ({ zone, operation }: Listable) =>
    fc
      .tuple(entriesOf(zone, 20), fc.integer({ min: 1, max: 24 }))
      .map(([entries, maxCount]) => ({ zone, operation, entries, maxCount })),
  probe: (input: { zone: string; operation: Listing; entries: Entries; maxCount: number }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.entries.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    return t.invoke(zone, input.operation, [input.maxCount]);
  },
  expect: ({ operation, entries, maxCount }) => listsUpToCount(operation, entries, maxCount),
});
