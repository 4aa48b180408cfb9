/** How much a dictionary holds: 2/errors/shared-dict, and 2/shared-dict-operations/free-space. */
import fc from 'fast-check';
import { attempted, between, type Expectation, list, record } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, type Zone, zone } from '../../../language/setup.js';
import type { Probe } from '../../../language/trial.js';
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
 * Fills a dictionary with entries `k1000`, `k1001` and so on, and makes the calls. Tells how many entries there were, how
 * many of them no longer hold what they held, what ended the filling, and of each call how it ended and what it changed.
 */
const fill: Probe<Filling> = (input, t) => {
  const text = (piece: Piece): DictValue => (typeof piece === 'object' ? 'x'.repeat(piece.characters) : piece);
  const zone = t.zone(input.zone);
  zone.clear();
  const filler = text(input.filler);
  const most = typeof input.until === 'number' ? input.until : 1000;
  let entries = 0;
  let end = 'enough';
  while (entries < most && end === 'enough') {
    const added = t.attempt(() => zone.add(`k${1000 + entries}`, filler));
    if (added[0] === 'returned') entries++;
    else end = `${added[1]}`;
    if (input.until === 'no free page' && zone.freeSpace() === 0) end = 'no free page';
  }
  const calls = input.calls.map((call) => {
    const size = zone.size();
    const free = zone.freeSpace();
    const ended = t.attempt(() => {
      const value = t.invoke(zone, `${call[0]}`, call.slice(1).map(text));
      return value === zone ? { itself: true } : value;
    });
    return { ended, grown: zone.size() - size, freed: zone.freeSpace() - free };
  });
  let lost = 0;
  for (let i = 0; i < entries; i++) if (zone.get(`k${1000 + i}`) !== filler) lost++;
  return { entries, lost, end, calls };
};

const filling = (zone: ZoneName, until: Filling['until'], calls: readonly Call[]): Filling => ({
  zone,
  filler: seven(zone),
  until,
  calls: calls.map(([operation, key = '', ...args]) => [operation, key, ...args.map((arg) => valueIn(zone, arg))]),
});

/** The dictionary is as it was. */
const REFUSED: Expectation = record({ ended: attempted(FULL), grown: 0, freed: 0 });

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
  input: ({ zone, until, given, then }: WhenFilled) => {
    const inTurn = then.flatMap((_, i) => given.slice(i % given.length).slice(0, 1));
    return filling(zone, until, inTurn);
  },
  probe: fill,
  expect: ({ zone, until, then, changed = 0 }) => {
    const calls = then.map((end) =>
      typeof end === 'object' && 'throws' in end ? REFUSED : record({ ended: attempted(valueIn(zone, end)) }),
    );
    return record({ end: until, lost: changed, calls: list(...calls) });
  },
});

const tooMany = fc.integer({ min: CAPACITY, max: 2 * CAPACITY });

/** What is larger than the whole dictionary never fits, be it key or value, with one entry there or more. */
export const refusesTooLarge = property({
  setup: inZone,
  inputs: ({ zone, operation, large }: InZone & { readonly operation: string; readonly large: 'key' | 'value' }) =>
    fc.tuple(tooMany, fc.integer({ min: 1, max: 50 })).map(([characters, entries]) => {
      const key = large === 'key' ? { characters } : operation === 'replace' ? 'k1000' : 'a';
      return filling(zone, entries, [[operation, key, large === 'value' ? { characters } : '7']]);
    }),
  probe: fill,
  expect: () => record({ lost: 0, calls: list(REFUSED) }),
});

/** Values of any size go in until one is refused, and all of them together are no more than the capacity. */
export const holdsNoMore = property({
  setup: inZone,
  inputs: ({ zone }: InZone) =>
    fc
      .record({ characters: fc.integer({ min: 30, max: 6000 }) })
      .map((filler) => ({ ...filling(zone, 'SharedMemoryError', []), filler })),
  probe: fill,
  expect: ({ filler }) =>
    record({ end: 'SharedMemoryError', lost: 0, entries: between(0, CAPACITY / (5 + filler.characters)) }),
});

/** Free space is a count of bytes, from none to all of them. */
export const measuresSpace = example({
  setup: (data: { zone: Zone; bytes: number }) => [http(zone(data.zone))],
  input: ({ zone }) => zone.name,
  probe: (name, t) => {
    const zone = t.zone(name);
    zone.clear();
    return { free: zone.freeSpace(), part: zone.freeSpace() % 1 };
  },
  expect: ({ bytes }) => record({ free: between(1, bytes), part: 0 }),
});
