/** How much a dictionary holds: 2/errors/shared-dict, and 2/shared-dict-operations/free-space. */
import fc from 'fast-check';
import { all, between, type Expectation, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, type Zone, zone } from '../../../language/setup.js';
import type { Probe } from '../../../language/trial.js';
import { type InZone, inZone, seven, type Value, valueIn, type ZoneName } from './zones.js';

export { survivesRewriting } from './requests.js';
export { sequences } from './sequences.js';

/** Bytes of the small zones, and more small entries than such a zone has room for. */
const CAPACITY = 32768;
const MORE_THAN_FITS = 1000;

/** A value, or a text of so many characters; in a zone of numbers texts are the numbers that they spell. */
type Piece = Value | { readonly characters: number };
type Call = readonly [operation: string, ...args: Piece[]];

/** When to stop filling, besides when an entry is refused. */
type Until = number | 'no free page' | 'refused';

interface Filling {
  readonly zone: string;
  /** What each entry holds that the dictionary is filled with. */
  readonly filler: Piece;
  readonly until: Until;
  /** Calls that are made then, one after the other. */
  readonly calls: readonly Call[];
}

interface Filled {
  /** Free space of the dictionary when empty and when filled. */
  readonly empty: number;
  readonly filled: number;
  /** Entries that it was filled with, the error that ended it, and how many still hold what they held. */
  readonly entries: number;
  readonly error: string;
  readonly intact: number;
  /** Of each call how it ended, and the size and free space thereafter. */
  readonly calls: readonly { readonly ended: readonly unknown[]; readonly size: number; readonly free: number }[];
}

/** Fills a dictionary with entries `k1000`, `k1001` and so on, and makes the calls. */
const fill: Probe<Filling> = (input, t) => {
  const text = (piece: Piece): Value => (typeof piece === 'object' ? 'x'.repeat(piece.characters) : piece);
  const zone = t.zone(input.zone);
  zone.clear();
  const empty = zone.freeSpace();
  const filler = text(input.filler);
  let entries = 0;
  let error = 'none';
  const most = typeof input.until === 'number' ? input.until : 1000;
  while (entries < most && error === 'none') {
    if (input.until === 'no free page' && zone.freeSpace() === 0) break;
    const added = t.attempt(() => zone.add(`k${1000 + entries}`, filler));
    if (added[0] === 'returned') entries++;
    else error = `${added[1]}`;
  }
  const filled = zone.freeSpace();
  const calls = input.calls.map((call) => {
    const ended = t.attempt(() => {
      const value = t.invoke(zone, `${call[0]}`, call.slice(1).map(text));
      return value === zone ? 'itself' : value;
    });
    return { ended, size: zone.size(), free: zone.freeSpace() };
  });
  let intact = 0;
  for (let i = 0; i < entries; i++) if (zone.get(`k${1000 + i}`) === filler) intact++;
  return { empty, filled, entries, error, intact, calls };
};

const isFilled = (found: unknown): found is Filled =>
  typeof found === 'object' && found !== null && 'calls' in found && Array.isArray(found.calls);

/** Judges what came of filling a dictionary. */
const account = (claim: string, test: (found: Filled) => true | string): Expectation =>
  satisfies(claim, (found) => (isFilled(found) ? test(found) : 'it is no account of a dictionary'));

const filling = (zone: ZoneName, until: Until, calls: readonly Call[]): Filling => ({
  zone,
  filler: seven(zone),
  until,
  calls: calls.map(([operation, key = '', ...args]) => [operation, key, ...args.map((arg) => valueIn(zone, arg))]),
});

interface WhenFilled extends InZone {
  readonly until: 'no free page' | 'refused';
  readonly given: readonly Call[];
  /** How the calls end; a name of an error for one that is thrown. */
  readonly then: readonly (Value | boolean)[];
  /** Entries of the filling that the calls change or remove. */
  readonly changed?: number;
  /** The calls are made once more, and end alike. */
  readonly twice?: boolean;
}

const FULL = 'SharedMemoryError';

/** What is wrong with calls of which those that throw leave everything as it is. */
function callsComplaint(found: Filled, then: WhenFilled['then'], changed = 0): true | string {
  const { calls, entries, filled, intact } = found;
  const before = (i: number) => calls[i - 1] ?? { size: entries, free: filled };
  for (const [i, { ended, size, free }] of calls.entries()) {
    const end = then[i % then.length];
    const wanted = end === FULL ? `threw ${FULL}` : `returned ${end}`;
    if (ended.join(' ') !== wanted) return `call ${i + 1} ${ended.join(' ')}`;
    if (end === FULL && (size !== before(i).size || free !== before(i).free))
      return `size ${size} of ${before(i).size}, free space ${free} of ${before(i).free}`;
  }
  return intact === entries - changed || `${entries - changed - intact} of ${entries} earlier entries are lost`;
}

/** Calls on a dictionary that is full of small entries, or has no free page left. */
export const whenFilled = example({
  setup: inZone,
  input: ({ zone, until, given, twice = false }: WhenFilled) =>
    filling(zone, until, twice ? [...given, ...given] : given),
  probe: fill,
  expect: ({ until, then, changed }) =>
    account(`it fills until ${until}; then calls end: ${then.join(', ')}`, (found) => {
      const reached = until === 'refused' ? found.error === FULL : found.error === 'none' && found.filled === 0;
      if (!reached) return `${found.entries} entries, ${found.error}, free space ${found.filled}`;
      return callsComplaint(found, then, changed);
    }),
});

/** What is larger than the whole dictionary never fits, be it key or value, with one entry there or more. */
export const refusesTooLarge = property({
  setup: inZone,
  inputs: ({ zone, operation, large }: InZone & { readonly operation: string; readonly large: 'key' | 'value' }) =>
    fc
      .tuple(fc.integer({ min: CAPACITY, max: 2 * CAPACITY }), fc.integer({ min: 1, max: 50 }))
      .map(([characters, entries]) => {
        const key = large === 'key' ? { characters } : operation === 'replace' ? 'k1000' : 'a';
        return filling(zone, entries, [[operation, key, large === 'value' ? { characters } : '7']]);
      }),
  probe: fill,
  expect: () => account(`it throws ${FULL}, and nothing changes`, (found) => callsComplaint(found, [FULL])),
});

/** Values of any size go in until one is refused, and all of them together are no more than the capacity. */
export const holdsNoMore = property({
  setup: inZone,
  inputs: ({ zone }: InZone) =>
    fc
      .integer({ min: 30, max: 6000 })
      .map((characters) => ({ ...filling(zone, 'refused', []), filler: { characters } })),
  probe: fill,
  expect: ({ filler }) =>
    account(`${FULL} before keys and values come to ${CAPACITY} bytes, and all that was stored is there`, (found) => {
      const { entries, error, intact } = found;
      if (error !== FULL || entries === MORE_THAN_FITS) return `${entries} entries, ${error}`;
      if (entries * (5 + filler.characters) > CAPACITY) return `${entries} entries were stored`;
      return intact === entries || `${entries - intact} of ${entries} entries are lost`;
    }),
});

/** Free space is a count of bytes, from none to all of them. */
export const measuresSpace = example({
  setup: (data: { zone: Zone; bytes: number }) => [http(zone(data.zone))],
  input: ({ zone }) => zone.name,
  probe: (name, t) => {
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
