/** 2/shared-dict-operations/keys and items, and 2/limits/items-returned. Which entries a cut listing gives is open. */
import fc from 'fast-check';
import { example, property } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { type Listing, lists } from './listing.js';
import { entriesOf } from './values.js';
import { type InZone, inZone, type Value, valueIn } from './zones.js';

interface Listed extends InZone {
  readonly operation: Listing;
}

interface Input extends Listed {
  readonly held: readonly (readonly [string, Value])[];
  readonly args: readonly number[];
}

const list: Probe<Input> = (input, t) => {
  const zone = t.zone(input.zone);
  zone.clear();
  input.held.forEach((entry) => {
    zone.set(entry[0], entry[1]);
  });
  return t.invoke(zone, input.operation, input.args);
};

const heldIn = (zone: InZone['zone'], count: number): Input['held'] =>
  Array.from({ length: count }, (_, i) => [`key-${i}`, valueIn(zone, `${i}`)]);

/** Of so many entries, and with this `maxCount`, `count` are listed. */
export const listing = example({
  setup: inZone,
  input: ({
    zone,
    operation,
    entries,
    maxCount,
  }: Listed & Readonly<{ entries: number; maxCount?: number; count: number }>) => ({
    zone,
    operation,
    held: heldIn(zone, entries),
    args: maxCount === undefined ? [] : [maxCount],
  }),
  probe: list,
  expect: ({ zone, operation, entries, count }) => lists(operation, heldIn(zone, entries), count),
});

/** Whatever is there: all of it, or with a count so many, and all when there are no more. */
export const listsAny = property({
  setup: inZone,
  inputs: ({ zone, operation, counted }: Listed & { readonly counted: boolean }) =>
    fc
      .tuple(entriesOf(zone, 20), fc.integer({ min: 1, max: 24 }))
      .map(([held, maxCount]): Input => ({ zone, operation, held, args: counted ? [maxCount] : [] })),
  probe: list,
  expect: ({ operation, held, args }) => lists(operation, held, args[0]),
});
