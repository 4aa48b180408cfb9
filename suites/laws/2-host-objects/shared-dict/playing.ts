/** What runs inside a target for drawn sequences of operations: performs them one by one and reports what each did. */
import type { SharedDict } from '../../../language/generated/objects.js';
import type { Probe } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import type { DictValue } from './zones.js';

/**
 * The report of a target for a call: how it ended, and the value of the key afterwards. For a call without a key, the number
 * of keys that `get` finds. It has the free space of small dictionaries, and the milliseconds since the last wait.
 */
export interface CallAccount {
  readonly ended: readonly [how: string, value: unknown];
  readonly now: DictValue | undefined;
  readonly before: number;
  readonly after: number;
  readonly late: number;
  /** `has` finds the key but `get` does not. */
  readonly torn: boolean;
}

export type SequenceTraits = { readonly timed: boolean; readonly small: boolean };

export type CommandWords = readonly [zone: string, operation: string, key: string | null, ...args: unknown[]];

/** Calls on a dictionary, with long strings in short form; lifted with `playSequence`. */
const sequenceCalls = (zone: SharedDict, t: World) => {
  const written = (value: unknown): unknown => {
    const run = typeof value === 'string' ? /^(\d+) of ([xyz])$/.exec(value) : null;
    return run === null ? value : `${run[2]}`.repeat(Number(run[1]));
  };
  const shown = (value: unknown): unknown => {
    if (value === zone) return { itself: true };
    if (typeof value !== 'string' || value.length <= 200) return value;
    const letter = value.charAt(0);
    return value === letter.repeat(value.length) ? `${value.length} of ${letter}` : value;
  };
  const isThere = (key: string): boolean => zone.get(key) !== undefined;
  const make = (operation: string, args: readonly unknown[]): readonly unknown[] =>
    t.attempt(() => shown(t.invoke(zone, operation, args.map(written))));
  return {
    make,
    /** The names of the keys, and how each `add` ended. */
    fill: (from: number, count: number, value: unknown) => {
      const keys: string[] = [];
      for (let i = 0; i < count; i++) keys.push(`f${from + i}`);
      return { keys, added: keys.map((key) => make('add', [key, value])) };
    },
    countOf: (keys: string[]): number => keys.filter(isThere).length,
    now: (key: string): unknown => shown(zone.get(key)),
    remove: (keys: string[]): void => {
      keys.forEach((key) => {
        zone.delete(key);
        if (isThere(key)) zone.pop(key);
      });
      if (keys.some(isThere)) zone.clear();
    },
  };
};

type Commands = { readonly commands: readonly CommandWords[]; readonly data: SequenceTraits };

/** Performs commands one by one and returns the account of each; lifted with `playSequence`. */
const accounts = (zone: SharedDict, calls: ReturnType<typeof sequenceCalls>, small: boolean, prefix: string) => {
  const used: string[] = [];
  const perform = (words: CommandWords, key: string | undefined, waits: boolean): readonly unknown[] => {
    if (words[1] === 'wait') return ['returned', waits];
    const args: unknown[] = key === undefined ? [] : [key];
    if (words[1] !== 'fill') return calls.make(words[1], args.concat(words.slice(3)));
    const filled = calls.fill(Number(words[3]), Number(words[4]), words[5]);
    filled.keys.forEach((one) => {
      used.push(one);
    });
    return ['returned', filled.added];
  };
  return {
    of: (words: CommandWords, waits: boolean, from: number): readonly unknown[] => {
      const key = words[2] === null ? undefined : `${prefix}${words[2]}`;
      const before = small ? zone.freeSpace() : 0;
      const ended = perform(words, key, waits);
      if (key !== undefined) used.push(key);
      const left = words[1] === 'clear' ? calls.countOf(used) : undefined;
      const now = key === undefined ? left : calls.now(key);
      const after = small ? zone.freeSpace() : 0;
      const torn = key !== undefined && now === undefined && zone.has(key);
      return ['returned', { ended, now, before, after, late: Date.now() - from, torn }];
    },
    end: (): void => calls.remove(used),
  };
};

/**
 * At the end each used key is removed, so that the next trial finds none. It is asynchronous only if time passes, because
 * some hosts lose outcomes. Such trials run in parallel, each with its own keys.
 */
export const playSequence: Probe<Commands> = liftedWith(
  (input: Commands, t, callsOn: typeof sequenceCalls, accountsOf: typeof accounts) => {
    const data = input.data;
    const zone = t.zone(`${(input.commands[0] || [''])[0]}`);
    const account = accountsOf(zone, callsOn(zone, t), data.small, data.timed ? `${Math.random()}-` : '');
    const answers: unknown[] = [];
    const nextInTime = async (i: number, waited: number, from: number): Promise<unknown[]> => {
      const words = input.commands[i];
      if (words === undefined) {
        account.end();
        return answers;
      }
      const waits = words[1] === 'wait' && (waited < 2 || words[3] !== undefined);
      if (waits) await t.wait(70);
      const since = waits ? Date.now() : from;
      answers.push(account.of(words, waits, since));
      return nextInTime(i + 1, waits ? waited + 1 : waited, since);
    };
    if (data.timed) return nextInTime(0, 0, Date.now());
    const from = Date.now();
    input.commands.forEach((words) => {
      answers.push(account.of(words, false, from));
    });
    account.end();
    return answers;
  },
  sequenceCalls,
  accounts,
);
