/** 2/shared-dictionary-srv-shared-shared-dict and 2/shared-dict-operations: single calls and what they leave behind. */

import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { http, type Zone, zone } from '../../../language/setup.js';
import type { Law } from '../../../language/trial.js';
import { isThere } from '../../support/common.js';
import { type Value, valueIn, withZones, type ZoneName } from './zones.js';

/** Only a host has dictionaries; a command-line runtime that lacks `srv` tells nothing. */
export const present = example({
  needs: ['exchange'],
  setup: withZones('texts'),
  input: ({ path }: { path: string }) => path,
  probe: (path: string, t) => typeof t.at(path),
  expect: isThere,
});

/** The host has no zone, for hosts from before there were dictionaries refuse to be configured with one. */
export const absent = example({
  needs: ['exchange'],
  input: ({ path }: { path: string }) => path,
  probe: (path: string, t) => typeof t.at(path),
  expect: () => equal('undefined'),
});

/** A member of the dictionary that a zone declares. */
const declares = (member: 'name' | 'type' | 'capacity') =>
  example({
    setup: (data: { zone: Zone; value: Value }) => [http(zone(data.zone))],
    input: ({ zone }) => ({ zone: zone.name, member }),
    probe: (input: { zone: string; member: 'name' | 'type' | 'capacity' }, t) => t.zone(input.zone)[input.member],
    expect: ({ value }) => equal(value),
  });

export const hasName = declares('name');
export const hasType = declares('type');
export const hasCapacity = declares('capacity');

/** What a zone holds; values are written as texts, and a zone of numbers holds the numbers that they spell. */
export interface Contents {
  readonly [key: string]: string;
}

/** One call on a dictionary with known contents, how it ends, and what it leaves: what was there, unless said otherwise. */
export type Effect = {
  readonly given?: Contents;
  readonly call: readonly [operation: string, ...args: Plain[]];
  readonly leaves?: Contents;
} & (
  | { readonly returns: Plain }
  | { readonly returnsItself: true }
  | { readonly throws: string }
  | { readonly unjudged: true }
);

const pairs = (contents: Contents): [string, string][] => Object.entries(contents).sort(([a], [b]) => (a < b ? -1 : 1));

const contentsIn = (zone: ZoneName, contents: Contents): [string, Value][] =>
  pairs(contents).map(([key, value]) => [key, valueIn(zone, value)]);

/** The key, the first argument of every call, is text in either kind of zone. */
const callIn = (zone: ZoneName, [operation, ...args]: Effect['call']): unknown[] => [
  operation,
  ...args.map((arg, i) => (i === 0 ? decode(arg) : valueIn(zone, decode(arg)))),
];

function outcomeIn(zone: ZoneName, effect: Effect): unknown {
  if ('throws' in effect) return ['threw', effect.throws];
  if ('returnsItself' in effect) return ['returned', 'the dictionary'];
  if ('unjudged' in effect) return 'unjudged';
  return ['returned', valueIn(zone, decode(effect.returns))];
}

function expected(zone: ZoneName, effect: Effect): Expectation {
  const left = contentsIn(zone, effect.leaves ?? effect.given ?? {});
  return equal({ outcome: outcomeIn(zone, effect), left, size: left.length });
}

/** Calls, and then looks at all that the dictionary holds. */
const effectIn = (zone: ZoneName): Law<Effect> =>
  example({
    setup: withZones(zone),
    input: (effect: Effect) => ({
      zone,
      given: contentsIn(zone, effect.given ?? {}),
      call: callIn(zone, effect.call),
      judged: !('unjudged' in effect),
    }),
    probe: (input: { zone: string; given: [string, Value][]; call: unknown[]; judged: boolean }, t) => {
      const zone = t.zone(input.zone);
      zone.clear();
      input.given.forEach((pair) => {
        zone.set(pair[0], pair[1]);
      });
      const outcome = t.attempt(() => {
        const value = t.invoke(zone, `${input.call[0]}`, input.call.slice(1));
        return value === zone ? 'the dictionary' : value;
      });
      const left = zone
        .keys()
        .sort()
        .map((key) => [key, zone.get(key)]);
      return { outcome: input.judged ? outcome : 'unjudged', left, size: zone.size() };
    },
    expect: (effect) => expected(zone, effect),
  });

export const onTexts = effectIn('texts');
export const onNumbers = effectIn('numbers');

export { actsAsMap } from './model.js';
export * from './properties.js';
export { addsOnce, countsEachOnce, outlivesRequests } from './requests.js';
