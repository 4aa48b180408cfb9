/**
 * Sequences of operations with time passing in between. Entries live for an hour or for 50 ms; the latter are there as long
 * as no time is waited, and gone once it is.
 */
import fc from 'fast-check';
import { decode, encode } from '../../../language/encoding.js';
import { type Expectation, either, equal, record, satisfies } from '../../../language/expectation.js';
import { type ModelCommand, model } from '../../../language/model.js';
import { type InZone, inZone, isNumeric, type Value } from './zones.js';

interface Entry {
  readonly value: Value;
  /** Milliseconds it lives. */
  readonly lives: number;
  /** How often time was waited before it was written. */
  readonly since: number;
}

interface Aging {
  readonly entries: Map<string, Entry>;
  waits: number;
}

type Operation = 'set' | 'add' | 'get' | 'has' | 'ttl' | 'pop' | 'wait';

type Call = readonly [operation: Operation, ...args: (string | number)[]];

/** Milliseconds between the last wait and the end of a call, and what the call returned. */
interface Account {
  readonly late: number;
  readonly returned: unknown;
}

const BRIEF = 50;
const HOUR = 3_600_000;

/** A target may be held up by others; a brief entry is then neither surely there nor surely gone. */
const HELD_UP = BRIEF / 2;

/** What may be under a key: one possibility, or two when it is not sure whether the entry is there. */
function possible({ entries, waits }: Aging, key: string, late: number): readonly (Entry | undefined)[] {
  const entry = entries.get(key);
  if (entry === undefined || entry.lives > BRIEF) return [entry];
  if (entry.since < waits) return [undefined];
  return late < HELD_UP ? [entry] : [entry, undefined];
}

function stepOf(
  aging: Aging,
  [operation, key = '', value = '', lives = HOUR]: Call,
  { late, returned }: Account,
): Expectation {
  const under = possible(aging, `${key}`, late);
  const all = (expected: (entry: Entry | undefined) => Expectation): Expectation => either(...under.map(expected));
  const write = (): void => {
    aging.entries.set(`${key}`, { value, lives: Number(lives), since: aging.waits });
  };
  switch (operation) {
    case 'wait':
      if (returned === true) aging.waits += 1;
      return satisfies('it waited, or not', () => true);
    case 'set':
      write();
      return equal('the dictionary');
    case 'add':
      if (returned === true) write();
      return all((entry) => equal(entry === undefined));
    case 'get':
      return all((entry) => equal(entry?.value));
    case 'has':
      return all((entry) => equal(entry !== undefined));
    case 'ttl':
      return all((entry) => (entry === undefined ? equal(undefined) : remains(entry.lives)));
    case 'pop':
      aging.entries.delete(`${key}`);
      return all((entry) => equal(entry?.value));
  }
}

/** Nothing is known of how long the sequence takes but that it is not long. */
const remains = (lives: number): Expectation =>
  satisfies(`above 0 and no more than ${lives} milliseconds`, (ttl) => {
    return (typeof ttl === 'number' && ttl > 0 && ttl <= lives && ttl > lives - 10_000) || 'it is not';
  });

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'late' in value && 'returned' in value;

const command = (call: Call): ModelCommand<Aging> => ({
  plain: encode(call),
  step: (aging, answer) => {
    const account = answer.kind === 'returned' ? decode(answer.value) : undefined;
    if (!isAccount(account)) return satisfies('an account of the call', () => 'it is none');
    const expected = stepOf(aging, call, account);
    return record({ returned: expected });
  },
});

const someKey = fc.constantFrom('a', 'b', 'c');

function callFor(operation: Operation, zone: InZone['zone']): fc.Arbitrary<Call> {
  const value: fc.Arbitrary<Value> = isNumeric(zone) ? fc.nat({ max: 9 }) : fc.constantFrom('', 'x', 'y');
  switch (operation) {
    case 'wait':
      return fc.constant(['wait']);
    case 'set':
    case 'add':
      return fc.oneof(
        fc.tuple(fc.constant(operation), someKey, value),
        fc.tuple(fc.constant(operation), someKey, value, fc.constantFrom(BRIEF, 60_000)),
      );
    default:
      return fc.tuple(fc.constant(operation), someKey);
  }
}

export const forgetsInTime = model({
  timed: true,
  setup: inZone,
  start: (_: InZone & { operations: readonly Operation[] }): Aging => ({ entries: new Map(), waits: 0 }),
  commands: ({ zone, operations }) => operations.map((operation) => callFor(operation, zone).map(command)),
  probe: async (input: { commands: Call[]; data: InZone }, t) => {
    const zone = t.zone(input.data.zone);
    // Trials go on side by side in one zone.
    const prefix = `${Math.random()}-`;
    let waits = 0;
    let from = Date.now();
    const make = (call: Call, waited: boolean): Account => {
      const args: unknown[] = [`${prefix}${call[1]}`];
      const value = call[0] === 'wait' ? waited : t.invoke(zone, call[0], args.concat(call.slice(2)));
      return { late: Date.now() - from, returned: value === zone ? 'the dictionary' : value };
    };
    const answers: unknown[] = [];
    const next = async (call: Call): Promise<void> => {
      const waiting = call[0] === 'wait' && waits < 2;
      if (waiting) {
        waits++;
        await t.wait(70);
        from = Date.now();
      }
      answers.push(t.attempt(() => make(call, waiting)));
    };
    for (let i = 0; i < input.commands.length; i++) await next(input.commands[i] || ['wait']);
    return answers;
  },
  maxCommands: 16,
});
