/** 3/timers-and-base64-functions/set-timeout and clear-timeout: when timers are called, and which ones are not. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, each, record, satisfies } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { firstOps, mistakeIn, type Op, type ProgramTrace, STEP, type Timer, type TimerProgram } from './programs.js';

/** The input of the probe: every list is present, and `longest` is the longest delay of all. */
interface ProgramOrder {
  readonly programs: readonly {
    readonly first: readonly Op[];
    readonly timers: readonly Required<Timer>[];
  }[];
  readonly longest: number;
  readonly step: number;
}

const orderOf = (programs: readonly TimerProgram[]): ProgramOrder => ({
  programs: programs.map((program) => ({
    first: firstOps(program),
    timers: program.timers.map(({ delay, does = [], throws = false }) => ({ delay, does, throws })),
  })),
  longest: Math.max(...programs.flatMap(({ timers }) => timers.map(({ delay }) => delay)), 0),
  step: STEP,
});

type Program = ProgramOrder['programs'][number];
type Trace = (word: string, which: number) => void;

/** Performs one op of a program; `does` performs the ops of a callback. In the probe language, and lifted with the probe. */
const taking = (program: Program, t: World, trace: Trace, does: (ops: readonly Op[], whose: number) => void) => {
  const handles: unknown[] = [];
  return (op: Op): void => {
    const which = op[1];
    const timer = program.timers[which];
    if (op[0] === 'set' && timer !== undefined) {
      trace('set', which);
      handles[which] = setTimeout(() => {
        trace('called', which);
        does(timer.does, which);
        if (timer.throws) throw new Error(`timer ${which}`);
      }, timer.delay);
    } else if (op[0] === 'clear') {
      const ended = t.attempt(() => t.invoke(globalThis, 'clearTimeout', [handles[which]]));
      trace(ended[0] === 'threw' ? 'refused' : 'clear', which);
    } else if (op[0] === 'job') {
      trace('job', which);
      Promise.resolve().then(() => trace('ran', which));
    }
  };
};

/**
 * Runs a program, and settles after the last of its timers: one that was set after all others, with no shorter delay. In the
 * probe language, and lifted with the probe.
 */
const runOnce = liftedWith(
  (
    order: ProgramOrder,
    t: World,
    takes: typeof taking,
    program: Program,
    settle: (all: unknown) => void,
    again: () => void,
  ): void => {
    const all: unknown[] = [];
    const at = { slow: false, blocks: 0 };
    const trace: Trace = (word, which) => {
      all.push([word, which]);
    };
    const does = (ops: readonly Op[], whose: number): void => {
      const began = Date.now();
      ops.forEach(take);
      trace('over', whose);
      at.blocks++;
      const block = at.blocks;
      setTimeout(() => {
        if (block === at.blocks) (at.slow ? again : settle)(all);
      }, order.longest);
      // Time between two timers is part of the difference between their delays.
      if (Date.now() - began > order.step / 3) at.slow = true;
    };
    const take = takes(program, t, trace, does);
    does(program.first, -1);
  },
  taking,
);

/** Runs programs in parallel, and returns the trace of each. */
const run = liftedWith((order: ProgramOrder, t, once: typeof runOnce) => {
  const tries = (index: number, left: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const program = order.programs[index];
      if (program === undefined) return;
      once(order, t, program, resolve, () => {
        if (left === 0) resolve('slow');
        else tries(index, left - 1).then(resolve, reject);
      });
    });
  const delays = t.attempt(() => {
    const handle = setTimeout(() => undefined, order.longest);
    // A short one may end by itself: only programs that cancel timers need `clearTimeout`.
    if (order.longest > 1000) clearTimeout(handle);
  });
  if (delays[0] === 'threw') t.unobservable(`timers of ${order.longest} ms cannot be set`);
  return Promise.all(order.programs.map((_, index) => tries(index, 8))).then((all) => {
    if (all.indexOf('slow') >= 0) t.unobservable('the target is too slow for differences of some milliseconds');
    return all;
  });
}, runOnce);

const isTrace = (value: unknown): value is ProgramTrace => Array.isArray(value);

const followed = (programs: readonly TimerProgram[]): Expectation =>
  satisfies('each timer is called in its order, unless it was cancelled', (value) => {
    if (!Array.isArray(value)) return 'there is no trace';
    for (const [i, program] of programs.entries()) {
      const trace: unknown = value[i];
      const found = isTrace(trace) ? mistakeIn(program, trace) : 'there is no trace';
      if (found !== true) return `${found}, of program ${i}`;
    }
    return true;
  });

/** A program of a table. */
export const runs = example({
  timed: true,
  input: (program: TimerProgram) => orderOf([program]),
  probe: run,
  expect: (program) => followed([program]),
});

/** The parameters of drawn programs. */
interface ProgramDraw {
  /** Delays are multiples of `STEP`, up to this one. */
  readonly most: number;
  /** Callbacks cancel their own timers, too. */
  readonly own?: boolean;
  /** There are promise jobs. */
  readonly jobs?: boolean;
}

/** Each timer is set once, by the code of an earlier one or by the first steps; anything may be cancelled anywhere. */
const drawnPrograms = ({ most, own = false, jobs = false }: ProgramDraw): fc.Arbitrary<TimerProgram> =>
  fc
    .array(
      fc.record({
        delay: fc.nat(most).map((steps) => steps * STEP),
        setBy: fc.nat(1000),
        clears: fc.array(fc.nat(1000), { maxLength: 2 }),
        clearsFirst: fc.boolean(),
        mark: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((drawn) => {
      const ops = drawn.map((): Op[] => []);
      const first: Op[] = [];
      const opsOf = (which: number): Op[] => ops[which] ?? first;
      drawn.forEach(({ setBy }, i) => {
        opsOf((setBy % (i + 1)) - 1).push(['set', i]);
      });
      drawn.forEach(({ clears, clearsFirst, mark }, i) => {
        for (const clear of clears) {
          const which = clear % drawn.length;
          if (which === i && !own) continue;
          if (clearsFirst) opsOf(i).unshift(['clear', which]);
          else opsOf(i).push(['clear', which]);
        }
        if (own) opsOf(i).push(['clear', i]);
        if (jobs && mark) opsOf(i).push(['job', i]);
      });
      // The first steps also cancel timers, after those that they set.
      const [one] = drawn;
      if (one?.mark === true && drawn.length > 2) first.push(['clear', one.setBy % drawn.length]);
      return { first, timers: drawn.map(({ delay }, i) => ({ delay, does: ops[i] ?? [] })) };
    });

/** Several programs at the same time: they do not affect each other. */
export const runsDrawn = property({
  timed: true,
  inputs: (drawing: ProgramDraw) => fc.array(drawnPrograms(drawing), { minLength: 1, maxLength: 5 }).map(orderOf),
  probe: run,
  expect: ({ programs }) => followed(programs),
});

/** Values that are passed to the callback, which reports their number and whether each is identical. */
export const passesArguments = example({
  timed: true,
  input: ({ values, delay }: { readonly values: readonly Plain[]; readonly delay: Plain }) => ({
    values: values.map((value) => decode(value)),
    delay: decode(delay),
  }),
  probe: ({ values, delay }, t) =>
    new Promise((resolve) => {
      const passed = values.map((value) => (value === 'object' ? {} : value === 'function' ? () => value : value));
      const callback = (...args: unknown[]): void =>
        resolve({
          count: args.length,
          same: args.map((one, i) => one === passed[i]),
          among: passed.length,
        });
      const first: unknown[] = [callback, delay];
      t.invoke(globalThis, 'setTimeout', first.concat(passed));
    }),
  expect: ({ values }) => record({ count: values.length, same: values.map(() => true), among: values.length }),
});

interface TimerHandlesRow {
  readonly delay: number;
  readonly count: number;
  readonly only: 'types' | 'distinct';
}

/** The results of `setTimeout` for several timers that wait at the same time. */
export const returnsTimeouts = example({
  timed: true,
  input: ({ delay, count }: TimerHandlesRow) => ({ delay, count }),
  probe: ({ delay, count }, t) => {
    const handles: unknown[] = [];
    for (let i = 0; i < count; i++) handles.push(setTimeout(() => undefined, delay));
    const types = handles.map((handle) => typeof handle);
    const distinct = handles.filter((handle, i) => handles.indexOf(handle) === i).length;
    handles.forEach((handle) => {
      t.attempt(() => t.invoke(globalThis, 'clearTimeout', [handle]));
    });
    return { types, distinct, lost: handles.filter((handle) => handle === undefined || handle === null).length };
  },
  expect: ({ count, only }) =>
    only === 'types' ? record({ types: each('object', count) }) : record({ distinct: count, lost: 0 }),
});
