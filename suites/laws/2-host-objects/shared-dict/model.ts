/** A shared dictionary as a Map with the documents' rules, and sequences of operations that are judged by it. */
import fc from 'fast-check';
import { encode } from '../../../language/encoding.js';
import { type Expectation, either, equal, satisfies, throws } from '../../../language/expectation.js';
import { type ModelCommand, model } from '../../../language/model.js';
import { foreignTo, type InZone, inZone, isNumeric, keys, type Value, valuesOf, type ZoneName } from './zones.js';

export type Dictionary = Map<string, Value>;

export type Command = ModelCommand<Dictionary>;

/** What an operation that returns its dictionary is reported to return. */
export const itself = equal({ itself: true });

/** `keys()` lists texts, `items()` pairs of key and value. */
export type Listing = 'keys' | 'items';

type Entries = readonly (readonly [string, Value])[];

/** A listing of all these entries, in any order. */
export const listsAll = (listing: Listing, entries: Entries): Expectation =>
  listsUpToCount(listing, entries, entries.length);

/** A listing of so many of these entries, or of all when there are no more; which ones and in which order is open. */
export const listsUpToCount = (listing: Listing, entries: Entries, maxCount: number): Expectation => {
  const count = Math.min(entries.length, maxCount);
  const known = new Map(entries.map(([key, value]) => [fingerprint(listing === 'keys' ? key : [key, value]), key]));
  return satisfies(`lists ${count} different ${listing} of ${entries.length}`, (value) => {
    if (!Array.isArray(value)) return 'it is no array';
    const listed = value.map((one) => known.get(fingerprint(one)));
    if (listed.includes(undefined)) return 'it lists what is not there';
    if (new Set(listed).size !== listed.length) return 'it lists something twice';
    return listed.length === count || `it lists ${listed.length}`;
  });
};

const fingerprint = (value: unknown): string => JSON.stringify(encode(value));

/** Few keys, so that the same one comes again, and some others. */
const someKey = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('', 'a', 'A', 'ab', 'é', '__proto__') },
  { weight: 1, arbitrary: keys },
);

/** Such that sums of a whole sequence are exact. */
export const someInteger = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

const someValue = (zone: ZoneName): fc.Arbitrary<Value> =>
  isNumeric(zone) ? someInteger : fc.oneof(fc.constantFrom('', '1', '2'), valuesOf(zone));

/** A call and what the model makes of it. */
const call = (words: unknown[], step: (held: Dictionary) => Expectation): Command => ({ plain: encode(words), step });

const onKey = (operation: string, step: (held: Dictionary, key: string) => Expectation): fc.Arbitrary<Command> =>
  someKey.map((key) => call([operation, key], (held) => step(held, key)));

const withValue = (
  operation: string,
  zone: ZoneName,
  step: (held: Dictionary, key: string, value: Value) => Expectation,
): fc.Arbitrary<Command> =>
  fc
    .tuple(someKey, someValue(zone))
    .map(([key, value]) => call([operation, key, value], (held) => step(held, key, value)));

/** Tells only that the key was missing: that `delete` says so by `false` is judged by its own requirement. */
const missing = either(equal(false), equal(undefined));

/** Operations by name, as commands for a zone. */
const OPERATIONS = {
  set: (zone: ZoneName) =>
    withValue('set', zone, (held, key, value) => {
      held.set(key, value);
      return itself;
    }),
  add: (zone: ZoneName) =>
    withValue('add', zone, (held, key, value) => {
      if (held.has(key)) return equal(false);
      held.set(key, value);
      return equal(true);
    }),
  replace: (zone: ZoneName) =>
    withValue('replace', zone, (held, key, value) => {
      if (!held.has(key)) return equal(false);
      held.set(key, value);
      return equal(true);
    }),
  delete: () => onKey('delete', (held, key) => (held.delete(key) ? equal(true) : missing)),
  pop: () =>
    onKey('pop', (held, key) => {
      const value = held.get(key);
      held.delete(key);
      return equal(value);
    }),
  clear: () =>
    fc.constant(
      call(['clear'], (held) => {
        held.clear();
        return satisfies('any value', () => true);
      }),
    ),
  incr: () => fc.oneof(incremented(), initialised()),
  get: () => onKey('get', (held, key) => equal(held.get(key))),
  has: () => onKey('has', (held, key) => equal(held.has(key))),
  size: () => fc.constant(call(['size'], (held) => equal(held.size))),
  keys: () => fc.constant(call(['keys'], (held) => listsAll('keys', [...held]))),
  items: () => fc.constant(call(['items'], (held) => listsAll('items', [...held]))),
  /** Refused for its type, whether the key is there or not. */
  refusedAdd: (zone: ZoneName) => refused('add', zone),
  refusedReplace: (zone: ZoneName) => refused('replace', zone),
  refusedIncr: () => someKey.map((key) => call(['incr', key, 1], () => throws('TypeError'))),
} as const;

export type Operation = keyof typeof OPERATIONS;

const incremented = (): fc.Arbitrary<Command> =>
  fc.tuple(someKey, someInteger).map(([key, delta]) =>
    call(['incr', key, delta], (held) => {
      held.set(key, Number(held.get(key) ?? 0) + delta);
      return equal(held.get(key));
    }),
  );

const initialised = (): fc.Arbitrary<Command> =>
  fc.tuple(someKey, someInteger, someInteger).map(([key, delta, init]) =>
    call(['incr', key, delta, init], (held) => {
      held.set(key, Number(held.get(key) ?? init) + delta);
      return equal(held.get(key));
    }),
  );

const refused = (operation: string, zone: ZoneName): fc.Arbitrary<Command> =>
  fc.tuple(someKey, foreignTo(zone)).map(([key, value]) => call([operation, key, value], () => throws('TypeError')));

/** Sequences of the operations named, on a dictionary that is empty at first. */
export const actsAsMap = model({
  setup: inZone,
  start: (_: InZone & { operations: readonly Operation[] }): Dictionary => new Map(),
  commands: ({ zone, operations }) => operations.map((name) => OPERATIONS[name](zone)),
  probe: (input: { commands: unknown[][]; data: InZone }, t) => {
    const zone = t.zone(input.data.zone);
    zone.clear();
    return input.commands.map((words) =>
      t.attempt(() => {
        const value = t.invoke(zone, `${words[0]}`, words.slice(1));
        return value === zone ? { itself: true } : value;
      }),
    );
  },
});
