/** Timeouts of shared dictionaries: 2/versioning/0-8-5 and 0-9-7, 2/shared-dict-operations/ttl. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, type Setup, zone } from '../../../language/setup.js';
import type { Probe } from '../../../language/trial.js';
import { AFTERWARDS } from './calls.js';
import { declared, type InZone, inZone, seven, valueIn, type ZoneName } from './zones.js';

export { effects, expired } from './calls.js';
export { sequences } from './sequences.js';

/** Operation and arguments, without the key between them; values are texts, and numbers where the zone holds numbers. */
type KeyedCall = readonly [operation: string, ...args: Plain[]];

interface Calls {
  readonly zone: string;
  readonly calls: readonly (readonly [string, ...unknown[]])[];
  readonly wait: number;
}

const callsIn = (zone: ZoneName, calls: readonly KeyedCall[]): Calls['calls'] =>
  calls.map(([operation, ...args]) => [operation, ...args.map((arg) => valueIn(zone, decode(arg)))]);

/** No case clears these zones, and each uses keys of its own. */
const livesName = (zone: ZoneName): string => `lives-${zone}`;
const livesSetup = ({ zone: name }: InZone): Setup => [http(zone(declared(name, livesName(name))))];

/** The calls are made anew, on another key, when they took so long that what is brief may have gone between them. */
const live: Probe<Calls> = async (input, t) => {
  const zone = t.zone(input.zone);
  let key = '';
  let tries = 0;
  let from = 0;
  do {
    key = `key-${Math.random()}`;
    from = Date.now();
    input.calls.forEach((call) => {
      const args: unknown[] = [key];
      t.invoke(zone, call[0], args.concat(call.slice(1)));
    });
    tries++;
  } while (Date.now() - from > 15 && tries < 5);
  await t.wait(input.wait);
  return { has: zone.has(key), value: zone.get(key) };
};

/** What a key holds some time after calls that were made one right after the other; nothing when `stays` is not given. */
export const lives = example({
  timed: true,
  setup: livesSetup,
  input: ({ zone, calls }: InZone & { readonly calls: readonly KeyedCall[]; readonly stays?: string }) => ({
    zone: livesName(zone),
    calls: callsIn(zone, calls),
    wait: AFTERWARDS,
  }),
  probe: live,
  expect: ({ zone, stays }) => equal({ has: stays !== undefined, value: valueIn(zone, stays) }),
});

/** Milliseconds that may pass between writing a key and asking for its time to live. */
const UNHURRIED = 5000;
const HOUR = 3_600_000;

interface Remaining extends InZone {
  readonly calls: readonly KeyedCall[];
  /** Whether the last of the calls is given a timeout; else the directive's remains. */
  readonly own: boolean;
  /** Calls made thereafter. */
  readonly then?: readonly KeyedCall[];
}

/** Whatever timeout a key is given remains right after it, and after calls that give none. */
export const remains = property({
  setup: inZone,
  inputs: ({ zone, calls, own, then = [] }: Remaining) =>
    fc.oneof(fc.integer({ min: 10_000, max: HOUR }), fc.integer({ min: 10_000, max: 2 ** 32 - 1 })).map((drawn) => ({
      zone,
      timeout: own ? drawn : HOUR,
      calls: [
        ...callsIn(zone, calls).map((call, i) => (own && i === calls.length - 1 ? [...call, drawn] : call)),
        ...callsIn(zone, then),
      ],
    })),
  probe: (input, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    input.calls.forEach((call) => {
      const args: unknown[] = ['a'];
      t.invoke(zone, `${call[0]}`, args.concat(call.slice(1)));
    });
    return zone.ttl('a');
  },
  expect: ({ timeout }) =>
    satisfies(
      `more than ${timeout - UNHURRIED} and no more than ${timeout} milliseconds`,
      (ttl) => (typeof ttl === 'number' && ttl > timeout - UNHURRIED && ttl > 0 && ttl <= timeout) || 'it is not',
    ),
});

/** Milliseconds by which clocks may round. */
const ROUNDING = 5;

/** Time to live goes down by the time that passes. */
export const countsDown = example({
  timed: true,
  setup: livesSetup,
  input: ({ zone }: InZone) => ({ zone: livesName(zone), value: seven(zone), wait: AFTERWARDS }),
  probe: async (input, t) => {
    const zone = t.zone(input.zone);
    const key = `key-${Math.random()}`;
    zone.set(key, input.value, 60000);
    const before = zone.ttl(key);
    await t.wait(input.wait);
    return [before, zone.ttl(key)];
  },
  expect: () =>
    satisfies(`from 60000 milliseconds down by ${AFTERWARDS} at least`, (ttls) => {
      const [before = 0, after = 0] = Array.isArray(ttls) ? ttls.map(Number) : [];
      return (before <= 60000 && after > 60000 - UNHURRIED && before - after >= AFTERWARDS - ROUNDING) || 'it is not';
    }),
});
