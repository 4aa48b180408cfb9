/** Timeouts of shared dictionaries: 2/versioning/0-8-5 and 0-9-7, 2/shared-dict-operations/ttl and 2/errors/ttl. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, equal, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { http, type Setup, zone } from '../../../language/setup.js';
import type { Law, Probe } from '../../../language/trial.js';
import { type InZone, inZone, valueIn, withZones, type ZoneName } from './zones.js';

export { removesAny } from './properties.js';
export { forgetsInTime } from './timeout-model.js';

/** Operation and arguments, without the key between them; values are texts, and numbers where the zone holds numbers. */
type KeyedCall = readonly [operation: string, ...args: Plain[]];

const callIn = (zone: ZoneName, [operation, ...args]: KeyedCall): [string, ...unknown[]] => [
  operation,
  ...args.map((arg) => valueIn(zone, decode(arg))),
];

/** Milliseconds after which whatever lives for 40 ms is gone. */
const AFTERWARDS = 75;

interface Lifetime {
  /** Calls on one key, one right after the other; then time passes. */
  readonly calls: readonly KeyedCall[];
  /** What the key holds after that; nothing when it is not given. */
  readonly stays?: string;
}

interface Living {
  readonly zone: string;
  readonly calls: readonly (readonly [string, ...unknown[]])[];
  readonly wait: number;
}

/** The calls are made anew, on another key, when they took so long that what is brief may have gone between them. */
const live: Probe<Living> = async (input, t) => {
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

const livesIn = (zone: ZoneName): Law<Lifetime> =>
  example({
    timed: true,
    setup: withZones(zone),
    input: ({ calls }: Lifetime): Living => ({
      zone,
      wait: AFTERWARDS,
      calls: calls.map((call) => callIn(zone, call)),
    }),
    probe: live,
    expect: ({ stays }) => equal({ has: stays !== undefined, value: valueIn(zone, stays) }),
  });

/** In zones whose entries live for an hour, for 40 ms, and for ever, unless told otherwise. */
export const lastingTexts = livesIn('agingTexts');
export const lastingNumbers = livesIn('agingNumbers');
export const briefTexts = livesIn('briefTexts');
export const briefNumbers = livesIn('briefNumbers');
export const timelessTexts = livesIn('timelessTexts');
export const timelessNumbers = livesIn('timelessNumbers');

/** One call on a dictionary whose only key, `a`, has expired, and what it leaves. Made anew when it took too long, as above. */
type AfterExpiry = {
  readonly name?: string;
  readonly call: readonly [operation: string, ...args: Plain[]];
  readonly leaves?: string;
} & ({ readonly returns: Plain } | { readonly returnsItself: true });

interface Expiry {
  readonly type: 'string' | 'number';
  /** Whether the key has a timeout of its own or the directive's. */
  readonly by: 'own' | 'directive';
}

/** A zone for each case: some hosts give expired entries up when another key is added, and another case might add it. */
const expiryZone = ({ type, by }: Expiry, name = ''): string => `expired_${type}_${by}_${name.replaceAll('-', '_')}`;

const expirySetup = (expiry: Expiry, name?: string): Setup => [
  http(
    zone({
      name: expiryZone(expiry, name),
      size: '32k',
      type: expiry.type,
      timeout: expiry.by === 'own' ? '1h' : '40ms',
    }),
  ),
];

const expired = (expiry: Expiry): Law<AfterExpiry> => {
  const value = <T>(text: T): T | number => valueIn(expiry.type === 'number' ? 'numbers' : 'texts', text);
  return example({
    timed: true,
    setup: ({ name }: AfterExpiry) => expirySetup(expiry, name),
    input: ({ name, call: [operation, ...args] }: AfterExpiry) => ({
      zone: expiryZone(expiry, name),
      set: ['a', value('1'), ...(expiry.by === 'own' ? [40] : [])],
      wait: AFTERWARDS,
      operation,
      args: args.map((arg, i) => (i === 0 ? decode(arg) : value(decode(arg)))),
    }),
    probe: async (input: { zone: string; set: unknown[]; wait: number; operation: string; args: unknown[] }, t) => {
      const zone = t.zone(input.zone);
      let found: unknown;
      let tries = 0;
      let from = 0;
      do {
        zone.clear();
        t.invoke(zone, 'set', input.set);
        await t.wait(input.wait);
        from = Date.now();
        const ended = t.attempt(() => t.invoke(zone, input.operation, input.args));
        const result = ended[1] === zone ? [ended[0], 'the dictionary'] : ended;
        found = { ended: result, has: zone.has('a'), value: zone.get('a'), size: zone.size() };
        tries++;
      } while (Date.now() - from > 15 && tries < 5);
      return found;
    },
    expect: (effect) => {
      const { leaves } = effect;
      const result = 'returns' in effect ? value(decode(effect.returns)) : 'the dictionary';
      const there = leaves !== undefined;
      return equal({ ended: ['returned', result], has: there, value: value(leaves), size: there ? 1 : 0 });
    },
  });
};

export const textsByOwn = expired({ type: 'string', by: 'own' });
export const textsByDirective = expired({ type: 'string', by: 'directive' });
export const numbersByOwn = expired({ type: 'number', by: 'own' });
export const numbersByDirective = expired({ type: 'number', by: 'directive' });

/** Milliseconds that may pass between writing a key and asking for its time to live. */
const UNHURRIED = 5000;

const remains = (of: number): Expectation =>
  satisfies(
    `more than ${of - UNHURRIED} and no more than ${of} milliseconds`,
    (ttl) => (typeof ttl === 'number' && ttl > of - UNHURRIED && ttl > 0 && ttl <= of) || 'it is not',
  );

const HOUR = 3_600_000;

/** What `ttl` tells right after some calls on one key. */
const ttlAfter: Probe<Living> = (input, t) => {
  const zone = t.zone(input.zone);
  zone.clear();
  input.calls.forEach((call) => {
    const args: unknown[] = ['a'];
    t.invoke(zone, call[0], args.concat(call.slice(1)));
  });
  return zone.ttl('a');
};

interface Remaining extends InZone {
  readonly calls: readonly KeyedCall[];
}

/** Right after these calls the directive's timeout remains. */
export const hasDirectivesTime = example({
  setup: inZone,
  input: ({ zone, calls }: Remaining): Living => ({ zone, wait: 0, calls: calls.map((call) => callIn(zone, call)) }),
  probe: ttlAfter,
  expect: () => remains(HOUR),
});

/** Whatever timeout the last of the calls is given remains right after it, and after calls that give none. */
export const hasOwnTime = property({
  setup: inZone,
  inputs: ({ zone, calls, then = [] }: Remaining & { readonly then?: readonly KeyedCall[] }) =>
    fc.oneof(fc.integer({ min: 10_000, max: HOUR }), fc.integer({ min: 10_000, max: 2 ** 32 - 1 })).map((timeout) => ({
      zone,
      wait: 0,
      timeout,
      calls: [
        ...calls.slice(0, -1).map((call) => callIn(zone, call)),
        ...calls.slice(-1).map((call): [string, ...unknown[]] => [...callIn(zone, call), timeout]),
        ...then.map((call) => callIn(zone, call)),
      ],
    })),
  probe: ttlAfter,
  expect: ({ timeout }) => remains(timeout),
});

/** Milliseconds by which clocks may round. */
const ROUNDING = 5;

/** Time to live goes down by the time that passes. */
export const countsDown = example({
  timed: true,
  setup: inZone,
  input: ({ zone }: InZone) => ({ zone, value: valueIn(zone, '1'), wait: AFTERWARDS }),
  probe: async (input: { zone: string; value: string | number; wait: number }, t) => {
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

/** What `ttl` tells of a missing key, and of one that is there, in a dictionary that holds another one besides. */
const ttlOf = (key: 'present' | 'missing') =>
  example({
    setup: inZone,
    input: ({ zone }: InZone) => ({ zone, key, value: valueIn(zone, '1') }),
    probe: (input: { zone: string; key: string; value: string | number }, t) => {
      const zone = t.zone(input.zone);
      zone.clear();
      zone.set('present', input.value);
      return t.attempt(() => zone.ttl(input.key));
    },
    expect: ({ throws }: { throws?: string } & InZone) =>
      equal(throws === undefined ? ['returned', undefined] : ['threw', throws]),
  });

export const ttlOfPresent = ttlOf('present');
export const ttlOfMissing = ttlOf('missing');

/** Timeouts of which the document says nothing: refused, and nothing stored. */
export const refusesTimeout = example({
  setup: inZone,
  input: ({ zone, call }: InZone & { call: KeyedCall }) => ({ zone, call: callIn(zone, call) }),
  probe: (input: { zone: string; call: [string, ...unknown[]] }, t) => {
    const zone = t.zone(input.zone);
    zone.clear();
    const args: unknown[] = ['a'];
    const ended = t.attempt(() => typeof t.invoke(zone, input.call[0], args.concat(input.call.slice(1))));
    return { ended, has: zone.has('a') };
  },
  expect: () => equal({ ended: ['threw', 'TypeError'], has: false }),
});
