/**
 * 2/shared-dictionary-srv-shared-shared-dict, 2/shared-dict-operations, 2/errors/add and 2/errors/incr: single calls, what
 * they leave behind, and what they refuse for its type.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  anything,
  attempted,
  between,
  type Expectation,
  equal,
  record,
  throws,
} from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { http, type Zone, zone } from '../../../language/setup.js';
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
  readonly zone: string;
  /** Calls that are made first, one right after the other; then milliseconds may pass until the call on trial. */
  readonly before: readonly (readonly unknown[])[];
  readonly wait?: number;
  readonly call: readonly unknown[];
}

/** Made anew when it took so long that what is brief may have gone meanwhile. Async where time passes only: some hosts lose outcomes. */
export const perform: Probe<Order> = (input, t) => {
  const zone = t.zone(input.zone);
  const make = (call: readonly unknown[]): unknown => t.invoke(zone, `${call[0]}`, call.slice(1));
  const start = (): void => {
    zone.clear();
    input.before.forEach(make);
  };
  const call = (): unknown => {
    const ended = t.attempt(() => {
      const value = make(input.call);
      return value === zone ? { itself: true } : value;
    });
    const keys = zone.keys().sort();
    return { ended, left: keys.map((key) => [key, zone.get(key)]), size: zone.size() };
  };
  const later = async (wait: number, tries: number): Promise<unknown> => {
    const from = Date.now();
    start();
    const took = Date.now() - from;
    await t.wait(wait);
    const again = Date.now();
    const found = call();
    return took + Date.now() - again > 15 && tries < 5 ? later(wait, tries + 1) : found;
  };
  if (input.wait !== undefined) return later(input.wait, 1);
  start();
  return call();
};

/** A call; the key, its first argument, is text in either kind of zone. */
export const callIn = (zone: ZoneName, [operation, ...args]: Effect['given']): [string, ...unknown[]] => [
  operation,
  ...args.map(decode).map((arg, i) => (i === 0 ? arg : valueIn(zone, arg))),
];

const setIn = (zone: ZoneName, contents: Contents) =>
  entriesIn(zone, contents).map(([key, value]) => ['set', key, value]);

const entriesIn = (zone: ZoneName, contents: Contents): [string, DictValue][] =>
  Object.entries(contents)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, valueIn(zone, value)]);

export const ends = (zone: ZoneName, then: Effect['then'], holding: Contents = {}): Expectation => {
  const left = entriesIn(zone, then.leaves ?? holding);
  const any = then.between === undefined ? anything : between(...then.between);
  const returned = then.returns === undefined ? any : valueIn(zone, decode(then.returns));
  const ended = then.throws === undefined ? returned : throws(then.throws);
  return record({ ended: attempted(ended), left, size: left.length });
};

export const effects = example({
  setup: inZone,
  input: ({ zone, holding = {}, given }: Effect) => ({ zone, before: setIn(zone, holding), call: callIn(zone, given) }),
  probe: perform,
  expect: ({ zone, then, holding }) => ends(zone, then, holding),
});

type Refusal = InZone & { readonly operation: string; readonly key: string; readonly args: readonly Plain[] };

const HELD = { held: '7' };

/** Arguments after the key that an operation refuses, whether the key is there or not; nothing changes. */
export const refuses = example({
  setup: inZone,
  input: ({ zone, operation, key, args }: Refusal) => ({
    zone,
    before: setIn(zone, HELD),
    call: [operation, key, ...args.map(decode)],
  }),
  probe: perform,
  expect: ({ zone }) => ends(zone, { throws: 'TypeError' }, HELD),
});
