/**
 * Sequences of operations on a dictionary that is full at times. How much room an entry takes is the host's own affair, so
 * the model follows what the host refuses; but it must not refuse what is small while pages are free, must change nothing
 * when it refuses, and must keep what it accepted, unless it may evict.
 */
import fc from 'fast-check';
import { decode, encode } from '../../../language/encoding.js';
import { satisfies } from '../../../language/expectation.js';
import { type ModelCommand, model } from '../../../language/model.js';
import type { Observation } from '../../../language/observation.js';
import { type InZone, inZone, isNumeric } from './zones.js';

/** What a value is told as: a number, or the length and the letter of a text. */
type Told = string | number | undefined;

interface Room {
  readonly held: Map<string, Told>;
  /** What is held may be gone without anybody being told. */
  readonly mayEvict: boolean;
}

/** A text of one letter, or a number. */
type Stored = number | { readonly letter: string; readonly length: number };

interface Call {
  readonly operation: 'set' | 'add' | 'replace' | 'incr' | 'get' | 'delete' | 'size';
  readonly key: string;
  readonly value?: Stored;
}

/** `add` of many small entries, `f100` and so on, so that a short sequence fills a dictionary. */
interface Fill {
  readonly operation: 'fill';
  readonly from: number;
  readonly count: number;
  readonly value: Stored;
}

/**
 * What the target tells of a call: free space before and after, how it ended, and what the key holds then. Of a filling it
 * tells the ends together as letters: true, false, SharedMemoryError, or any other.
 */
interface Account {
  readonly before: number;
  readonly ended: readonly [how: string, value: unknown];
  readonly after: number;
  readonly now: Told;
}

/** An entry of so few bytes needs no more than two pages of 4096 bytes. */
const SMALL = 1000;
const TWO_PAGES = 8192;

const told = (value: Stored): Told =>
  typeof value === 'number' ? value : `${value.length}${value.length > 0 ? value.letter : ''}`;

const bytesOf = ({ key, value }: Call): number => key.length + (typeof value === 'object' ? value.length : 8);

const FULL = 'SharedMemoryError';

/** What is wrong with an account of a filling; the model is brought to what the account tells. */
function fillComplaint(
  { held, mayEvict }: Room,
  { from, count, value }: Fill,
  { ended: [, ends], after }: Account,
): string | undefined {
  const letters = String(ends);
  if (letters.length !== count) return `it ended ${letters.length} times`;
  for (const [i, end] of [...letters].entries()) {
    const key = `f${from + i}`;
    const wrong =
      end === 's'
        ? after >= TWO_PAGES && !mayEvict
        : end === 't'
          ? held.has(key) && !mayEvict
          : !(end === 'f' && held.has(key));
    if (wrong) return `add of ${key} ended with ${end}, ${after} bytes free, ${held.size} entries`;
    if (end === 't') held.set(key, told(value));
  }
  return undefined;
}

/** What is wrong with an account of a call; the model is brought to what the account tells. */
function complaint(room: Room, call: Call, account: Account): string | undefined {
  const [how, value] = account.ended;
  if (account.after < 0) return `free space is ${account.after}`;
  if (how === 'threw') return refusalComplaint(room, call, account);
  const wrong = answerComplaint(room, call, value) ?? nowComplaint(room, call, value, account.now);
  if (account.now === undefined) room.held.delete(call.key);
  else room.held.set(call.key, account.now);
  return wrong;
}

function refusalComplaint(
  { held, mayEvict }: Room,
  call: Call,
  { before, ended: [, name], after, now }: Account,
): string | undefined {
  // Which error comes from incr is judged by its own requirement.
  if ((name !== FULL && call.operation !== 'incr') || call.value === undefined) return `it threw ${name}`;
  if (bytesOf(call) <= SMALL && before >= TWO_PAGES) return `it threw ${name} with ${before} bytes free`;
  if (mayEvict) return undefined;
  if (now !== held.get(call.key)) return `it threw ${name}, and the key holds ${now} after ${held.get(call.key)}`;
  return after === before ? undefined : `it threw ${name}, and free space is ${after} after ${before}`;
}

/** What the call must have returned. In a dictionary that evicts, a key that was there may be missing. */
function answerComplaint(
  { held, mayEvict }: Room,
  { operation, key, value }: Call,
  returned: unknown,
): string | undefined {
  const there = held.has(key);
  const possible: unknown[] = mayEvict && there ? [true, false] : [there];
  const expected = (wanted: boolean): string | undefined => (wanted ? undefined : `it returned ${returned}`);
  switch (operation) {
    case 'set':
      return expected(returned === 'itself');
    case 'add':
      return expected(possible.some((wasThere) => returned === !wasThere));
    case 'replace':
      return expected(possible.includes(returned));
    case 'delete':
      // That it tells false of a missing key is judged by its own requirement.
      return expected(possible.includes(returned ?? false));
    case 'incr':
      return expected(possible.some((wasThere) => returned === Number(wasThere ? held.get(key) : 0) + Number(value)));
    case 'get':
      return expected(returned === held.get(key) || (mayEvict && returned === undefined));
    case 'size':
      return expected(mayEvict ? Number(returned) <= held.size : returned === held.size);
  }
}

/** What the key must hold after a call that returned. */
function nowComplaint({ held, mayEvict }: Room, call: Call, returned: unknown, now: Told): string | undefined {
  const before = held.get(call.key);
  const wanted = writes(call, returned) ? writtenBy(call, returned) : call.operation === 'delete' ? undefined : before;
  if (now === wanted || (mayEvict && !writes(call, returned) && now === undefined)) return undefined;
  return `it returned ${returned}, and the key holds ${now} after ${before}`;
}

const writes = ({ operation }: Call, returned: unknown): boolean =>
  operation === 'set' ||
  operation === 'incr' ||
  ((operation === 'add' || operation === 'replace') && returned === true);

const writtenBy = ({ operation, value }: Call, returned: unknown): Told =>
  operation === 'incr' ? Number(returned) : value === undefined ? undefined : told(value);

const someKey = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.nat({ max: 300 }).map((n) => `f${100 + n}`),
);

const someLength = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2000 }), fc.integer({ min: 2000, max: 16000 }));

const someText = fc.record({ letter: fc.constantFrom('x', 'y', 'z'), length: someLength });

const fillFor = (numeric: boolean): fc.Arbitrary<Fill> =>
  fc.tuple(fc.integer({ min: 100, max: 300 }), fc.integer({ min: 10, max: 60 })).map(([from, count]) => ({
    operation: 'fill',
    from,
    count,
    value: numeric ? 7 : { letter: 'f', length: 3 },
  }));

function callFor(operation: Call['operation'], numeric: boolean): fc.Arbitrary<Call> {
  switch (operation) {
    case 'get':
    case 'delete':
    case 'size':
      return someKey.map((key) => ({ operation, key }));
    default:
      return fc.record({ operation: fc.constant(operation), key: someKey, value: numeric ? fc.integer() : someText });
  }
}

const command = (call: Call | Fill): ModelCommand<Room> => ({
  plain: encode(call),
  step: (room, answer) => {
    const account = accountIn(answer);
    const wrong =
      account === undefined
        ? 'it tells nothing'
        : call.operation === 'fill'
          ? fillComplaint(room, call, account)
          : complaint(room, call, account);
    return satisfies('an answer that fits what is held and what is free', () => wrong ?? true);
  },
});

function accountIn(answer: Observation): Account | undefined {
  const value = answer.kind === 'returned' ? decode(answer.value) : undefined;
  return isAccount(value) ? value : undefined;
}

const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' &&
  value !== null &&
  'before' in value &&
  'after' in value &&
  'now' in value &&
  'ended' in value &&
  Array.isArray(value.ended);

interface Roomy extends InZone {
  readonly operations: readonly (Call | Fill)['operation'][];
  readonly evicts: boolean;
}

export const keepsWithinRoom = model({
  setup: inZone,
  start: ({ evicts }: Roomy): Room => ({ held: new Map(), mayEvict: evicts }),
  commands: ({ zone, operations }) =>
    operations.map((name) => {
      const numeric = isNumeric(zone);
      return name === 'fill' ? fillFor(numeric).map(command) : callFor(name, numeric).map(command);
    }),
  probe: (input: { commands: (Call | Fill)[]; data: Roomy }, t) => {
    const zone = t.zone(input.data.zone);
    zone.clear();
    const written = (value: Stored): string | number =>
      typeof value === 'object' ? value.letter.repeat(value.length) : value;
    const tell = (value: unknown): Told => {
      if (typeof value === 'number' || value === undefined) return value;
      const text = `${value}`;
      const letter = text.charAt(0);
      return text === letter.repeat(text.length) ? `${text.length}${letter}` : 'a text of several letters';
    };
    const fill = (f: Fill): readonly ['returned', unknown] => {
      const value = written(f.value);
      let ends = '';
      for (let i = 0; i < f.count; i++) {
        const ended = t.attempt(() => zone.add(`f${f.from + i}`, value));
        const refused = ended[1] === 'SharedMemoryError' ? 's' : '?';
        ends = ends.concat(ended[0] === 'threw' ? refused : ended[1] === true ? 't' : 'f');
      }
      return ['returned', ends];
    };
    const make = (call: Call): readonly [string, unknown] => {
      const args: unknown[] = call.operation === 'size' ? [] : [call.key];
      if (call.value !== undefined) args.push(written(call.value));
      return t.attempt(() => {
        const value = t.invoke(zone, call.operation, args);
        if (typeof value === 'boolean') return value;
        return value === zone ? 'itself' : tell(value);
      });
    };
    return input.commands.map((call) =>
      t.attempt((): Account => {
        const before = zone.freeSpace();
        const ended = call.operation === 'fill' ? fill(call) : make(call);
        const now = call.operation === 'fill' ? undefined : tell(zone.get(call.key));
        return { before, ended, after: zone.freeSpace(), now };
      }),
    );
  },
});
