/** Dictionaries that are filled: 2/errors/shared-dict, and 2/shared-dict-operations/free-space where it is zero. */
import fc from 'fast-check';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { type InZone, inZone, isNumeric, type Value, withZones, type ZoneName } from './zones.js';

/** Bytes of the zones that are small enough to be filled. */
const CAPACITY = 32768;

/** More small entries than such a zone has room for. */
const MORE_THAN_FITS = 1000;

/** A number, a text, or a text of so many characters. */
export type Piece = Value | { readonly characters: number };

interface Filling {
  readonly zone: string;
  /** What each entry holds that the dictionary is filled with. */
  readonly filler: Piece;
  /** When to stop, besides when an entry is refused. */
  readonly until: { readonly entries: number } | 'no free page' | 'refused';
  /** Calls that are made then, one after the other. */
  readonly calls: readonly (readonly [operation: string, ...args: Piece[]])[];
}

interface Filled {
  readonly capacity: number;
  /** Entries that it was filled with, and the name of the error that ended it. */
  readonly entries: number;
  readonly error: string;
  readonly freeWhenEmpty: number;
  readonly freeWhenFilled: number;
  /** Of each call how it ended, and the size and free space thereafter. */
  readonly calls: readonly { readonly ended: readonly unknown[]; readonly size: number; readonly free: number }[];
  /** Entries of the filling that still hold what they held. */
  readonly intact: number;
}

/** Fills a dictionary with entries `k1000`, `k1001` and so on, and makes the calls. */
const fill: Probe<Filling> = (input, t) => {
  const text = (piece: Piece): Value => (typeof piece === 'object' ? 'x'.repeat(piece.characters) : piece);
  const zone = t.zone(input.zone);
  zone.clear();
  const freeWhenEmpty = zone.freeSpace();
  const filler = text(input.filler);
  let entries = 0;
  let error = 'none';
  const most = typeof input.until === 'object' ? input.until.entries : 1000;
  while (entries < most && error === 'none') {
    if (input.until === 'no free page' && zone.freeSpace() === 0) break;
    const added = t.attempt(() => zone.add(`k${1000 + entries}`, filler));
    if (added[0] === 'returned') entries++;
    else error = `${added[1]}`;
  }
  const freeWhenFilled = zone.freeSpace();
  const calls = input.calls.map((call) => {
    const ended = t.attempt(() => {
      const value = t.invoke(zone, `${call[0]}`, call.slice(1).map(text));
      return value === zone ? 'the dictionary' : value;
    });
    return { ended, size: zone.size(), free: zone.freeSpace() };
  });
  let intact = 0;
  for (let i = 0; i < entries; i++) if (zone.get(`k${1000 + i}`) === filler) intact++;
  return { capacity: zone.capacity, entries, error, freeWhenEmpty, freeWhenFilled, calls, intact };
};

const isFilled = (found: unknown): found is Filled =>
  typeof found === 'object' &&
  found !== null &&
  'calls' in found &&
  Array.isArray(found.calls) &&
  found.calls.every(
    (call: unknown) => typeof call === 'object' && call !== null && 'ended' in call && Array.isArray(call.ended),
  );

/** Judges what came of filling a dictionary. */
const filled = (claim: string, test: (found: Filled) => true | string): Expectation =>
  satisfies(claim, (found) => (isFilled(found) ? test(found) : 'it is no account of a dictionary'));

const fillerOf = (zone: ZoneName): Piece => (isNumeric(zone) ? 7 : '7');

/** When the last free page is taken, entries that are as small as those in it still go in. */
export const goesOnWithoutPages = example({
  setup: inZone,
  input: ({ zone }: InZone): Filling => ({
    zone,
    filler: fillerOf(zone),
    until: 'no free page',
    calls: [
      ['set', 'k0001', fillerOf(zone)],
      ['add', 'k0002', fillerOf(zone)],
      ['get', 'k0001'],
      ['has', 'k0002'],
    ],
  }),
  probe: fill,
  expect: ({ zone }) =>
    filled(
      'free space comes to 0, and then two more entries are stored',
      ({ entries, error, freeWhenFilled, calls, intact }) => {
        if (error !== 'none' || freeWhenFilled !== 0) return `free space ${freeWhenFilled} when ${error} was thrown`;
        const ended = calls.map(({ ended: [how, value] }) => `${how} ${value}`).join(', ');
        const wanted = `returned the dictionary, returned true, returned ${fillerOf(zone)}, returned true`;
        if (ended !== wanted) return ended;
        return intact === entries || `${entries - intact} of ${entries} earlier entries are lost`;
      },
    ),
});

/** The calls throw, and the dictionary is as it was. */
function allRefused({ entries, freeWhenFilled, calls, intact }: Filled): true | string {
  const wrong = calls.find(({ ended: [how, name] }) => how !== 'threw' || name !== 'SharedMemoryError');
  if (wrong !== undefined) return `it ${wrong.ended.join(' ')}`;
  if (intact !== entries) return `${entries - intact} of ${entries} earlier entries are lost`;
  const changed = calls.find(({ size, free }) => size !== entries || free !== freeWhenFilled);
  return changed === undefined || `size ${changed.size} of ${entries}, free space ${changed.free} of ${freeWhenFilled}`;
}

/** A call for which a dictionary lacks room that is full of small entries. */
export const refusesWhenFull = example({
  setup: inZone,
  input: ({ zone, call }: InZone & { call: Filling['calls'][number] }): Filling => ({
    zone,
    filler: fillerOf(zone),
    until: 'refused',
    calls: [call, call],
  }),
  probe: fill,
  expect: () =>
    filled('the dictionary is full, the call throws SharedMemoryError, and nothing changes', (found) =>
      found.error === 'SharedMemoryError' ? allRefused(found) : `after ${found.entries} entries: ${found.error}`,
    ),
});

interface TooLarge extends InZone {
  readonly operation: 'set' | 'add' | 'replace' | 'incr';
  readonly large: 'key' | 'value';
}

/** What is larger than the whole dictionary never fits, be it key or value, with one entry there or more. */
export const refusesTooLarge = property({
  setup: inZone,
  inputs: ({ zone, operation, large }: TooLarge) =>
    fc
      .tuple(fc.integer({ min: CAPACITY, max: 2 * CAPACITY }), fc.integer({ min: 1, max: 50 }))
      .map(([characters, entries]): Filling => {
        const key = large === 'key' ? { characters } : operation === 'replace' ? 'k1000' : 'a';
        const value = large === 'value' ? { characters } : fillerOf(zone);
        return { zone, filler: fillerOf(zone), until: { entries }, calls: [[operation, key, value]] };
      }),
  probe: fill,
  expect: () => filled('it throws SharedMemoryError, and nothing changes', allRefused),
});

/** Values of any size go in until one is refused, and all of them together are no more than the capacity. */
export const holdsNoMore = property({
  setup: withZones('smallTexts'),
  inputs: (_: object) =>
    fc.integer({ min: 30, max: 6000 }).map(
      (characters): Filling => ({
        zone: 'smallTexts',
        filler: { characters },
        until: 'refused',
        calls: [],
      }),
    ),
  probe: fill,
  expect: ({ filler }) =>
    filled(
      `SharedMemoryError before keys and values come to ${CAPACITY} bytes, and all that was stored is there`,
      (found) => {
        const { entries, error, intact } = found;
        const bytes = entries * (5 + (typeof filler === 'object' ? filler.characters : 0));
        if (error !== 'SharedMemoryError' || entries === MORE_THAN_FITS) return `${entries} entries, ${error}`;
        if (bytes > CAPACITY) return `${bytes} bytes were stored`;
        return intact === entries || `${entries - intact} of ${entries} entries are lost`;
      },
    ),
});

/** Where one entry was removed, one like it goes in, and then no more. */
export const fitsAgain = example({
  setup: inZone,
  input: ({ zone, removal }: InZone & { removal: 'delete' | 'pop' }): Filling => ({
    zone,
    filler: fillerOf(zone),
    until: 'refused',
    calls: [
      [removal, 'k1000'],
      ['add', 'k0001', fillerOf(zone)],
      ['add', 'k0002', fillerOf(zone)],
    ],
  }),
  probe: fill,
  expect: () =>
    filled(
      'one entry goes in for the one removed, and the next one throws SharedMemoryError',
      ({ entries, calls, intact }) => {
        const ended = calls
          .slice(1)
          .map(({ ended: [how, value] }) => `${how} ${value}`)
          .join(', ');
        if (ended !== 'returned true, threw SharedMemoryError') return ended;
        return intact === entries - 1 || `${entries - 1 - intact} of ${entries} earlier entries are lost`;
      },
    ),
});
