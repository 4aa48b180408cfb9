/** Timeouts of shared dictionaries: 2/versioning/0-8-5 and 0-9-7, 2/shared-dict-operations/ttl. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import {
  absent,
  attempted,
  between,
  type Expectation,
  either,
  list,
  presumed,
  record,
} from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, ownName, ownZone } from '../../../language/setup.js';
import { type CallsToPerform, callIn, type DictCall, type DictEffect, expectedEnd, judged, perform } from './calls.js';
import { declared, type InZone, inZone, type ZoneName } from './zones.js';

/** The zones of one case: a target that was held up gets another attempt; one that shares its processor may be held up for seconds. */
const TRIES = Array.from({ length: 10 }, (_, i) => `try${i}`);

/** Calls some time after others. */
const later = <D extends InZone>(
  input: (data: D) => Pick<CallsToPerform, 'before' | 'calls'> & Partial<CallsToPerform>,
  expect: (data: D) => Expectation,
) =>
  example({
    timed: true,
    setup: ({ zone }: D) => [http(...TRIES.map((one) => ownZone(declared(zone, one))))],
    input: (data, at): CallsToPerform => {
      const zones = TRIES.map((one) => ownName(at, one));
      return { zones, stored: ['a'], wait: AFTERWARDS, looks: ['a', 'b'], ...input(data) };
    },
    probe: perform,
    expect,
  });

/** Milliseconds after which entries with a timeout of 40 ms are gone. */
const AFTERWARDS = 75;

/** Operations and arguments, with this key between them. */
const onKey = (zone: ZoneName, calls: readonly DictCall[], key = 'a') =>
  calls.map(([operation, ...args]) => callIn(zone, [operation, key, ...args]));

interface ExpiryRow extends InZone {
  /** Whether the key was written before with a brief timeout, its own or the directive's, which has passed. */
  readonly wasThere?: true;
  /** Calls on the key long before, in place of that; they may fail. */
  readonly former?: readonly DictCall[];
  /** The calls, directly one after the other. By default the key is written with a brief timeout, its own or the directive's. */
  readonly calls?: readonly DictCall[];
  /** Calls on another key, `b`. */
  readonly beside?: readonly DictCall[];
  /** Further keys that are treated like the first. */
  readonly also?: readonly string[];
  /** The call some time later, by default `has`; `stays` says whether the key exists. */
  readonly given?: DictCall;
  readonly then?: DictEffect['then'];
  readonly stays?: string;
}

const brief = ({ zone }: InZone, value: string): readonly [DictCall] => [
  ['set', value, ...(zone.startsWith('lasting') ? [40] : [])],
];

const callsOf = (data: ExpiryRow) => {
  const { zone, calls = brief(data, '1'), beside = [], also = [] } = data;
  return [...['a', ...also].flatMap((key) => onKey(zone, calls, key)), ...onKey(zone, beside, 'b')];
};

const leftBy = ({ stays }: ExpiryRow): DictEffect['then'] => ({
  returns: stays !== undefined,
  leaves: stays === undefined ? {} : { a: stays },
});

/** The remaining entries, and the result of a call, once brief timeouts have passed. */
export const expires = later(
  (data: ExpiryRow) => ({
    former: onKey(data.zone, data.former ?? (data.wasThere ? brief(data, '9') : [])),
    before: callsOf(data),
    stored: [...(data.calls?.length === 0 ? [] : ['a']), ...(data.beside === undefined ? [] : ['b'])],
    calls: [callIn(data.zone, data.given ?? ['has', 'a'])],
  }),
  (data) => expectedEnd(data.zone, data.given?.[0] ?? 'has', callsOf(data), data.then ?? leftBy(data)),
);

/** The lifetime of a key in milliseconds, the wait before and after it is touched, and the time that is too late. */
const FAIRLY_BRIEF = { lives: 300, pause: 220, latest: 270 };

/** Operations without a key. */
const OF_ALL = ['size', 'keys', 'items'];

/** A key is gone after its time, although it was touched shortly before. */
export const expiresThoughRead = later(
  ({ zone, touches }: InZone & { readonly touches: readonly DictCall[] }) => ({
    former: onKey(zone, [['set', '5', FAIRLY_BRIEF.lives]]),
    latest: FAIRLY_BRIEF.latest,
    before: touches.map(([operation, ...args]) =>
      OF_ALL.includes(operation) ? [operation] : callIn(zone, [operation, 'a', ...args]),
    ),
    wait: FAIRLY_BRIEF.pause,
    calls: [['has', 'a']],
    looks: ['a'],
  }),
  ({ zone }) => expectedEnd(zone, 'has', [['set']], { returns: false, leaves: {} }),
);

interface RefillRow extends InZone {
  /** The arguments after the key of each `add` until the dictionary is full, and of the last one if they differ. */
  readonly given: readonly Plain[];
  readonly last?: readonly Plain[];
  /** Calls on a key that remains. */
  readonly beside?: readonly DictCall[];
}

/** A dictionary that was full of brief entries accepts one again once they have expired. */
export const takesMoreOnceExpired = later(
  ({ zone, given, last = given, beside = [] }: RefillRow) => {
    const [, , ...filler] = callIn(zone, ['add', 'b', ...given]);
    const calls = [callIn(zone, ['add', 'b', ...last])];
    return { before: onKey(zone, beside, 'stays'), stored: [], looks: [], filler, until: 'SharedMemoryError', calls };
  },
  () => judged('', [], { end: presumed('add() to a full dictionary', 'SharedMemoryError'), outcome: attempted(true) }),
);

/** Milliseconds that a key's time to live may lack right after it was written: after fast calls, and after slow ones. */
const QUICK = 250;
const UNHURRIED = 5000;
const HOUR = 3_600_000;
const someTimeout = fc.oneof(fc.integer({ min: 10_000, max: HOUR }), fc.integer({ min: 10_000, max: 2 ** 32 - 1 }));

/** Whether the last of the calls has a timeout, otherwise the directive's remains; and later calls. */
type Remaining = InZone & {
  readonly calls: readonly DictCall[];
  readonly own: boolean;
  readonly then?: readonly DictCall[];
};

/** Any timeout of a key remains right after it is set, and after calls without one. */
export const remains = property({
  setup: inZone,
  // Each trial has its own key.
  inputs: ({ zone, calls, own, then = [] }: Remaining, at) =>
    fc.tuple(someTimeout, fc.uuid()).map(([timeout, key]) => ({
      zones: [ownName(at, zone)],
      before: [
        ...onKey(zone, calls, key).map((call, i) => (own && i === calls.length - 1 ? [...call, timeout] : call)),
        ...onKey(zone, then, key),
      ],
      stored: [key],
      calls: [['ttl', key]],
      looks: [],
      timeout: own ? timeout : HOUR,
    })),
  probe: perform,
  expect: ({ timeout, before }) => {
    const left = (quick: boolean) => between(Math.max(1, timeout - (quick ? QUICK : UNHURRIED)), timeout);
    const within = (quick: boolean) => judged('ttl', before, { quick, outcome: attempted(left(quick)) });
    return either(within(true), within(false));
  },
});

/** Timeouts in milliseconds. One of them ends in the same millisecond in which all are examined. */
const TIMEOUTS = Array.from({ length: 60 }, (_, i) => i + 1);

/** Milliseconds that outlast the case. */
const LASTING = 60_000;

/** Keys with these timeouts, and the calls that write them. */
const expiring = (zone: ZoneName) => ({
  keys: TIMEOUTS.map((timeout) => `k${timeout}`),
  calls: TIMEOUTS.map((timeout) => callIn(zone, ['set', `k${timeout}`, '1', timeout])),
});

/** A key without any time left is missing, and one with time left is not. */
export const remainsAboveZero = example({
  timed: true,
  setup: inZone,
  input: ({ zone }: InZone, at) => {
    const { keys, calls } = expiring(zone);
    const lasting = callIn(zone, ['set', 'lasting', '1', LASTING]);
    return { zone: ownName(at, zone), keys: [...keys, 'lasting'], calls: [...calls, lasting] };
  },
  probe: async (input, t) => {
    const zone = t.zone(input.zone);
    input.calls.forEach((call) => {
      t.invoke(zone, 'set', call.slice(1));
    });
    await t.wait(30);
    const left = input.keys.map((key) => t.invoke(zone, 'ttl', [key]));
    return { left, stored: t.invoke(zone, 'has', ['lasting']) };
  },
  expect: () =>
    record({
      stored: presumed('set()', true),
      left: list(...TIMEOUTS.map((timeout) => either(absent, between(1, timeout))), between(1, LASTING)),
    }),
});

/** The list has at most as many keys as `has` finds before, and at least as many as it finds afterwards. */
export const listsThoseLeft = example({
  timed: true,
  setup: inZone,
  input: ({ zone, operation }: InZone & { readonly operation: 'size' | 'keys' | 'items' }, at) => ({
    zone: ownName(at, zone),
    operation,
    ...expiring(zone),
  }),
  probe: async (input, t) => {
    const zone = t.zone(input.zone);
    input.calls.forEach((call) => {
      t.invoke(zone, 'set', call.slice(1));
    });
    await t.wait(30);
    const countFound = (): number => input.keys.filter((key) => zone.has(key)).length;
    const before = countFound();
    const listed = t.invoke(zone, input.operation, []);
    const after = countFound();
    const count = Array.isArray(listed) ? listed.length : Number(listed);
    return { tooMany: Math.max(0, count - before), tooFew: Math.max(0, after - count) };
  },
  expect: () => record({ tooMany: 0, tooFew: 0 }),
});
