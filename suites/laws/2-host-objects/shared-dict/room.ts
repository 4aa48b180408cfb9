/** How much a dictionary holds: 2/errors/shared-dict. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { attempted, between, type Expectation, list, presumed, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { ownName } from '../../../language/setup.js';
import { type CallsToPerform, callIn, type DictCall, judged, perform } from './calls.js';
import { FULL } from './operations.js';
import { type DictValue, type InZone, inZone, valueIn } from './zones.js';

/** Bytes of the small zones, and of the keys that a dictionary is filled with. */
const CAPACITY = 32768;
const KEY = 5;

/** Operations that only read need no room. */
type DictCallEnd = DictValue | boolean | { readonly itself: true } | { readonly throws: 'SharedMemoryError' };

interface FillingRow extends InZone {
  /** What each entry holds that the dictionary is filled with; 7 unless something else is given. */
  readonly filler?: Plain;
  readonly until: NonNullable<CallsToPerform['until']>;
  /** Calls that are made then, in turn, until each has its end in `then`. */
  readonly given?: readonly DictCall[];
  readonly then?: readonly DictCallEnd[];
  /** How often all that is done; once unless said otherwise. */
  readonly times?: number;
  /** Entries of the filling that the calls change or remove. */
  readonly changed?: number;
}

/** An entry like those that the dictionary is filled with is there before. */
const first = ({ zone, filler = '7' }: FillingRow) => callIn(zone, ['set', 'k0000', filler]);

/** The dictionary is as it was. */
const REFUSED: Expectation = record({ ended: attempted(FULL), same: true, freed: 0 });

const endsOf = ({ then = [], times = 1 }: FillingRow): readonly DictCallEnd[] =>
  Array.from({ length: times }, () => then).flat();

/** Calls on a dictionary that holds some entries, is full of them, or has no free page left. Where there are none, it is seen how many it held. */
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
      typeof end === 'object' && 'throws' in end ? REFUSED : record({ ended: attempted(valueIn(zone, end)) }),
    );
    const most = CAPACITY / (KEY + `${decode(data.filler ?? '')}`.length);
    const end = typeof until === 'number' ? presumed('add() of a few entries', until) : until;
    const held = calls.length === 0 ? { entries: between(0, most) } : {};
    return judged('', [first(data)], { end, lost: changed, calls: list(...calls), ...held });
  },
});

/** Small entries without end, of which a dictionary of that size cannot hold all: each is there once it was added. */
export const makesRoom = example({
  setup: inZone,
  input: ({ zone }: InZone, at): CallsToPerform => {
    const [, , ...filler] = callIn(zone, ['add', 'b', '7']);
    return { zones: [ownName(at, zone)], before: [], stored: [], filler, until: 1000, calls: [], looks: [] };
  },
  probe: perform,
  expect: () => judged('', [], { end: 1000, calls: list(), lost: between(1, 999) }),
});
