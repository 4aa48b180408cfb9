/** How much a dictionary holds: 2/errors/shared-dict, and 2/shared-dict-operations/free-space. */
import fc from 'fast-check';
import { attempted, between, type Expectation, list, presumed, record } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, ownName, type Zone, zone } from '../../../language/setup.js';
import type { At, Probe } from '../../../language/trial.js';
import { FULL } from './operations.js';
import { type DictValue, type InZone, inZone, seven, valueIn, type ZoneName } from './zones.js';

/** Bytes of the small zones. */
const CAPACITY = 32768;

/** A value, or a text of so many characters; in a zone of numbers texts are the numbers that they spell. */
type Piece = DictValue | { readonly characters: number };
type Call = readonly [operation: string, ...args: Piece[]];

interface Filling {
  readonly zone: string;
  /** What each entry holds that the dictionary is filled with. */
  readonly filler: Piece;
  /** When to stop; that an entry is refused always ends it. */
  readonly until: number | 'no free page' | 'SharedMemoryError';
  /** Calls that are made then, one after the other. */
  readonly calls: readonly Call[];
}

/**
 * Fills a dictionary with entries `k0000`, `k1000`, `k1001` and so on, makes the calls, and empties it again for the next
 * trial. Tells how many entries there were, how many of them no longer hold what they held, what ended the filling, and of
 * each call how it ended and what it changed; and whether the dictionary was empty before, and keeps an entry at all.
 */
const fill: Probe<Filling> = (input, t) => {
  const text = (piece: Piece): DictValue => (typeof piece === 'object' ? 'x'.repeat(piece.characters) : piece);
  const zone = t.zone(input.zone);
  const filler = text(input.filler);
  const most = typeof input.until === 'number' ? input.until : 1000;
  const keyOf = (i: number): string => `k${1000 + i}`;
  const before = zone.get('k0000') !== undefined || zone.get(keyOf(0)) !== undefined;
  zone.set('k0000', filler);
  let entries = 0;
  let end = 'enough';
  while (entries < most && end === 'enough') {
    const added = t.attempt(() => zone.add(keyOf(entries), filler));
    if (added[0] === 'threw') end = `${added[1]}`;
    else if (zone.get(keyOf(entries)) === filler) entries++;
    else end = 'nothing is added';
    if (input.until === 'no free page' && zone.freeSpace() === 0) end = 'no free page';
  }
  const stores = end !== 'nothing is added' && zone.get('k0000') === filler;
  const calls = input.calls.map((call) => {
    const key = `${text(call[1] === undefined ? '' : call[1])}`;
    const under = zone.get(key);
    const free = zone.freeSpace();
    const ended = t.attempt(() => {
      const value = t.invoke(zone, `${call[0]}`, call.slice(1).map(text));
      return value === zone ? { itself: true } : value;
    });
    return { ended, same: zone.get(key) === under, freed: zone.freeSpace() - free };
  });
  let lost = 0;
  for (let i = 0; i < entries; i++) if (zone.get(keyOf(i)) !== filler) lost++;
  const remove = (key: string): void => {
    if (zone.get(key) !== undefined) zone.delete(key);
    if (zone.get(key) !== undefined) zone.pop(key);
  };
  zone.clear();
  input.calls.forEach((call) => {
    remove(`${text(call[1] === undefined ? '' : call[1])}`);
  });
  remove('k0000');
  for (let i = 0; i < entries; i++) remove(keyOf(i));
  return { entries, lost, end, calls, before, stores };
};

/** What others judge of a filling, before what is judged here. */
const filledSo = (fields: { readonly [name: string]: unknown }): Expectation =>
  record({
    before: presumed('clear(), delete() and pop() leave entries', false),
    stores: presumed('set() and add() store what get() gives', true),
    ...fields,
  });

const filling = (at: At, zone: ZoneName, until: Filling['until'], calls: readonly Call[]): Filling => ({
  zone: ownName(at, zone),
  filler: seven(zone),
  until,
  calls: calls.map(([operation, key = '', ...args]) => [operation, key, ...args.map((arg) => valueIn(zone, arg))]),
});

/** The dictionary is as it was. */
const REFUSED: Expectation = record({ ended: attempted(FULL), same: true, freed: 0 });

type End = DictValue | boolean | { readonly itself: true } | { readonly throws: 'SharedMemoryError' };

interface WhenFilled extends InZone {
  readonly until: 'no free page' | 'SharedMemoryError';
  readonly given: readonly Call[];
  /** How the calls end, which are made in turn until all has been told. */
  readonly then: readonly End[];
  /** Entries of the filling that the calls change or remove. */
  readonly changed?: number;
}

/** Calls on a dictionary that is full of small entries, or has no free page left. */
export const whenFilled = example({
  setup: inZone,
  input: ({ zone, until, given, then }: WhenFilled, at) => {
    const inTurn = then.flatMap((_, i) => given.slice(i % given.length).slice(0, 1));
    return filling(at, zone, until, inTurn);
  },
  probe: fill,
  expect: ({ zone, until, then, changed = 0 }) => {
    const calls = then.map((end) =>
      typeof end === 'object' && 'throws' in end ? REFUSED : record({ ended: attempted(valueIn(zone, end)) }),
    );
    return filledSo({ end: until, lost: changed, calls: list(...calls) });
  },
});

const tooMany = fc.integer({ min: CAPACITY, max: 2 * CAPACITY });

/** What is larger than the whole dictionary never fits, be it key or value, with one entry there or more. */
export const refusesTooLarge = property({
  setup: inZone,
  inputs: ({ zone, operation, large }: InZone & { readonly operation: string; readonly large: 'key' | 'value' }, at) =>
    fc.tuple(tooMany, fc.integer({ min: 1, max: 50 })).map(([characters, entries]) => {
      const key = large === 'key' ? { characters } : operation === 'replace' ? 'k1000' : 'a';
      return filling(at, zone, entries, [[operation, key, large === 'value' ? { characters } : '7']]);
    }),
  probe: fill,
  expect: () => filledSo({ lost: 0, calls: list(REFUSED) }),
});

/** Values of any size go in until one is refused, and all of them together are no more than the capacity. */
export const holdsNoMore = property({
  setup: inZone,
  inputs: ({ zone }: InZone, at) =>
    fc
      .record({ characters: fc.integer({ min: 30, max: 6000 }) })
      .map((filler) => ({ ...filling(at, zone, 'SharedMemoryError', []), filler })),
  probe: fill,
  expect: ({ filler }) =>
    filledSo({ end: 'SharedMemoryError', lost: 0, entries: between(0, CAPACITY / (5 + filler.characters)) }),
});

/** Free space is a count of bytes, from none to all of them. */
export const measuresSpace = example({
  setup: (data: { zone: Zone; bytes: number }) => [http(zone(data.zone))],
  input: ({ zone }) => zone.name,
  probe: (name, t) => {
    const zone = t.zone(name);
    return { free: zone.freeSpace(), part: zone.freeSpace() % 1 };
  },
  expect: ({ bytes }) => record({ free: between(1, bytes), part: 0 }),
});
