/**
 * 2/shared-dictionary-srv-shared-shared-dict, 2/shared-dict-operations, 2/errors/add and 2/errors/incr: single calls, what
 * they leave behind, and what they refuse for its type.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  anything, attempted, between, type Expectation, each, equal, presumed, record, throws,
} from '../../../language/expectation.js'; // biome-ignore format: a list
import { example } from '../../../language/law.js';
import { http, ownName, type Zone, zone } from '../../../language/setup.js';
import type { Probe } from '../../../language/trial.js';
import { type DictValue, type InZone, inZone, valueIn, type ZoneName } from './zones.js';

/** A property of the dictionary that a zone declares. */
export const declares = example({
  setup: ({ zone: declaration }: { zone: Zone; member: string; value: DictValue }) => [http(zone(declaration))],
  input: ({ zone, member }) => `srv.shared.${zone.name}.${member}`,
  probe: (path, t) => t.at(path),
  expect: ({ value }) => equal(value),
});

/** Values are written as texts; in a zone of numbers they are the numbers that these spell. */
export interface Effect extends InZone {
  /** What the dictionary holds before. */
  readonly holding?: Contents;
  readonly given: readonly [operation: string, ...args: Plain[]];
  /** How the call ends, of which nothing is judged where nothing is said, and what is left: what was there, unless it says otherwise. */
  readonly then: {
    readonly returns?: Plain;
    readonly between?: readonly [low: number, high: number];
    readonly throws?: string;
    readonly leaves?: Contents;
  };
}

type Contents = { readonly [key: string]: string };

interface Order {
  /** In which all of it is done; a further one for each time that it is done anew. */
  readonly zones: readonly string[];
  /** Calls that are made first, one right after the other; then milliseconds may pass until the call on trial. */
  readonly before: readonly (readonly unknown[])[];
  /** Keys that are there then. */
  readonly stored: readonly string[];
  readonly wait?: number;
  readonly call: readonly unknown[];
  /** Keys that are looked at in the end. */
  readonly looks: readonly string[];
}

/**
 * Tells how often what was made first failed or stored nothing, which of the stored keys `get` and `has` then miss, how the call ended, what
 * the keys hold that are there, and keys of which `has` tells and `get` does not. Anew in another zone, and after a pause, when the calls took so long
 * that what is brief may have gone meanwhile, or the wait so long that little may be left of what lasts. Async where time passes only: some hosts lose outcomes.
 */
export const perform: Probe<Order> = (input, t) => {
  const make = (zone: unknown, call: readonly unknown[]): unknown => t.invoke(zone, `${call[0]}`, call.slice(1));
  const start = (name: string) => {
    const zone = t.zone(name);
    const fails = (call: readonly unknown[]): boolean => {
      if (t.attempt(() => make(zone, call))[0] === 'threw') return true;
      const stores = call[0] === 'set' || call[0] === 'add' || call[0] === 'incr';
      return stores && zone.get(`${call[1]}`) === undefined && !zone.has(`${call[1]}`);
    };
    const failed = input.before.filter(fails).length;
    const notGot = input.stored.filter((key) => zone.get(key) === undefined).length;
    return { zone, failed, notGot, notHad: input.stored.filter((key) => !zone.has(key)).length };
  };
  const finish = (begun: ReturnType<typeof start>): unknown => {
    const zone = begun.zone;
    const ended = t.attempt(() => {
      const value = make(zone, input.call);
      return value === zone ? { itself: true } : value;
    });
    const left = input.looks.filter((key) => zone.get(key) !== undefined).map((key) => [key, zone.get(key)]);
    const torn = input.looks.filter((key) => zone.get(key) === undefined && zone.has(key)).length;
    return { failed: begun.failed, notGot: begun.notGot, notHad: begun.notHad, ended, torn, left, late: false };
  };
  const later = async (wait: number, tries: number): Promise<unknown> => {
    const from = Date.now();
    const begun = start(`${input.zones[tries]}`);
    const took = Date.now() - from;
    await t.wait(wait);
    const again = Date.now();
    const found = finish(begun);
    if (took + Date.now() - again <= 20 && again - from <= 1000) return found;
    if (tries + 1 === input.zones.length) return { late: true };
    await t.wait(50 * tries);
    return later(wait, tries + 1);
  };
  return input.wait === undefined ? finish(start(`${input.zones[0]}`)) : later(input.wait, 0);
};

/** A call; the key, its first argument, is text in either kind of zone. */
export const callIn = (zone: ZoneName, [operation, ...args]: Effect['given']): [string, ...unknown[]] => [
  operation,
  ...args.map(decode).map((arg, i) => (i === 0 ? arg : valueIn(zone, arg))),
];

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);

const setIn = (zone: ZoneName, contents: Contents) =>
  entriesIn(zone, contents).map(([key, value]) => ['set', key, value]);

const entriesIn = (zone: ZoneName, contents: Contents): [string, DictValue][] =>
  Object.entries(contents)
    .sort(([a], [b]) => inOrder(a, b))
    .map(([key, value]) => [key, valueIn(zone, value)]);

/**
 * How a call ends. What was made before it is presumed to have stored what it should, save where that is on trial itself: a
 * `set` that stores nothing violates what `set` must do, and leaves the rest unobserved.
 */
export const judged = (
  operation: string,
  before: Order['before'],
  fields: { readonly ended?: Expectation; readonly left?: Expectation },
): Expectation => {
  const { ended = anything, ...more } = fields;
  const first = [...new Set(before.map(([name]) => `${name}()`))].join(' and ');
  const missed = (by: string) => presumed(`keys that ${by}() misses after ${first}`, 0);
  const stored =
    operation === 'get'
      ? { notHad: missed('has') }
      : operation === 'set'
        ? { notHad: 0, notGot: missed('get') }
        : { notGot: missed('get') };
  const torn =
    operation === 'get' || operation === 'has'
      ? {}
      : { torn: presumed('keys that has() tells of and get() does not', 0) };
  return record({
    late: presumed('the target was held up too long', false),
    failed: operation === 'set' ? 0 : presumed(`failures of ${first}`, 0),
    ...stored,
    ended,
    ...torn,
    ...more,
  });
};

export const ends = (
  zone: ZoneName,
  operation: string,
  before: Order['before'],
  then: Effect['then'],
  holding: Contents = {},
): Expectation => {
  const any = then.between === undefined ? anything : between(...then.between);
  const returned = then.returns === undefined ? any : valueIn(zone, decode(then.returns));
  const ended = attempted(then.throws === undefined ? returned : throws(then.throws));
  return judged(operation, before, { ended, left: equal(entriesIn(zone, then.leaves ?? holding)) });
};

/** Keys that stand in an effect's data, each once and in the order of their entries. */
const keysOf = ({ holding = {}, given: [, key], then: { leaves = {} } }: Effect): string[] =>
  [...new Set([...Object.keys(holding), ...Object.keys(leaves), ...(typeof key === 'string' ? [key] : [])])].sort(
    inOrder,
  );

export const effects = example({
  setup: inZone,
  input: (data: Effect, at) => ({
    zones: [ownName(at, data.zone)],
    before: setIn(data.zone, data.holding ?? {}),
    stored: Object.keys(data.holding ?? {}),
    call: callIn(data.zone, data.given),
    looks: keysOf(data),
  }),
  probe: perform,
  expect: ({ zone, given, then, holding = {} }) => ends(zone, given[0], setIn(zone, holding), then, holding),
});

interface Apart {
  /** Of the two dictionaries, whose names are alike. */
  readonly names: readonly [string, string];
  readonly types: readonly ['string' | 'number', 'string' | 'number'];
}

const valuesOf = ({ types }: Apart): [DictValue, DictValue] => [
  types[0] === 'number' ? 1 : '1',
  types[1] === 'number' ? 2 : '2',
];

/** What two dictionaries hold under the same keys, and the first of them once the other is emptied. */
export const apart = example({
  setup: ({ names, types }: Apart) => [
    http(zone({ name: names[0], type: types[0], size: '32k' }), zone({ name: names[1], type: types[1], size: '32k' })),
  ],
  input: (data) => ({ names: data.names, values: valuesOf(data) }),
  probe: (input, t) => {
    const one = t.zone(input.names[0]);
    const other = t.zone(input.names[1]);
    const keys = ['a', 'A', 'constructor', `${input.names[0]}`, `${input.names[1]}`];
    keys.forEach((key) => {
      one.set(key, input.values[0]);
      other.set(key, input.values[1]);
    });
    const second = keys.map((key) => other.get(key));
    const first = keys.map((key) => one.get(key));
    keys.forEach((key) => {
      other.pop(key);
    });
    other.clear();
    return { second, first, still: keys.map((key) => one.get(key)) };
  },
  expect: (data) => {
    const [one, other] = valuesOf(data).map((value) => each(equal(value), 5));
    return record({ second: presumed('set() and get()', other), first: one, still: one });
  },
});

type Refusal = InZone & { readonly operation: string; readonly key: string; readonly args: readonly Plain[] };

const HELD = { held: '7' };

/** Arguments after the key that an operation refuses, whether the key is there or not; nothing changes. */
export const refuses = example({
  setup: inZone,
  input: ({ zone, operation, key, args }: Refusal, at) => ({
    zones: [ownName(at, zone)],
    before: setIn(zone, HELD),
    stored: Object.keys(HELD),
    call: [operation, key, ...args.map(decode)],
    looks: [...Object.keys(HELD), 'missing'],
  }),
  probe: perform,
  expect: ({ zone, operation }) => ends(zone, operation, setIn(zone, HELD), { throws: 'TypeError' }, HELD),
});
