/**
 * Sequences of operations, judged by a map that follows the rows of the operations. Entries may expire during waits, small
 * dictionaries may be full, and some may evict. The memory of an entry is up to the host, so the model follows its refusals.
 * It must not refuse small values while pages are free, and must change nothing when it refuses. It must keep accepted
 * entries, unless it may evict, and must free all memory when all entries are gone.
 */
import fc from 'fast-check';
import { decode, encode } from '../../../language/encoding.js';
import {
  anything, attempted, between, type Expectation, either, equal, list, presumed, record, throws,
} from '../../../language/expectation.js'; // biome-ignore format: a list
import { NotObservable } from '../../../language/failures.js';
import { type ModelCommand, model } from '../../../language/model.js';
import { http, ownName, ownZone } from '../../../language/setup.js';
import type { At, Law } from '../../../language/trial.js';
import { expectedListing } from './lists.js';
import { type DictEntry, FULL, type Keyless, OPERATIONS, type OperationName } from './operations.js';
import { type CallAccount, type CommandWords, playSequence, type SequenceTraits } from './playing.js';
import {
  type DictValue, declared, dictValues, evicts, foreignTo, type InZone, isNumeric, isSmall, keys, seven, someInteger, type ZoneName,
} from './zones.js'; // biome-ignore format: a list

interface Sequence extends InZone {
  /** `fill` is many `add` calls of small entries; `wait` lets time pass, up to two times. */
  readonly operations: readonly AnyOperation[];
  /** Operations that are also called with values of another type, which they refuse. */
  readonly refuses?: readonly OperationName[];
  /** The tested operations, by default all; others are presumed to follow their rows. */
  readonly about?: readonly AnyOperation[];
  /** Only three keys, so that the dictionary is often empty. */
  readonly few?: boolean;
}

interface DictState {
  readonly zone: ZoneName;
  /** Entries, and the number of waits before they were written. */
  readonly held: Map<string, DictEntry & { readonly since: number }>;
  waits: number;
  /** Free space when it was empty. */
  empty: number | undefined;
}

type AnyOperation = OperationName | WholeOperation | 'fill';
type DictCommand = ModelCommand<DictState>;

const BRIEF = 50;
const HOUR = 3_600_000;

/** An entry of at most this number of bytes needs at most two pages. */
const SMALL = 1000;
const PAGE = 4096;

const isTimed = ({ operations }: Sequence): boolean => operations.includes('wait');

/** Others may hold up a target. A brief entry then neither certainly exists nor is certainly gone. */
const isHeldUp = ({ late }: Late): boolean => late >= BRIEF / 2;

type Late = Pick<CallAccount, 'late'>;

/** Possible values of a key: one, or two if it is uncertain whether the entry exists. */
function possible({ zone, held, waits }: DictState, key: string, account: Late): (DictEntry | undefined)[] {
  const entry = held.get(key);
  if (entry === undefined) return [entry];
  if (evicts(zone)) return [entry, undefined];
  if (entry.lives > BRIEF) return [entry];
  if (entry.since < waits) return [undefined];
  return isHeldUp(account) ? [entry, undefined] : [entry];
}

/** Free space after a call that stored this number of bytes under a missing key, or removed or replaced something. */
function freeAfter(
  { zone, held, empty = 0 }: DictState,
  added: number | undefined,
  { before }: CallAccount,
): Expectation {
  if (!isSmall(zone)) return anything;
  if (evicts(zone)) return between(0, empty);
  if (held.size === 0) return equal(empty);
  return between(0, added === undefined ? empty : added > 2 * PAGE ? before - added + PAGE : before);
}

/** The sequence that commands are created for, and the name of its dictionary. */
type DictTrial = { readonly data: Sequence; readonly zone: string };

/** A call on a key; the model is updated from the account. */
function keyed(place: DictTrial, name: OperationName, key: string, args: readonly DictValue[]): DictCommand {
  const { takes = [], returns, leaves, writes, full = FULL } = OPERATIONS[name];
  const { zone } = place.data;
  const values = args.slice(0, takes.length);
  const room = Buffer.byteLength(key) + bytesOf(args[0]);
  return command(place, [name, key, ...args], (state, account) => {
    const { ended, now, before } = account;
    const under = possible(state, key, account);
    const mayRefuse = room > SMALL ? state.held.size > 0 || before < room + 2 * PAGE : before < 2 * PAGE;
    const wrote = ended[0] === 'returned' && writes?.(ended[1]) === true;
    const lives = wrote ? Number(args[takes.length] ?? HOUR) : (under[0]?.lives ?? HOUR);
    const expired = now === undefined && lives <= BRIEF && isHeldUp(account);
    if (now === undefined) state.held.delete(key);
    else if (wrote) state.held.set(key, { value: now, lives, since: state.waits });
    const after = freeAfter(state, wrote && under[0] === undefined ? room : undefined, account);
    const done = (entry: DictEntry | undefined): Expectation => {
      const left = expired ? undefined : leaves === undefined ? entry?.value : leaves(entry, values);
      return record({ ended: attempted(returns(entry, values)), now: left, after });
    };
    const refused = (entry: DictEntry | undefined): Expectation =>
      record({ ended: attempted(full), ...(evicts(zone) ? {} : { now: entry?.value, after: before }) });
    const isFull = isSmall(zone) && writes !== undefined && mayRefuse;
    return either(...under.map(done), ...(isFull ? under.map(refused) : []));
  });
}

/** `add` of many entries, `f100` and so on, so that a short sequence fills a dictionary. */
const filled = (place: DictTrial, from: number, count: number): DictCommand =>
  command(place, ['fill', null, from, count, seven(place.data.zone)], (state, { ended, after }) => {
    const outcomes: readonly unknown[] = Array.isArray(ended[1]) ? ended[1] : [];
    const expected = outcomes.map((outcome, i) => {
      const added = possible(state, `f${from + i}`, { late: 0 }).map((entry) => entry === undefined);
      if (fc.stringify(outcome) === '["returned",true]')
        state.held.set(`f${from + i}`, { value: seven(state.zone), lives: HOUR, since: 0 });
      return attempted(either(...added, ...(after < 2 * PAGE || evicts(state.zone) ? [FULL] : [])));
    });
    return record({ ended: attempted(list(...expected)) });
  });

/** Operations of the whole dictionary, and their results. */
const WHOLE = {
  clear: ({ held }: DictState): Expectation => {
    held.clear();
    return anything;
  },
  size: ({ held, zone }: DictState) => (evicts(zone) ? between(0, held.size) : equal(held.size)),
  keys: ({ held }: DictState, _: unknown, maxCount?: number) => expectedListing('keys', entriesIn(held), maxCount),
  items: ({ held }: DictState, _: unknown, maxCount?: number) => expectedListing('items', entriesIn(held), maxCount),
  wait: (state: DictState, waited: unknown) => {
    if (waited === true) state.waits += 1;
    return anything;
  },
} as const satisfies { readonly [name in Exclude<Keyless, 'capacity' | 'freeSpace' | 'name' | 'type'>]: unknown } & {
  readonly wait: unknown;
};
type WholeOperation = keyof typeof WHOLE;
const isWhole = (name: string): name is WholeOperation => name in WHOLE;

const whole = (place: DictTrial, name: WholeOperation, args: readonly number[]): DictCommand =>
  command(place, [name, null, ...args], (state, account) => {
    const ended = attempted(WHOLE[name](state, account.ended[1], args[0]));
    const now = name === 'clear' ? { now: 0 } : {};
    return record({ ended, ...now, after: freeAfter(state, undefined, account) });
  });

const entriesIn = (held: DictState['held']) => [...held].map(([key, { value }]) => [key, value] as const);

const command = (
  { data, zone }: DictTrial,
  words: readonly [AnyOperation, ...unknown[]],
  step: (state: DictState, account: CallAccount) => Expectation,
): DictCommand => ({
  plain: encode([zone, ...words]),
  step: (state, answer) => {
    const account = answer.kind === 'returned' ? decode(answer.value) : undefined;
    if (!isAccount(account)) return equal('an account');
    state.empty ??= account.before;
    const expected = step(state, account);
    const [name] = words;
    if (account.torn && data.about?.includes('get') === false)
      throw new NotObservable('get() returns nothing although has() finds the key');
    return data.about?.includes(name) === false ? presumed(`${name}()`, expected) : expected;
  },
});

const isAccount = (value: unknown): value is CallAccount =>
  typeof value === 'object' && value !== null && 'ended' in value && Array.isArray(value.ended) && 'now' in value;

const bytesOf = (value: DictValue = ''): number =>
  Number(/^(\d+) of [xyz]$/.exec(`${value}`)?.[1] ?? Buffer.byteLength(`${value}`));

/** Few keys, so that keys repeat, and others: those of fillings in small dictionaries. */
function keysFor(data: Sequence): fc.Arbitrary<string> {
  if (isTimed(data) || data.few) return fc.constantFrom('a', 'b', 'c');
  const some = fc.constantFrom('', 'a', 'A', 'ab', 'é', '__proto__');
  return fc.oneof(some, isSmall(data.zone) ? fc.nat({ max: 300 }).map((n) => `f${100 + n}`) : keys);
}

/** Strings of one letter. A long one is written, and reported by the probe, as its length and the letter: `1200 of x`. */
const someRun = fc
  .tuple(
    fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2000 }), fc.integer({ min: 2000, max: 16000 })),
    fc.constantFrom('x', 'y', 'z'),
  )
  .map(([length, letter]) => (length > 200 ? `${length} of ${letter}` : letter.repeat(length)));

/** Integers if they are added. */
function valuesFor({ zone, operations }: Sequence): fc.Arbitrary<DictValue> {
  if (isNumeric(zone)) return operations.includes('incr') ? someInteger : dictValues(zone);
  return isSmall(zone) ? someRun : dictValues(zone);
}

const someFilling = fc.record({ from: fc.integer({ min: 100, max: 300 }), count: fc.integer({ min: 10, max: 60 }) });

function commandsFor(place: DictTrial, name: AnyOperation): fc.Arbitrary<DictCommand> {
  const { data } = place;
  if (name === 'fill') return someFilling.map(({ from, count }) => filled(place, from, count));
  if (name === 'keys' || name === 'items')
    return fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 1 }).map((args) => whole(place, name, args));
  if (isWhole(name)) return fc.constant(whole(place, name, []));
  const { takes = [], timed = false } = OPERATIONS[name];
  const args = takes.map((what) => (what === 'value' ? valuesFor(data) : someInteger));
  const lives = timed && isTimed(data) ? [fc.constantFrom(BRIEF, 60_000)] : [];
  const optional = lives.length + (takes.includes('init') ? 1 : 0);
  return fc
    .tuple(keysFor(data), fc.tuple(...args, ...lives), fc.nat({ max: optional }))
    .map(([key, drawn, left]) => keyed(place, name, key, drawn.slice(0, drawn.length - left)));
}

/** Refused for its type, whether or not the key exists. */
function refusedFor(place: DictTrial, name: OperationName): fc.Arbitrary<DictCommand> {
  const { data } = place;
  const value = OPERATIONS[name].takes?.includes('value') ? foreignTo(data.zone) : someInteger;
  const step = (key: string) => (state: DictState) =>
    record({ ended: attempted(throws('TypeError')), now: state.held.get(key)?.value });
  return fc.tuple(keysFor(data), value).map(([key, foreign]) => command(place, [name, key, foreign], step(key)));
}

/** After every drawn sequence, a brief entry is written, and read once its time has passed. */
const atLast = (place: DictTrial): DictCommand[] => {
  const asked = (['get', 'has', 'ttl'] as const).filter((name) => place.data.operations.includes(name));
  const brief = keyed(place, 'set', 'a', [seven(place.data.zone), BRIEF]);
  return [brief, whole(place, 'wait', [1]), ...asked.map((name) => keyed(place, name, 'a', []))];
};

/** A sequence of every operation in the members table, except those that are judged elsewhere. */
type AnySequence = Omit<Sequence, 'operations'> & { readonly without: readonly AnyOperation[] };

/** With a new member this does not compile until the models have a row for it; then it is drawn. */
const ALL = Object.keys({ ...OPERATIONS, ...WHOLE }).filter(isDrawn);
function isDrawn(name: string): name is AnyOperation {
  return name !== 'wait';
}

export const everyOperation: Law<AnySequence> = ({ without, ...data }) =>
  sequences({ ...data, operations: ALL.filter((name) => !without.includes(name)) });

export const sequences: Law<Sequence> = (data) => {
  const timed = isTimed(data);
  const placeIn = (at: At): DictTrial => ({ data, zone: ownName(at, data.zone) });
  return model<SequenceTraits, DictState, CommandWords>({
    timed,
    setup: [http(ownZone(declared(data.zone)))],
    start: () => ({ zone: data.zone, held: new Map(), waits: 0, empty: undefined }),
    commands: (_, at) => [
      ...data.operations.map((name) => commandsFor(placeIn(at), name)),
      ...(data.refuses ?? []).map((name) => refusedFor(placeIn(at), name)),
    ],
    probe: playSequence,
    ...(timed ? { maxCommands: 16, last: (_, at) => atLast(placeIn(at)) } : {}),
  })({ timed, small: isSmall(data.zone) });
};
