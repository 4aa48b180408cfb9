/** Laws of the axes of `spec/tables.yaml`: tests of members by the types of their parameters and of their results. */
import type { Plain } from '../../../spec/types/requirement.js';
import { encode, show as shown } from '../../language/encoding.js';
import { anything, type Expectation, list, satisfies } from '../../language/expectation.js';
import type { Law } from '../../language/trial.js';
import { liftedWith } from '../support/lifted-with.js';
import { remaking, scribbling } from '../support/remaking.js';
import { type CallOutcome, callerOf, listMade, type MemberCalls } from './calling.js';
import { type HolderMember, lawOfMember, type MemberProbe, memberProbe } from './holding.js';

/** A call, with its required arguments. */
type MemberCall = HolderMember & { readonly args: readonly Plain[]; readonly assigns?: boolean };

/** A parameter, and the names of changed arguments. */
type AtParameter = MemberCall & { readonly at: number; readonly values: readonly (string | number)[] };

type AxisInput = MemberCalls & { readonly at: number; readonly values: readonly string[] };

/** A law of such calls, each on its own holder. */
const axisLaw = <D extends MemberCall & { readonly at?: number; readonly values?: readonly unknown[] }>(
  probe: MemberProbe<AxisInput>,
  expect: (data: D) => Expectation,
  calls: (data: D) => readonly (readonly Plain[])[] = ({ args }) => [args],
): Law<D> =>
  lawOfMember<D, AxisInput>({
    ...probe,
    calls,
    inputOf: ({ member, at = 0, values = [], assigns = false }, all) => ({
      ...all,
      ...{ member, assigns, at, values: values.map(String) },
    }),
    expect,
  });

const keeps = liftedWith((input: AxisInput, t, callerOf) => {
  const caller = callerOf(input, t);
  return caller.reach(0, (on, args) => {
    const before = args.map((arg) => caller.show(arg));
    return caller.called(on, args, () => [before, args.map((arg) => caller.show(arg))]);
  });
}, callerOf);

/** However a call ends, these of its arguments do not change. */
export const keepsArguments = axisLaw<MemberCall & { readonly places: readonly number[] }>(
  memberProbe('keeps', keeps),
  ({ places }) =>
    satisfies('the arguments do not change', (all) => {
      const [before, after]: unknown[][] = Array.isArray(all) ? all : [];
      const [one, other] = [before, after].map((args) => JSON.stringify(encode(places.map((at) => args?.[at]))));
      return (before !== undefined && one === other) || `${other} was ${one}`;
    }),
);

/** How a call ended, as `called` reports it. */
const isEnding = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && (value[0] === 'returned' || value[0] === 'threw');

/** However the calls end, there is one observation for each of them; `judged` checks the rest. */
const ofEach = (
  says: string,
  count: number,
  isOne: (observed: { readonly [name: string]: unknown }) => boolean,
  judged: (all: readonly unknown[]) => true | string,
): Expectation =>
  satisfies(says, (observed) => {
    const all: readonly unknown[] = Array.isArray(observed) ? observed : [];
    const none = all.findIndex((one) => one !== NONE && !isOne(Object(one)));
    if (all.length !== count || none >= 0) return `no observation of ${count} calls: ${shown(encode(observed), 200)}`;
    return judged(all);
  });

const differing = (one: unknown, how: unknown, other: unknown): string =>
  `${shown(encode(one), 200)} with ${how}, ${shown(encode(other), 150)} without`;

/** If a host cannot create a value of that kind. */
const NONE = 'none of its kind';

const owns = liftedWith(
  (input: AxisInput, t, callerOf, scribble) => {
    const caller = callerOf(input, t);
    const argumentsOf = (index: number, then: (args: readonly unknown[]) => unknown): unknown =>
      caller.reach(index, (_, args) => then(args));
    const twice = (index: number): unknown =>
      caller.reach(index, (on, args) =>
        caller.called(on, args, (ended) => {
          const first = [ended[0], caller.show(ended[1], on)];
          if (index > 0) scribble(ended[1]);
          const left = args.map((arg) => caller.show(arg));
          const mine = t.json(caller.show(ended[1], on));
          return argumentsOf(index + 1, (again) =>
            caller.called(on, again, (second) => {
              const kept = mine === t.json(caller.show(ended[1], on));
              return { first, second: [second[0], caller.show(second[1], on)], left, kept };
            }),
          );
        }),
      );
    const compared = (both: unknown): unknown => {
      const all: { first: unknown }[] = Object(both);
      const firsts = all.map((one) => t.json(one.first));
      if (firsts[0] !== firsts[1]) t.unobservable('each call returns another result');
      return both;
    };
    const both = caller.inTurn(2, (i) => twice(2 * i));
    return both instanceof Promise ? both.then(compared) : compared(both);
  },
  callerOf,
  scribbling,
);

/** Changes of a result affect no later result and no argument, and no later call overwrites it. */
export const givesOwn = axisLaw<MemberCall>(
  memberProbe('owns', owns),
  () =>
    ofEach(
      'a second call ends alike, whether the first result was written into or not',
      2,
      ({ first, second }) => isEnding(first) && isEnding(second),
      ([alone, after]) => {
        const [one, other] = [alone, after].map((outcome) => JSON.stringify(encode(outcome)));
        return one === other || `${shown(encode(alone), 150)} beside ${shown(encode(after), 150)}`;
      },
    ),
  ({ args }) => [args, args, args, args],
);

const reads = liftedWith(
  (input: AxisInput, t, callerOf, remake) => {
    const caller = callerOf(input, t);
    return caller.inTurn(input.calls.length, (index) =>
      caller.reach(index, (on, args) => {
        if (index === 0) return caller.outcome(on, args);
        const made = remake(args[input.at], `${input.values[index - 1]}`);
        if (made === undefined) return 'none of its kind';
        return caller.outcome(
          on,
          args.map((arg, i) => (i === input.at ? made : arg)),
        );
      }),
    );
  },
  callerOf,
  remaking,
);

const READS = memberProbe('reads', reads);
const withEach = ({ args, values }: AtParameter): readonly (readonly Plain[])[] => [args, ...values.map(() => args)];

/** An array or object in another form has the same effect. If a called getter fails, the call ends with an error. */
export const readsAsPlain = axisLaw<AtParameter>(
  READS,
  ({ values }) =>
    ofEach(
      `the call ends alike with one that is ${values.join(', ')}`,
      values.length + 1,
      ({ outcome }) => isEnding(outcome),
      ([plain, ...others]) => {
        const wrong = others.findIndex((one, i) => !isAsGood(one, plain, values[i]));
        return wrong < 0 || differing(others[wrong], values[wrong], plain);
      },
    ),
  withEach,
);

function isAsGood(one: unknown, plain: unknown, how: unknown): boolean {
  const [text, expected] = [one, plain].map((outcome) => JSON.stringify(encode(outcome)));
  if (one === NONE || text === expected) return true;
  const { outcome } = Object(one);
  return how === 'failing' && Array.isArray(outcome) && outcome[0] === 'threw';
}

/** The call ends. */
export const readsAny = axisLaw<AtParameter>(READS, () => anything, withEach);

const bounds = liftedWith((input: AxisInput, t, callerOf) => {
  const caller = callerOf(input, t);
  return caller.inTurn(input.calls.length, (i) => caller.reach(i, caller.outcome));
}, callerOf);

/** Pairs that bound ranges, by the index of the first and whether the second is the size; and pairs that bound none. */
type RangeCall = MemberCall & {
  readonly ranges: readonly { readonly start: number; readonly isSize: boolean }[];
  readonly values: readonly (readonly number[])[];
};

/** The call without bounds, with bounds of nothing, and with those of empty ranges. */
function rangedCalls({ args, ranges, values }: RangeCall): readonly (readonly Plain[])[] {
  const between = (from: number, to: number): readonly Plain[] =>
    args.map((arg, i) => {
      if (ranges.some(({ start }) => i === start)) return from;
      const ending = ranges.find(({ start }) => i === start + 1);
      return ending === undefined ? arg : ending.isSize ? to - from : to;
    });
  return values.flatMap(([from = 0, to = 0]) => [between(from, to), between(from, from), between(to, to)]);
}

/** Bounds in the wrong order are refused, and change nothing, or bound an empty range. */
export const boundsNothing = axisLaw<RangeCall>(
  memberProbe('bounds', bounds),
  ({ values }) =>
    satisfies('bounds in the wrong order are refused or bound an empty part', (all) => {
      const outcome: CallOutcome[] = Array.isArray(all) ? all : [];
      const wrong = values.findIndex((_, i) => !isRefusedOrEmpty(outcome.slice(3 * i, 3 * i + 3)));
      return wrong < 0 || `${shown(encode(outcome[3 * wrong]), 200)} for ${values[wrong]?.join(' to ')}`;
    }),
  rangedCalls,
);

const isLeftAlike = (one: CallOutcome, other: CallOutcome): boolean =>
  JSON.stringify([one.left, one.state]) === JSON.stringify([other.left, other.state]);

function isRefusedOrEmpty([turned, ...empty]: readonly CallOutcome[]): boolean {
  const texts = empty.map((one) => JSON.stringify(encode(one)));
  if (turned === undefined || texts.length === 0) return false;
  if (turned.outcome[0] === 'threw') return empty.some((one) => isLeftAlike(one, turned));
  return texts.includes(JSON.stringify(encode(turned)));
}

const kinds = liftedWith(
  (input: AxisInput, t, callerOf, listMade) => {
    const caller = callerOf(input, t);
    return caller.inTurn(input.values.length + 1, (index) =>
      caller.reach(2 * index, (on, args) => {
        const shownOf = (ended: readonly unknown[]): unknown => [ended[0], caller.show(ended[1], on)];
        if (index === 0) return caller.called(on, args, (ended) => ({ outcome: shownOf(ended) }));
        const made = listMade(`${input.values[index - 1]}`, t);
        if (made.length === 0) return 'none of its kind';
        const given = args.map((arg, i) => (i === input.at ? made[0] : arg));
        const before = caller.stateOf(on);
        return caller.called(on, given, (ended) => {
          if (ended[0] === 'returned') return { outcome: [ended[0], typeof ended[1]] };
          const state = { outcome: ended, before, after: caller.stateOf(on) };
          return caller.reach(2 * index + 1, (_, again) =>
            caller.called(on, again, (next) => Object.assign({ next: shownOf(next) }, state)),
          );
        });
      }),
    );
  },
  callerOf,
  listMade,
);

/** The error for an argument of any kind is left open. Nothing changes, and the next call ends as on another object. */
export const goesOn = axisLaw<AtParameter & { readonly ends?: boolean }>(
  memberProbe('kinds', kinds),
  ({ values, holder, ends = false }) =>
    ofEach(
      'a call that threw changed nothing, and the next one ends as the first one on another object',
      values.length + 1,
      ({ outcome, next }) => isEnding(outcome) && (next === undefined || isEnding(next)),
      ([first, ...others]) => {
        const as = holder.zone === undefined ? first : undefined;
        const wrong = ends ? -1 : others.findIndex((one) => !isUnchanged(one, as));
        return wrong < 0 || differing(others[wrong], values[wrong], first);
      },
    ),
  ({ args, values }) => [args, args, ...values.flatMap(() => [args, args])],
);

/** Whether the object is unchanged, and the next call ended like the first one, if that is given. */
function isUnchanged(one: unknown, first: unknown): boolean {
  const { next, before, after } = Object(one);
  if (next === undefined) return true;
  const [was, is, comes, outcome] = [before, after, next, Object(first).outcome].map((of) =>
    JSON.stringify(encode(of)),
  );
  return was === is && (first === undefined || comes === outcome);
}

const longer = liftedWith((input: AxisInput, t, callerOf) => {
  const caller = callerOf(input, t);
  const grown = (value: unknown, times: number): unknown => {
    if (typeof value === 'string') return (value || 'a').repeat(times);
    if (value instanceof ArrayBuffer) return new ArrayBuffer(times);
    return value instanceof Uint8Array && Buffer.isBuffer(value) ? Buffer.alloc(times) : new Uint8Array(times);
  };
  return caller.inTurn(input.values.length, (index) =>
    caller.reach(index, (on, args) => {
      const given = args.map((arg, i) => (i === input.at ? grown(arg, Number(input.values[index])) : arg));
      return caller.called(on, given, (ended) => ended.map((part) => caller.show(part, on)));
    }),
  );
}, callerOf);

/** The call ends, with an argument that is repeated this number of times. */
export const takesLonger = axisLaw<AtParameter>(
  memberProbe('longer', longer),
  ({ values }) => list(...values.map(() => anything)),
  ({ args, values }) => values.map(() => args),
);

const others = liftedWith(
  (input: AxisInput, t, callerOf, listMade) => {
    const caller = callerOf(input, t);
    return caller.inTurn(input.values.length, (index) =>
      caller.reach(index, (on, args) => {
        const given = listMade(`${input.values[index]}`, t);
        if (given.length === 0) return 'none of its kind';
        args.forEach((arg) => {
          given.push(arg);
        });
        const ended = t.attempt(() => t.invoke(Object(on)[input.member], 'call', given));
        if (ended[1] instanceof Promise) ended[1].catch(() => undefined);
        return [ended[0], ended[0] === 'threw' ? ended[1] : typeof ended[1]];
      }),
    );
  },
  callerOf,
  listMade,
);

/** The call ends, on values of other kinds. */
export const onOthers = axisLaw<MemberCall & { readonly values: readonly string[] }>(
  memberProbe('others', others),
  ({ values }) => list(...values.map(() => anything)),
  ({ args, values }) => values.map(() => args),
);
