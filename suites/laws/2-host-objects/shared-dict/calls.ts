/**
 * 2/shared-dictionary-srv-shared-shared-dict, 2/shared-dict-operations, 2/errors/add and 2/errors/incr: single calls, what
 * they leave behind, and what they refuse for its type.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  anything, attempted, between, type Expectation, each, list, presumed, record, throws, typed,
} from '../../../language/expectation.js'; // biome-ignore format: a list
import { example } from '../../../language/law.js';
import { http, ownName, type Zone, zone } from '../../../language/setup.js';
import { type Doing, orderOf, type StepExpectations } from '../../../language/steps.js';
import type { Probe } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { followOne, mustGive } from '../../support/steps.js';
import { type DictValue, type InZone, inZone, valueIn, type ZoneName } from './zones.js';

/** Steps on dictionaries that are declared so. */
export const gives = example({
  setup: ({ zones }: Doing & StepExpectations & { readonly zones: readonly Zone[] }) => [http(...zones.map(zone))],
  input: (data) => orderOf(data),
  probe: followOne,
  expect: mustGive,
});

/** An operation and its arguments. Values are written as texts; in a zone of numbers they are the numbers that these spell. */
export type DictCall = readonly [operation: string, ...args: Plain[]];
type DictContents = { readonly [key: string]: string };

/** A call on a dictionary that holds this before. */
export interface DictEffect extends InZone {
  readonly holding?: DictContents;
  readonly given: readonly Plain[];
  /** Where these are axes, `given` holds the other arguments, which are passed as they are written in either kind of zone. */
  readonly operation?: string;
  readonly key?: string;
  /** How the call ends, of which nothing is judged where nothing is said, and what is left: what was there, unless it says otherwise. */
  readonly then: {
    readonly returns?: Plain;
    readonly between?: readonly [low: number, high: number];
    readonly throws?: string;
    readonly leaves?: DictContents;
    /** Only of which type what is left is. */
    readonly types?: 'string' | 'number';
  };
}

/** An operation and its arguments as scripts pass them. */
export type CallList = readonly (readonly unknown[])[];

export interface CallsToPerform {
  /** In which all of it is done; a further one for each time that it is repeated. */
  readonly zones: readonly string[];
  /** Calls so long before all others that what they leave has expired. */
  readonly former?: CallList;
  /** Milliseconds after which it is too late to go on behind them. */
  readonly latest?: number;
  /** Calls that are made first, one right after the other. */
  readonly before: CallList;
  /** So many entries are set then, `key-0`, `key-1` and so on, each to its number. */
  readonly numbered?: { readonly count: number; readonly numbers: boolean };
  /** Entries `k1000`, `k1001` and so on are added then, with these arguments, until so many are there or the named end comes. */
  readonly filler?: readonly unknown[];
  readonly until?: number | 'no free page' | 'SharedMemoryError';
  /** Keys that are there then. */
  readonly stored: readonly string[];
  /** Milliseconds that pass until the calls on trial, which are made one after the other. */
  readonly wait?: number;
  readonly calls: CallList;
  /** Keys that are looked at in the end. */
  readonly looks: readonly string[];
}

/** A call in a target; each function up to `perform` is lifted with it. */
const makeCall = (t: World, zone: unknown, call: readonly unknown[]): unknown => {
  const value = t.invoke(zone, `${call[0]}`, call.slice(1));
  return value === zone ? { itself: true } : value;
};

/** All that comes before the calls on trial. */
const startIn = (name: string, t: World, input: CallsToPerform, make: typeof makeCall) => {
  const zone = t.zone(name);
  const filler = input.filler || [];
  const fails = (call: readonly unknown[]): boolean => {
    if (t.attempt(() => make(t, zone, call))[0] === 'threw') return true;
    const stores = call[0] === 'set' || call[0] === 'add' || call[0] === 'incr';
    return stores && zone.get(`${call[1]}`) === undefined && !zone.has(`${call[1]}`);
  };
  const numbered = input.numbered || { count: 0, numbers: false };
  const before = input.before.slice();
  for (let i = 0; i < numbered.count; i++) before.push(['set', `key-${i}`, numbered.numbers ? i : `${i}`]);
  const failed = before.filter(fails).length;
  let entries = 0;
  let end: unknown = input.until === undefined ? 'nothing to fill' : undefined;
  while (end === undefined) {
    const args: unknown[] = [`k${1000 + entries}`];
    const added = t.attempt(() => t.invoke(zone, 'add', args.concat(filler)));
    if (added[0] === 'threw') end = added[1];
    else if (zone.get(`k${1000 + entries}`) !== filler[0]) end = 'nothing is added';
    else entries++;
    if (entries === input.until || entries === 1000) end = entries;
    if (input.until === 'no free page' && zone.freeSpace() === 0) end = 'no free page';
  }
  const notGot = input.stored.filter((key) => zone.get(key) === undefined).length;
  return { zone, failed, entries, end, notGot, notHad: input.stored.filter((key) => !zone.has(key)).length };
};

/** The calls on trial, and what they leave. */
const finishIn = (
  begun: ReturnType<typeof startIn>,
  t: World,
  input: CallsToPerform,
  make: typeof makeCall,
): object => {
  const zone = begun.zone;
  const calls = input.calls.map((call) => {
    if (input.until === undefined) return { ended: t.attempt(() => make(t, zone, call)) };
    const under = zone.get(`${call[1]}`);
    const free = zone.freeSpace();
    const ended = t.attempt(() => make(t, zone, call));
    return { ended, same: zone.get(`${call[1]}`) === under, freed: zone.freeSpace() - free };
  });
  const left = input.looks.filter((key) => zone.get(key) !== undefined).map((key) => [key, zone.get(key)]);
  const torn = input.looks.filter((key) => zone.get(key) === undefined && zone.has(key)).length;
  let lost = 0;
  for (let i = 0; i < begun.entries; i++) if (zone.get(`k${1000 + i}`) !== (input.filler || [])[0]) lost++;
  const found = { failed: begun.failed, notGot: begun.notGot, notHad: begun.notHad, calls, torn, left, late: false };
  return Object.assign(found, { end: begun.end, entries: begun.entries, lost });
};

/**
 * Reports how often what was made first failed or stored nothing, which of the stored keys `get` and `has` then miss, how the calls ended, what
 * the keys hold that are there, and keys that `has` finds and `get` does not, and whether all of it was quick; of a dictionary that was filled how many
 * entries there were, how many are lost, and what each call changed. Repeated in another zone, and after a pause, when the calls took so long
 * that what is brief may have gone meanwhile, or the wait so long that little may be left of what lasts. Async where time passes only: some
 * hosts lose outcomes.
 */
export const perform: Probe<CallsToPerform> = liftedWith(
  (input: CallsToPerform, t, start, finish, make) => {
    const fills = input.until !== undefined;
    const later = async (wait: number, tries: number): Promise<unknown> => {
      const name = `${input.zones[tries]}`;
      const former = input.former || [];
      const first = Date.now();
      former.forEach((call) => {
        t.attempt(() => make(t, t.zone(name), call));
      });
      if (former.length > 0) await t.wait(wait);
      const from = Date.now();
      const begun = start(name, t, input, make);
      const took = Date.now() - from;
      const isLate = input.latest !== undefined && Date.now() - first > input.latest;
      await t.wait(wait);
      const again = Date.now();
      const found = finish(begun, t, input, make);
      const isLast = tries + 1 === input.zones.length;
      // What was added may have expired before it was looked for.
      if (fills && (begun.end !== 'nothing is added' || isLast)) return found;
      if (!fills && !isLate && took + Date.now() - again <= 20 && again - from <= 4000) return found;
      if (isLast) return { late: true };
      await t.wait(50 * tries);
      return later(wait, tries + 1);
    };
    if (input.wait !== undefined) return later(input.wait, 0);
    const from = Date.now();
    const found = finish(start(`${input.zones[0]}`, t, input, make), t, input, make);
    return Object.assign(found, { quick: Date.now() - from < 100 });
  },
  startIn,
  finishIn,
  makeCall,
);

/** A call; the key, its first argument, is text in either kind of zone. */
export const callIn = (zone: ZoneName, [operation, ...args]: DictCall): [string, ...unknown[]] => [
  operation,
  ...args.map(decode).map((arg, i) => (i === 0 ? arg : valueIn(zone, arg))),
];

const entriesIn = (zone: ZoneName, contents: DictContents): [string, DictValue][] =>
  Object.entries(contents)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, valueIn(zone, value)]);

/**
 * How calls end, of which one is on trial. What was made before it is presumed to have stored what it should, save where that
 * is on trial itself: a `set` that stores nothing violates what `set` must do, and leaves the rest unobserved.
 */
export const judged = (
  operation: string,
  before: CallList,
  { ended = anything, ...more }: { readonly ended?: Expectation; readonly [name: string]: unknown },
): Expectation => {
  const first = [...new Set(before.map(([name]) => `${name}()`))].join(' and ');
  const missed = (by: string) => presumed(`keys that ${by}() misses after ${first}`, 0);
  const stored = operation === 'get' ? { notHad: missed('has') } : { notGot: missed('get') };
  const looks = operation === 'get' || operation === 'has';
  return record({
    late: presumed('the target was held up too long', false),
    failed: operation === 'set' ? 0 : presumed(`failures of ${first}`, 0),
    ...(operation === 'set' ? { notHad: 0 } : {}),
    ...stored,
    calls: list(record({ ended })),
    ...(looks ? {} : { torn: presumed('keys that has() finds and get() does not', 0) }),
    ...more,
  });
};

export const expectedEnd = (
  zone: ZoneName,
  operation: string,
  before: CallList,
  then: DictEffect['then'],
  holding?: DictContents,
) => {
  if (then.types !== undefined)
    return judged(operation, before, { left: each(list(typed('string'), typed(then.types)), 0) });
  const any = then.between === undefined ? anything : between(...then.between);
  const returned = then.returns === undefined ? any : valueIn(zone, decode(then.returns));
  const ended = attempted(then.throws === undefined ? returned : throws(then.throws));
  return judged(operation, before, { ended, left: entriesIn(zone, then.leaves ?? holding ?? {}) });
};

const callOf = ({ zone, operation, key = '', given: [first, ...args] }: DictEffect): [string, ...unknown[]] =>
  operation === undefined
    ? callIn(zone, [`${first}`, ...args])
    : [operation, key, ...(first === undefined ? [] : [first, ...args]).map(decode)];

/** Keys in an effect's data, each once and in the order of their entries. */
function keysOf(data: DictEffect): string[] {
  const [, key] = callOf(data);
  const named = typeof key === 'string' ? [key] : [];
  return [...new Set([...Object.keys(data.holding ?? {}), ...Object.keys(data.then.leaves ?? {}), ...named])].sort();
}

const heldBefore = ({ zone, holding = {} }: DictEffect) =>
  entriesIn(zone, holding).map(([key, value]) => ['set', key, value] as const);

export const effects = example({
  setup: inZone,
  input: (data: DictEffect, at): CallsToPerform => ({
    zones: [ownName(at, data.zone)],
    before: heldBefore(data),
    stored: Object.keys(data.holding ?? {}),
    calls: [callOf(data)],
    looks: keysOf(data),
  }),
  probe: perform,
  expect: (data) => expectedEnd(data.zone, callOf(data)[0], heldBefore(data), data.then, data.holding),
});

/** Keys that are alike: some names, or texts of so many characters of which the last differs, beside the one that they begin with. */
interface AlikeKeys extends InZone {
  readonly names?: readonly string[];
  readonly lengths?: readonly number[];
}

const alikeOf = ({ names = [], lengths = [] }: AlikeKeys): string[] => [
  ...names,
  ...lengths.flatMap((length) => ['', 'a', 'b'].map((last) => 'k'.repeat(length - 1) + last)),
];

/** Each holds a value of its own, goes alone, and is missed alone. */
export const keepsKeysApart = example({
  setup: inZone,
  input: (data: AlikeKeys, at) => {
    const names = alikeOf(data);
    return { zone: ownName(at, data.zone), names, values: names.map((_, i) => valueIn(data.zone, `${i}`)) };
  },
  probe: ({ zone: name, names, values }, t) => {
    const zone = t.zone(name);
    const value = values[1];
    const plain = t.invoke(t.invoke(zone, 'set', ['plain', value]), 'get', ['plain']);
    names.forEach((one, i) => {
      t.invoke(zone, 'set', [one, values[i]]);
    });
    const got = names.map((one) => zone.get(one));
    names
      .filter((_, i) => i % 2 === 0)
      .forEach((one) => {
        zone.delete(one);
      });
    const had = names.map((one) => zone.has(one));
    const added = names.map((one) => t.invoke(zone, 'add', [one, value]));
    return { plain, got, had, added };
  },
  expect: (data) => {
    const values = alikeOf(data).map((_, i) => valueIn(data.zone, `${i}`));
    const odd = values.map((_, i) => i % 2 === 1);
    const plain = presumed('set() and get()', values[1]);
    return record({ plain, got: list(...values), had: list(...odd), added: list(...odd.map((is) => !is)) });
  },
});
