/** 2/shared-dict-operations/free-space: how much is left, and what fits. */
import fc from 'fast-check';
import { all, between, either, equal, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, type Zone, zone } from '../../../language/setup.js';
import { entriesOf, type InZone, inZone, type Value, withZones } from './zones.js';

export {
  fitsAgain,
  goesOnWithoutPages,
  holdsNoMore,
  refusesTooLarge,
  refusesWhenFull,
} from './full.js';
export { survivesRewriting } from './requests.js';
export { keepsWithinRoom } from './room-model.js';

/** Free space is a count of bytes, from none to all of them. */
export const measuresSpace = example({
  setup: (data: { zone: Zone; bytes: number }) => [http(zone(data.zone))],
  input: ({ zone }) => zone.name,
  probe: (name: string, t) => {
    const zone = t.zone(name);
    zone.clear();
    return zone.freeSpace();
  },
  expect: ({ bytes }) =>
    all(
      between(1, bytes),
      satisfies('a whole number', (free) => Number.isInteger(free) || 'it is none'),
    ),
});

/** Whatever is put in, free space is never below 0 and does not grow; once all is out again it is what it was. */
export const givesSpaceBack = property({
  setup: inZone,
  inputs: ({ zone, removal }: InZone & { removal: 'clear' | 'delete' | 'pop' }) =>
    entriesOf(zone, 20).map((entries) => ({ zone, removal, entries })),
  probe: (input: { zone: string; removal: string; entries: [string, Value][] }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    const before = zone.freeSpace();
    const within = input.entries.map((entry) => zone.set(entry[0], entry[1]).freeSpace());
    if (input.removal === 'clear') zone.clear();
    else
      input.entries.forEach((entry) => {
        t.invoke(zone, input.removal, [entry[0]]);
      });
    return [before].concat(within, [zone.freeSpace()]);
  },
  expect: () =>
    satisfies('free space falls from entry to entry, never below 0, and is as before in the end', (found) => {
      const free = Array.isArray(found) ? found.map(Number) : [];
      const [before, after] = [free.at(0), free.at(-1)];
      const within = free.slice(0, -1);
      if (!within.every((bytes, i) => bytes >= 0 && bytes <= (within[i - 1] ?? bytes)))
        return 'it grew, or fell below 0';
      return (before !== undefined && after === before) || `${before} before, ${after} after`;
    }),
});

/** The room of a value that another takes the place of is free again, whichever of the two is longer. */
export const givesReplacedSpaceBack = property({
  setup: withZones('smallTexts'),
  inputs: ({ operation }: { operation: 'set' | 'replace' }) =>
    fc.record({
      operation: fc.constant(operation),
      lengths: fc.array(fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 4000 })), { minLength: 2, maxLength: 12 }),
    }),
  probe: (input: { operation: string; lengths: number[] }, t) => {
    const zone = t.zone('smallTexts');
    zone.clear();
    const before = zone.freeSpace();
    zone.set('a', 'y');
    input.lengths.forEach((length) => {
      t.invoke(zone, input.operation, ['a', 'x'.repeat(length)]);
    });
    zone.pop('a');
    return zone.freeSpace() === before;
  },
  expect: () => equal(true),
});

/** A value of many bytes takes pages of its own. */
export const takesPages = property({
  setup: withZones('smallTexts'),
  inputs: (_: object) => fc.integer({ min: 9000, max: 12000 }),
  probe: (characters: number, t) => {
    const zone = t.zone('smallTexts');
    zone.clear();
    const before = zone.freeSpace();
    const within = zone.set('a', 'x'.repeat(characters)).freeSpace();
    zone.pop('a');
    return [before, within, zone.freeSpace()];
  },
  expect: (characters) =>
    satisfies(`free space falls by ${characters - 4096} bytes at least, and is as before in the end`, (found) => {
      const [before = 0, within = 0, after = 0] = Array.isArray(found) ? found.map(Number) : [];
      if (!(within <= before - characters + 4096)) return `it fell from ${before} to ${within}`;
      return after === before || `${before} before, ${after} after`;
    }),
});

/** What is smaller than the free pages by two of them is stored whole. */
export const storesMuch = property({
  setup: withZones('smallTexts'),
  inputs: (_: object) => fc.integer({ min: 0, max: 12000 }),
  probe: (characters: number, t) => {
    const zone = t.zone('smallTexts');
    zone.clear();
    const value = 'y'.repeat(characters);
    if (zone.freeSpace() < characters + 8192) return 'there is too little room from the first';
    return zone.set('a', value).get('a') === value;
  },
  expect: () => either(equal(true), equal('there is too little room from the first')),
});
