/** The default law: a plain vector of one call, what it is made on, and how it ends. */
import type { Plain } from '../../spec/types/requirement.js';
import { decode } from './encoding.js';
import { anything, attempted, type Expectation, record, throws } from './expectation.js';
import { example } from './law.js';
import { http, type Setup, zone } from './setup.js';

/** How a call ends, and what it leaves behind of what it was made on. */
export interface CallEnd {
  /** In the tagged encoding; `{ $itself: true }` is what the call was made on. */
  readonly returns?: Plain;
  /** One of these errors; an empty list stands for any. */
  readonly throws?: string | readonly string[];
  /** Of a dictionary its entries, which stay as they were unless said otherwise; of a value itself. */
  readonly leaves?: Plain;
}

/** Data of a vector. */
export interface Called {
  /**
   * What the call is made on: a dotted path (`Buffer`, `srv`, `r`, `querystring`), a value in the tagged encoding, or
   * `zone-string` and `zone-number`, a shared dictionary of that type.
   */
  readonly on: Plain;
  /** Entries that a dictionary has before. */
  readonly holding?: { readonly [key: string]: Plain };
  /** Where it is named apart, as for an axis of members of one kind, `given` holds the arguments alone. */
  readonly member?: string;
  readonly given: readonly Plain[];
  readonly then: CallEnd;
}

const ZONES: { readonly [on: string]: { readonly name: string; readonly type: 'string' | 'number' } } = {
  'zone-string': { name: 'calledStrings', type: 'string' },
  'zone-number': { name: 'calledNumbers', type: 'number' },
};

const zoneOf = ({ on }: Called) => (typeof on === 'string' ? ZONES[on] : undefined);

/** What the probe is told: exactly one of zone, path and value. */
interface Order {
  readonly zone?: string;
  readonly entries: readonly (readonly [string, unknown])[];
  readonly path?: string;
  readonly value?: unknown;
  readonly member: string;
  readonly args: readonly unknown[];
}

function orderOf(data: Called): Order {
  const [member, ...args] = data.member === undefined ? data.given : [data.member, ...data.given];
  const call = { member: String(member), args: args.map(decode), entries: [] };
  const zone = zoneOf(data);
  const { on, holding = {} } = data;
  if (zone !== undefined)
    return { ...call, zone: zone.name, entries: Object.entries(holding).map(([key, value]) => [key, decode(value)]) };
  return typeof on === 'string' ? { ...call, path: on } : { ...call, value: decode(on) };
}

const setupOf = (data: Called): Setup => {
  const of = zoneOf(data);
  return of === undefined ? [] : [http(zone({ ...of, size: '1m' }))];
};

/** Makes the call, and looks at what it was made on afterwards. */
export const calls = example({
  setup: setupOf,
  input: orderOf,
  probe: (order, t) => {
    const dictionary = order.zone === undefined ? undefined : t.zone(order.zone);
    if (dictionary !== undefined) {
      dictionary.clear();
      order.entries.forEach((entry) => {
        t.invoke(dictionary, 'set', entry);
      });
    }
    const on = dictionary !== undefined ? dictionary : order.path === undefined ? order.value : t.at(order.path);
    const outcome = t.attempt(() => {
      const value = t.invoke(on, order.member, order.args);
      return value === on ? { itself: true } : value;
    });
    if (dictionary === undefined) return { outcome, left: order.path === undefined ? on : undefined };
    const left: { [key: string]: unknown } = {};
    dictionary.keys().forEach((key) => {
      left[key] = dictionary.get(key);
    });
    return { outcome, left };
  },
  expect: (data: Called) => {
    const { holding = {}, then } = data;
    const leaves = then.leaves ?? (zoneOf(data) === undefined ? undefined : holding);
    return record({ outcome: endOf(then), ...(leaves === undefined ? {} : { left: decode(leaves) }) });
  },
});

function endOf(then: CallEnd): Expectation {
  if (then.throws !== undefined) return attempted(throws(...[then.throws].flat()));
  if (!('returns' in then)) return attempted(anything);
  return attempted(isItself(then.returns) ? { itself: true } : decode(then.returns ?? null));
}

const isItself = (value: Plain | undefined): boolean =>
  typeof value === 'object' && value !== null && '$itself' in value && value.$itself === true;
