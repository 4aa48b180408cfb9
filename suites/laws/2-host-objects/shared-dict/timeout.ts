/** Timeouts of shared dictionaries: 2/versioning/0-8-5 and 0-9-7, 2/shared-dict-operations/ttl. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { attempted, between, type Expectation, record } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, zone } from '../../../language/setup.js';
import { AFTERWARDS, callIn, perform } from './calls.js';
import { declared, type InZone, inZone, valueIn, type ZoneName } from './zones.js';

export { effects, expired } from './calls.js';
export { sequences } from './sequences.js';

/** Operation and arguments, without the key between them; values are texts, and numbers where the zone holds numbers. */
type KeyedCall = readonly [operation: string, ...args: Plain[]];

const onKey = (zone: ZoneName, calls: readonly KeyedCall[]) =>
  calls.map(([operation, ...args]) => callIn(zone, [operation, 'a', ...args]));

interface Lifetime extends InZone {
  readonly calls: readonly KeyedCall[];
  readonly stays?: string;
}

/** A zone for all cases with the same calls, which come one after the other to the same end. */
const lifeName = ({ zone, calls }: Lifetime): string =>
  `lives-${zone}-${calls
    .flat()
    .join('-')
    .replace(/[^\w-]/g, '')}`;

/** What a key holds some time after calls that were made one right after the other; nothing when `stays` is not given. */
export const lives = example({
  timed: true,
  setup: (life: Lifetime) => [http(zone(declared(life.zone, lifeName(life))))],
  input: (life) => ({
    zone: lifeName(life),
    before: onKey(life.zone, life.calls),
    wait: AFTERWARDS,
    call: ['has', 'a'],
  }),
  probe: perform,
  expect: ({ zone, stays }) => {
    const left = stays === undefined ? [] : [['a', valueIn(zone, stays)]];
    return record({ ended: attempted(left.length === 1), left, size: left.length });
  },
});

/** Milliseconds that may pass between writing a key and asking for its time to live. */
const UNHURRIED = 5000;
const HOUR = 3_600_000;

const remaining = (milliseconds: number): Expectation =>
  record({ ended: attempted(between(Math.max(1, milliseconds - UNHURRIED), milliseconds)) });

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
    fc.oneof(fc.integer({ min: 10_000, max: HOUR }), fc.integer({ min: 10_000, max: 2 ** 32 - 1 })).map((timeout) => ({
      zone,
      before: onKey(zone, [
        ...calls.map((call, i) => (own && i === calls.length - 1 ? withTimeout(call, timeout) : call)),
        ...then,
      ]),
      wait: 0,
      call: ['ttl', 'a'],
      timeout: own ? timeout : HOUR,
    })),
  probe: perform,
  expect: ({ timeout }) => remaining(timeout),
});

const withTimeout = ([operation, ...args]: KeyedCall, timeout: number): KeyedCall => [operation, ...args, timeout];

/** Milliseconds by which clocks may round. */
const ROUNDING = 5;

/** Time to live goes down by the time that passes. */
export const countsDown = example({
  timed: true,
  setup: ({ zone: name }: InZone) => [http(zone(declared(name, `down-${name}`)))],
  input: ({ zone }) => ({
    zone: `down-${zone}`,
    before: onKey(zone, [['set', '1', 60_000]]),
    wait: AFTERWARDS,
    call: ['ttl', 'a'],
  }),
  probe: perform,
  expect: () => remaining(60_000 - AFTERWARDS + ROUNDING),
});
