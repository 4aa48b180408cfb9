/** The capacity of a dictionary: 2/errors/shared-dict. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { attempted, between, type Expectation, list, presumed, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { ownName } from '../../../language/setup.js';
import { type CallsToPerform, callIn, type DictCall, judged, perform } from './calls.js';
import { FULL } from './operations.js';
import { type DictValue, type InZone, inZone, valueIn } from './zones.js';

/** Bytes of the small zones, and of the keys that fill a dictionary. */
const CAPACITY = 32768;
const KEY = 5;

/** Operations that only read need no memory. */
type DictCallEnd = DictValue | boolean | { readonly itself: true } | { readonly throws: 'SharedMemoryError' };

interface FillingRow extends InZone {
  /** The value of each entry that fills the dictionary; the default is 7. */
  readonly filler?: Plain;
  readonly until: NonNullable<CallsToPerform['until']>;
  /** Calls that are made next, in turn, until each has its end in `then`. */
  readonly given?: readonly DictCall[];
  readonly then?: readonly DictCallEnd[];
  /** How often everything is repeated; the default is once. */
  readonly times?: number;
  /** Entries of the filling that the calls change or remove. */
  readonly changed?: number;
}

/** An entry like those that fill the dictionary exists before. */
const first = ({ zone, filler = '7' }: FillingRow) => callIn(zone, ['set', 'k0000', filler]);

/** The dictionary is unchanged. */
const REFUSED: Expectation = record({ outcome: attempted(FULL), same: true, freed: 0 });

const endsOf = ({ then = [], times = 1 }: FillingRow): readonly DictCallEnd[] =>
  Array.from({ length: times }, () => then).flat();

/** Calls on a dictionary that has entries, is full, or has no free page. Without calls, its entries are counted. */
export const whenFilled = example({
  setup: inZone,
  input: (data: FillingRow, at) => {
    const { zone, until, given = [] } = data;
    const inTurn = endsOf(data).flatMap((_, i) => given.slice(i % given.length).slice(0, 1));
    const calls = inTurn.map((call) => callIn(zone, call));
    const filler = first(data).slice(2);
    return { zones: [ownName(at, zone)], before: [first(data)], filler, until, stored: ['k0000'], calls, looks: [] };
  },
  probe: perform,
  expect: (data) => {
    const { zone, until, changed = 0 } = data;
    const calls = endsOf(data).map((end) =>
      typeof end === 'object' && 'throws' in end ? REFUSED : record({ outcome: attempted(valueIn(zone, end)) }),
    );
    const most = CAPACITY / (KEY + `${decode(data.filler ?? '')}`.length);
    const end = typeof until === 'number' ? presumed('add() of a few entries', until) : until;
    const held = calls.length === 0 ? { entries: between(0, most) } : {};
    return judged('', [first(data)], { end, lost: changed, calls: list(...calls), ...held });
  },
});

/** Endless small entries, more than a dictionary of that size can hold: each exists right after it was added. */
export const makesRoom = example({
  setup: inZone,
  input: ({ zone, by = 'add' }: InZone & Pick<CallsToPerform, 'by'>, at): CallsToPerform => {
    const [, , ...filler] = callIn(zone, ['add', 'b', '7']);
    return { zones: [ownName(at, zone)], before: [], stored: [], filler, by, until: 1000, calls: [], looks: [] };
  },
  probe: perform,
  expect: () => judged('', [], { end: 1000, calls: list(), lost: between(1, 999) }),
});
