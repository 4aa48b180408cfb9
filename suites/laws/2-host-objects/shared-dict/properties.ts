/** Properties of shared dictionaries of either type. */
import fc from 'fast-check';
import { equal } from '../../../language/expectation.js';
import { property } from '../../../language/law.js';
import { someInteger } from './model.js';
import { entriesOf, type InZone, inZone, keys, type Value, withZones } from './zones.js';

type Entries = [string, Value][];

/** Whatever is set under whatever key is there. */
export const keepsAny = property({
  setup: inZone,
  inputs: ({ zone }: InZone) => fc.record({ zone: fc.constant(zone), entries: entriesOf(zone) }),
  probe: (input: { zone: string; entries: Entries }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    const itself = input.entries.map((entry) => zone.set(entry[0], entry[1]) === zone);
    const got = input.entries.map((entry) => zone.get(entry[0]));
    const has = input.entries.map((entry) => zone.has(entry[0]));
    return { itself, got, has, size: zone.size() };
  },
  expect: ({ entries }) =>
    equal({
      itself: entries.map(() => true),
      got: entries.map(([, value]) => value),
      has: entries.map(() => true),
      size: entries.length,
    }),
});

/** Keys that were never set are missing, however like they are to those that were. */
export const lacksOthers = property({
  setup: inZone,
  inputs: ({ zone }: InZone) =>
    fc
      .record({ zone: fc.constant(zone), entries: entriesOf(zone), others: fc.array(keys, { maxLength: 12 }) })
      .map(({ entries, others, ...rest }) => ({ ...rest, entries, others: others.filter(isForeignTo(entries)) })),
  probe: (input: { zone: string; entries: Entries; others: string[] }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.entries.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    return input.others.map((key) => [zone.get(key), zone.has(key), zone.pop(key)]).concat([[zone.size()]]);
  },
  expect: ({ entries, others }) => equal([...others.map(() => [undefined, false, undefined]), [entries.length]]),
});

const isForeignTo =
  (entries: Entries) =>
  (key: string): boolean =>
    entries.every(([held]) => held !== key);

/** After `clear` nothing is there, and everything can be set again. */
export const clearsAny = property({
  setup: inZone,
  inputs: ({ zone }: InZone) => fc.record({ zone: fc.constant(zone), entries: entriesOf(zone) }),
  probe: (input: { zone: string; entries: Entries }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.entries.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    zone.clear();
    const left = [zone.size(), zone.keys(), input.entries.map((entry) => zone.has(entry[0]))];
    const added = input.entries.map((entry) => zone.add(entry[0], entry[1]));
    return { left, added };
  },
  expect: ({ entries }) => equal({ left: [0, [], entries.map(() => false)], added: entries.map(() => true) }),
});

/** `delete` and `pop` of everything, one after the other, leave the rest alone. */
export const removesAny = property({
  setup: inZone,
  inputs: ({ zone, operation }: InZone & { operation: 'delete' | 'pop' }) =>
    fc.record({ zone: fc.constant(zone), operation: fc.constant(operation), entries: entriesOf(zone) }),
  probe: (input: { zone: string; operation: string; entries: Entries }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.entries.forEach((entry) => {
      zone.set(entry[0], entry[1]);
    });
    return input.entries.map((entry) => [
      t.invoke(zone, input.operation, [entry[0]]),
      zone.has(entry[0]),
      input.entries.map((other) => zone.get(other[0])),
    ]);
  },
  expect: ({ operation, entries }) =>
    equal(
      entries.map(([, value], i) => [
        operation === 'pop' ? value : true,
        false,
        entries.map(([, other], j) => (j > i ? other : undefined)),
      ]),
    ),
});

/** Two dictionaries under the same keys know nothing of each other. */
export const standsApart = property({
  setup: withZones('texts', 'otherTexts', 'numbers', 'otherNumbers'),
  inputs: (pair: { zones: readonly ['texts' | 'numbers', 'otherTexts' | 'otherNumbers'] }) =>
    fc.record({ zones: fc.constant(pair.zones), ours: entriesOf(pair.zones[0]), theirs: entriesOf(pair.zones[1]) }),
  probe: (input: { zones: readonly [string, string]; ours: Entries; theirs: Entries }, t) => {
    const us = t.zone(input.zones[0]);
    const them = t.zone(input.zones[1]);
    us.clear();
    them.clear();
    input.ours.forEach((entry) => {
      us.set(entry[0], entry[1]);
      them.pop(entry[0]);
    });
    input.theirs.forEach((entry) => {
      them.set(entry[0], entry[1]);
    });
    const ours = input.ours.map((entry) => us.get(entry[0]));
    us.clear();
    return { ours, left: us.size(), theirs: input.theirs.map((entry) => them.get(entry[0])), size: them.size() };
  },
  expect: ({ ours, theirs }) =>
    equal({
      ours: ours.map(([, value]) => value),
      left: 0,
      theirs: theirs.map(([, value]) => value),
      size: theirs.length,
    }),
});

/** Whatever is added to what a key holds, each sum is returned and the last one stays. */
export const incrementsAny = property({
  setup: withZones('numbers'),
  inputs: (_: object) => fc.record({ key: keys, start: someInteger, deltas: fc.array(someInteger, { maxLength: 12 }) }),
  probe: (input: { key: string; start: number; deltas: number[] }, t) => {
    const zone = t.zone('numbers');
    zone.clear();
    zone.set(input.key, input.start);
    const sums = input.deltas.map((delta) => zone.incr(input.key, delta));
    return { sums, held: zone.get(input.key), size: zone.size() };
  },
  expect: ({ start, deltas }) => {
    const sums = deltas.map((_, i) => deltas.slice(0, i + 1).reduce((sum, delta) => sum + delta, start));
    return equal({ sums, held: sums.at(-1) ?? start, size: 1 });
  },
});

/** A missing key begins at `init`, or at 0; a key that is there does not. */
export const initialisesAny = property({
  setup: withZones('numbers'),
  inputs: (_: object) => fc.record({ key: keys, delta: someInteger, init: someInteger }),
  probe: (input: { key: string; delta: number; init: number }, t) => {
    const zone = t.zone('numbers');
    const incr = () => [zone.incr(input.key, input.delta, input.init), zone.get(input.key)];
    zone.clear();
    const first = [zone.incr(input.key, input.delta), zone.get(input.key)];
    zone.clear();
    return { first, given: incr().concat(incr()) };
  },
  expect: ({ delta, init }) => {
    const [once, twice] = [init + delta, init + delta + delta];
    return equal({ first: [delta, delta], given: [once, once, twice, twice] });
  },
});
