/**
 * 2/shared-dictionary-srv-shared-shared-dict, 2/shared-dict-operations, 2/errors/add and 2/errors/incr: single calls, their
 * effects, and values that they refuse for their type.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  anything, attempted, between, type Expectation, each, either, list, presumed, record, throws, typed,
} from '../../../language/expectation.js'; // biome-ignore format: a list
import { example } from '../../../language/law.js';
import { http, ownName, type Zone, zone } from '../../../language/setup.js';
import { orderOf, type StepExpectations, type StepsRow } from '../../../language/steps.js';
import type { Probe } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { followOne, mustGive } from '../../support/steps.js';
import { type DictValue, type InZone, inZone, valueIn, type ZoneName } from './zones.js';

/** Steps on dictionaries with these declarations. */
export const gives = example({
  setup: ({ zones }: StepsRow & StepExpectations & { readonly zones: readonly Zone[] }) => [http(...zones.map(zone))],
  input: (data) => orderOf(data),
  probe: followOne,
  expect: mustGive,
});

/** An operation and its arguments. Values are strings; in a zone of numbers, the numbers that the strings spell. */
export type DictCall = readonly [operation: string, ...args: Plain[]];
type DictContents = { readonly [key: string]: string };

/** A call on a dictionary with this content. */
export interface DictEffect extends InZone {
  readonly holding?: DictContents;
  readonly given: readonly Plain[];
  /** If these are axes, `given` has the other arguments, which are passed unchanged in either kind of zone. */
  readonly operation?: string;
  readonly key?: string;
  /** How the call ends, which is not judged by default, and the content afterwards, which by default is unchanged. */
  readonly then: {
    readonly returns?: Plain;
    readonly between?: readonly [low: number, high: number];
    readonly throws?: string;
    readonly leaves?: DictContents;
    /** The type of the remaining values; if the call throws, the content is unchanged. */
    readonly types?: 'string' | 'number';
  };
}

/** An operation and its arguments as scripts pass them. */
export type CallList = readonly (readonly unknown[])[];

export interface CallsToPerform {
  /** The zones of all calls; one more for each repetition. */
  readonly zones: readonly string[];
  /** Earlier calls, long enough before all others that their entries have expired. */
  readonly former?: CallList;
  /** Milliseconds after which the remaining calls would be too late. */
  readonly latest?: number;
  /** Calls that are made first, one directly after the other. */
  readonly before: CallList;
  /** The number of entries that are set next, `key-0`, `key-1` and so on, each to its number. */
  readonly numbered?: { readonly count: number; readonly numbers: boolean };
  /** Arguments of entries `k1000`, `k1001` and so on, added next until that number exists or the named end comes. */
  readonly filler?: readonly unknown[];
  /** The operation that adds them; the default is add. */
  readonly by?: string;
  readonly until?: number | 'no free page' | 'SharedMemoryError';
  /** Keys that exist then. */
  readonly stored: readonly string[];
  /** Milliseconds that pass until the tested calls, which are made one after the other. */
  readonly wait?: number;
  readonly calls: CallList;
  /** Keys that are read at the end. */
  readonly looks: readonly string[];
}

/** A call in a target; each function up to `perform` is lifted with it. */
const makeCall = (t: World, zone: unknown, call: readonly unknown[]): unknown => {
  const value = t.invoke(zone, `${call[0]}`, call.slice(1));
  return value === zone ? { itself: true } : value;
};

/** Everything before the tested calls. */
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
    const added = t.attempt(() => t.invoke(zone, input.by || 'add', args.concat(filler)));
    if (added[0] === 'threw') end = added[1];
    else if (zone.get(`k${1000 + entries}`) !== filler[0]) end = 'nothing is added';
    else entries++;
    if (entries === input.until || entries === 1000) end = entries;
    if (input.until === 'no free page' && zone.freeSpace() === 0) end = 'no free page';
  }
  const notGot = input.stored.filter((key) => zone.get(key) === undefined).length;
  return { zone, failed, entries, end, notGot, notHad: input.stored.filter((key) => !zone.has(key)).length };
};

/** The tested calls, and their effects. */
const finishIn = (
  begun: ReturnType<typeof startIn>,
  t: World,
  input: CallsToPerform,
  make: typeof makeCall,
): object => {
  const zone = begun.zone;
  const calls = input.calls.map((call) => {
    if (input.until === undefined) return { outcome: t.attempt(() => make(t, zone, call)) };
    const under = zone.get(`${call[1]}`);
    const free = zone.freeSpace();
    const outcome = t.attempt(() => make(t, zone, call));
    return { outcome, same: zone.get(`${call[1]}`) === under, freed: zone.freeSpace() - free };
  });
  const left = input.looks.filter((key) => zone.get(key) !== undefined).map((key) => [key, zone.get(key)]);
  const torn = input.looks.filter((key) => zone.get(key) === undefined && zone.has(key)).length;
  let lost = 0;
  for (let i = 0; i < begun.entries; i++) if (zone.get(`k${1000 + i}`) !== (input.filler || [])[0]) lost++;
  const found = { failed: begun.failed, notGot: begun.notGot, notHad: begun.notHad, calls, torn, left, late: false };
  return Object.assign(found, { end: begun.end, entries: begun.entries, lost });
};

/**
 * Reports the results of calls in a dictionary.
 *
 * - `failed`: how often the first calls failed or stored nothing; `notGot`, `notHad`: stored keys that `get` and `has` miss
 * - `calls`: how the tested calls ended; `left`: the values of existing keys; `torn`: keys that only `has` finds
 * - `quick`: whether everything was fast; `late`: the target was held up
 * - `end`, `entries`, `lost`: for a filled dictionary, how the filling ended, its number of entries, and the lost ones
 *
 * If the calls took so long that brief entries may have expired, or the wait so long that lasting ones may have, it repeats them. It
 * does so in another zone, after a pause. It is asynchronous only if time passes, because some hosts lose outcomes.
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
      // Added entries may have expired before they were read.
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

/** A call; the key, its first argument, is a string in either kind of zone. */
export const callIn = (zone: ZoneName, [operation, ...args]: DictCall): [string, ...unknown[]] => [
  operation,
  ...args.map(decode).map((arg, i) => (i === 0 ? arg : valueIn(zone, arg))),
];

const entriesIn = (zone: ZoneName, contents: DictContents): [string, DictValue][] =>
  Object.entries(contents)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, valueIn(zone, value)]);

/**
 * How calls end, one of them tested. Earlier calls are presumed to have stored their entries, unless they are tested
 * themselves: a `set` that stores nothing violates the requirement of `set`, and leaves the rest unobserved.
 */
export const judged = (
  operation: string,
  before: CallList,
  { outcome = anything, ...more }: { readonly outcome?: Expectation; readonly [name: string]: unknown },
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
    calls: list(record({ outcome })),
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
  if (then.types !== undefined) {
    const left = each(list(typed('string'), typed(then.types)), 0);
    return either(
      judged(operation, before, { outcome: attempted(throws()), left: entriesIn(zone, holding ?? {}) }),
      judged(operation, before, { outcome: attempted(anything), left }),
    );
  }
  const any = then.between === undefined ? anything : between(...then.between);
  const returned = then.returns === undefined ? any : valueIn(zone, decode(then.returns));
  const outcome = attempted(then.throws === undefined ? returned : throws(then.throws));
  return judged(operation, before, { outcome, left: entriesIn(zone, then.leaves ?? holding ?? {}) });
};

const callOf = ({ zone, operation, key = '', given: [first, ...args] }: DictEffect): [string, ...unknown[]] =>
  operation === undefined
    ? callIn(zone, [`${first}`, ...args])
    : [operation, key, ...(first === undefined ? [] : [first, ...args]).map(decode)];

/** Keys in the data of an effect, each once and in the order of their entries. */
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

/** Similar keys: some names, or strings of this length that differ in the last character, and their common beginning. */
interface AlikeKeys extends InZone {
  readonly names?: readonly string[];
  readonly lengths?: readonly number[];
}

const alikeOf = ({ names = [], lengths = [] }: AlikeKeys): string[] => [
  ...names,
  ...lengths.flatMap((length) => ['', 'a', 'b'].map((last) => 'k'.repeat(length - 1) + last)),
];

/** Each has its own value, and is removed and missed independently. */
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
    const get = names.map((one) => zone.get(one));
    names
      .filter((_, i) => i % 2 === 0)
      .forEach((one) => {
        zone.delete(one);
      });
    const has = names.map((one) => zone.has(one));
    const added = names.map((one) => t.invoke(zone, 'add', [one, value]));
    return { plain, get, has, added };
  },
  expect: (data) => {
    const values = alikeOf(data).map((_, i) => valueIn(data.zone, `${i}`));
    const odd = values.map((_, i) => i % 2 === 1);
    const plain = presumed('set() and get()', values[1]);
    return record({ plain, get: list(...values), has: list(...odd), added: list(...odd.map((is) => !is)) });
  },
});
