/**
 * Sequences of operations on one dictionary, judged by a map that goes by the operations' rows: entries may expire as time
 * is waited, small dictionaries may be full, and some may evict. How much room an entry takes is the host's own affair, so
 * the model follows what the host refuses; but it must not refuse what is small while pages are free, must change nothing
 * when it refuses, and must keep what it accepted, unless it may evict.
 */
import fc from 'fast-check';
import { decode, encode } from '../../../language/encoding.js';
import { anything, attempted, between, type Expectation, either, equal, list, record, throws } from '../../../language/expectation.js'; // biome-ignore format: one line
import { type ModelCommand, model } from '../../../language/model.js';
import type { Outcome } from '../../../language/observation.js';
import { http, zone as zoneDirective } from '../../../language/setup.js';
import type { Law, Probe } from '../../../language/trial.js';
import { lists } from './listing.js';
import { type Entry, FULL, OPERATIONS, type OperationName } from './operations.js';
import { foreignTo, keys, someInteger, valuesOf } from './values.js';
import { declared, evicts, type InZone, isNumeric, isSmall, seven, type Value } from './zones.js';

export interface Sequence extends InZone {
  /** `fill` is many an `add` of a small entry; `wait` lets time pass, up to two times. */
  readonly operations: readonly (OperationName | 'clear' | 'size' | 'keys' | 'items' | 'fill' | 'wait')[];
  /** Operations that are also called with values of another type, which they refuse. */
  readonly refuses?: readonly OperationName[];
}

/** A text of one letter. */
interface Run {
  readonly repeat: string;
  readonly times: number;
}

/** What the target tells of a call: how it ended, what the key holds then, free space, milliseconds since the last wait. */
interface Account {
  readonly ended: readonly [how: string, value: unknown];
  readonly now: Value | undefined;
  readonly before: number;
  readonly after: number;
  readonly late: number;
}

interface State {
  readonly data: Sequence;
  /** Entries, and how often time was waited before they were written. */
  readonly held: Map<string, Entry & { readonly since: number }>;
  waits: number;
}

type Command = ModelCommand<State>;

const BRIEF = 50;
const HOUR = 3_600_000;

/** A target may be held up by others; a brief entry is then neither surely there nor surely gone. */
const HELD_UP = BRIEF / 2;

/** An entry of so few bytes needs no more than two pages of 4096 bytes. */
const SMALL = 1000;
const TWO_PAGES = 8192;

const isTimed = ({ operations }: Sequence): boolean => operations.includes('wait');

/** What may be under a key: one possibility, or two when it is not sure whether the entry is there. */
function possible({ data, held, waits }: State, key: string, late: number): (Entry | undefined)[] {
  const entry = held.get(key);
  if (entry === undefined) return [entry];
  if (evicts(data.zone)) return [entry, undefined];
  if (entry.lives > BRIEF) return [entry];
  if (entry.since < waits) return [undefined];
  return late < HELD_UP ? [entry] : [entry, undefined];
}

const ending = (ended: unknown, now: unknown): Expectation =>
  record({ ended: attempted(ended), now, after: between(0, 2 ** 40) });

/** A call on a key; the model is brought to what the account tells. */
function keyed(name: OperationName, key: string, args: readonly unknown[]): Command {
  const { takes = [], returns, leaves, writes, full = FULL } = OPERATIONS[name];
  const values = args.slice(0, takes.length).map(told);
  const room = Buffer.byteLength(key) + bytesOf(args[0]);
  return command([name, key, ...args], (state, { ended, now, before, late }) => {
    const under = possible(state, key, late);
    if (now === undefined) state.held.delete(key);
    else if (ended[0] === 'returned' && writes?.(ended[1]))
      state.held.set(key, { value: now, lives: Number(args[takes.length] ?? HOUR), since: state.waits });
    const refused = ({ value }: Partial<Entry> = {}): Expectation =>
      record({ ended: attempted(full), ...(evicts(state.data.zone) ? {} : { now: value, after: before }) });
    const mayRefuse = writes !== undefined && (room > SMALL || before < TWO_PAGES);
    return either(
      ...under.map((entry) =>
        ending(returns(entry, values), leaves === undefined ? entry?.value : leaves(entry, values)),
      ),
      ...(mayRefuse ? under.map(refused) : []),
    );
  });
}

/** Refused for its type, whether the key is there or not. */
const refused = (name: OperationName, key: string, value: unknown): Command =>
  command([name, key, value], ({ held }) => ending(throws('TypeError'), held.get(key)?.value));

/** `add` of many entries, `f100` and so on, so that a short sequence fills a dictionary. */
const filled = (from: number, count: number, value: Value): Command =>
  command(['fill', '', from, count, value], (state, { ended, after }) => {
    const outcomes: readonly unknown[] = Array.isArray(ended[1]) ? ended[1] : [];
    const expected = Array.from({ length: count }, (_, i) => {
      const key = `f${from + i}`;
      const added = possible(state, key, 0).map((entry) => entry === undefined);
      if (fc.stringify(outcomes[i]) === '["returned",true]') state.held.set(key, { value, lives: HOUR, since: 0 });
      return attempted(either(...added, ...(after < TWO_PAGES || evicts(state.data.zone) ? [FULL] : [])));
    });
    return record({ ended: attempted(list(...expected)) });
  });

/** Operations of the whole dictionary, and what they return. */
const WHOLE = {
  clear: ({ held }: State): Expectation => {
    held.clear();
    return anything;
  },
  size: ({ held, data }: State) => (evicts(data.zone) ? between(0, held.size) : equal(held.size)),
  keys: ({ held }: State) => lists('keys', entriesIn(held)),
  items: ({ held }: State) => lists('items', entriesIn(held)),
  wait: (state: State, waited: unknown) => {
    if (waited === true) state.waits += 1;
    return anything;
  },
} as const;
type Whole = keyof typeof WHOLE;
const isWhole = (name: string): name is Whole => name in WHOLE;

const whole = (name: Whole): Command =>
  command([name], (state, { ended }) => record({ ended: attempted(WHOLE[name](state, ended[1])) }));

const entriesIn = (held: State['held']) => [...held].map(([key, { value }]) => [key, value] as const);

const command = (words: readonly unknown[], step: (state: State, account: Account) => Expectation): Command => ({
  plain: encode(words),
  step: (state, answer) => {
    const account = accountIn(answer);
    return account === undefined ? equal('an account') : step(state, account);
  },
});

function accountIn(answer: Outcome): Account | undefined {
  const value = answer.kind === 'returned' ? decode(answer.value) : undefined;
  return isAccount(value) ? value : undefined;
}

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'ended' in value && Array.isArray(value.ended) && 'now' in value;

const isRun = (value: unknown): value is Run => typeof value === 'object' && value !== null && 'repeat' in value;

/** As the probe tells a value: of a long text of one letter its length and the letter. */
function told(value: unknown): Value {
  if (isRun(value)) return value.times > 200 ? `${value.times} of ${value.repeat}` : value.repeat.repeat(value.times);
  return typeof value === 'number' ? value : `${value}`;
}

const bytesOf = (value: unknown): number => (isRun(value) ? value.times : Buffer.byteLength(`${value ?? ''}`));

/** Few keys, so that the same one comes again, and others: those of fillings where there are any. */
function keysFor(data: Sequence): fc.Arbitrary<string> {
  if (isTimed(data)) return fc.constantFrom('a', 'b', 'c');
  const few = fc.constantFrom('', 'a', 'A', 'ab', 'é', '__proto__');
  return fc.oneof(few, isSmall(data.zone) ? fc.nat({ max: 300 }).map((n) => `f${100 + n}`) : keys);
}

const someRun = fc.record({
  repeat: fc.constantFrom('x', 'y', 'z'),
  times: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2000 }), fc.integer({ min: 2000, max: 16000 })),
});

/** Integers where they are added up. */
function valuesFor({ zone, operations }: Sequence): fc.Arbitrary<unknown> {
  if (isNumeric(zone)) return operations.includes('incr') ? someInteger : valuesOf(zone);
  return isSmall(zone) ? someRun : valuesOf(zone);
}

function commandsFor(data: Sequence, name: Sequence['operations'][number]): fc.Arbitrary<Command> {
  if (name === 'fill')
    return fc
      .tuple(fc.integer({ min: 100, max: 300 }), fc.integer({ min: 10, max: 60 }))
      .map(([from, count]) => filled(from, count, seven(data.zone)));
  if (isWhole(name)) return fc.constant(whole(name));
  const { takes = [], timed = false } = OPERATIONS[name];
  const args = takes.map((what) => (what === 'value' ? valuesFor(data) : someInteger));
  const lives = timed && isTimed(data) ? [fc.constantFrom(BRIEF, 60_000)] : [];
  const optional = lives.length + (takes.includes('init') ? 1 : 0);
  return fc
    .tuple(keysFor(data), fc.tuple(...args, ...lives), fc.nat({ max: optional }))
    .map(([key, drawn, left]) => keyed(name, key, drawn.slice(0, drawn.length - left)));
}

const refusedFor = (data: Sequence, name: OperationName): fc.Arbitrary<Command> =>
  fc
    .tuple(keysFor(data), OPERATIONS[name].takes?.includes('value') ? foreignTo(data.zone) : someInteger)
    .map(([key, value]) => refused(name, key, value));

/** Of a case in which time passes: no other clears it, and each trial uses keys of its own. */
const timedName = ({ zone }: Sequence): string => `timed-${zone}`;

type Words = readonly [operation: string, key: string, ...args: unknown[]];

const play: Probe<{ commands: Words[]; data: Sequence }> = (input, t) => {
  const timed = input.data.operations.indexOf('wait') >= 0;
  const zone = t.zone(timed ? `timed-${input.data.zone}` : input.data.zone);
  const prefix = timed ? `${Math.random()}-` : '';
  let waited = 0;
  let from = Date.now();
  const runOf = (value: unknown): Partial<Run> => (typeof value === 'object' && value !== null ? value : {});
  const written = (value: unknown): unknown => {
    const run = runOf(value);
    return typeof run.repeat === 'string' && run.times !== undefined ? run.repeat.repeat(run.times) : value;
  };
  const tell = (value: unknown): unknown => {
    if (value === zone) return { itself: true };
    if (typeof value !== 'string' || value.length <= 200) return value;
    const letter = value.charAt(0);
    return value === letter.repeat(value.length) ? `${value.length} of ${letter}` : value;
  };
  const make = (operation: string, args: unknown[]): readonly unknown[] =>
    t.attempt(() => tell(t.invoke(zone, operation, args)));
  const perform = (words: Words, waited: boolean): readonly unknown[] => {
    if (words[0] === 'wait') return ['returned', waited];
    const key: unknown[] = words.length < 2 ? [] : [`${prefix}${words[1]}`];
    if (words[0] !== 'fill') return make(words[0], key.concat(words.slice(2).map(written)));
    const added: unknown[] = [];
    for (let i = 0; i < Number(words[3]); i++) added.push(make('add', [`f${Number(words[2]) + i}`, words[4]]));
    return ['returned', added];
  };
  const answers: unknown[] = [];
  const next = (words: Words, waited: boolean): void => {
    const before = zone.freeSpace();
    const ended = perform(words, waited);
    const now = tell(zone.get(`${prefix}${words[1]}`));
    answers.push(['returned', { ended, now, before, after: zone.freeSpace(), late: Date.now() - from }]);
  };
  const nextInTime = async (words: Words): Promise<void> => {
    const waits = words[0] === 'wait' && waited < 2;
    if (waits) {
      waited++;
      await t.wait(70);
      from = Date.now();
    }
    next(words, waits);
  };
  const playInTime = async (): Promise<unknown[]> => {
    for (let i = 0; i < input.commands.length; i++) await nextInTime(input.commands[i] || ['wait', '']);
    return answers;
  };
  if (timed) return playInTime();
  zone.clear();
  input.commands.forEach((words) => {
    next(words, false);
  });
  return answers;
};

export const sequences: Law<Sequence> = (data) =>
  model({
    timed: isTimed(data),
    setup: ({ zone }: Sequence) => [http(zoneDirective(declared(zone, isTimed(data) ? timedName(data) : zone)))],
    start: (): State => ({ data, held: new Map(), waits: 0 }),
    commands: () => [
      ...data.operations.map((name) => commandsFor(data, name)),
      ...(data.refuses ?? []).map((name) => refusedFor(data, name)),
    ],
    probe: play,
    ...(isTimed(data) ? { maxCommands: 16 } : {}),
  })(data);
