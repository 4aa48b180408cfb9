/** 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout: delays, timeouts, and what is neither. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  anything,
  between,
  type Expectation,
  each,
  equal,
  list,
  matches,
  record,
} from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

interface Delay {
  /** Milliseconds. */
  readonly delay: number;
}

/** A timer with this delay is called. */
export const takesDelay = example({
  timed: true,
  input: ({ delay }: Delay) => delay,
  probe: (delay) =>
    new Promise((resolve) => {
      setTimeout(() => resolve('called'), delay);
    }),
  expect: () => equal('called'),
});

/**
 * Milliseconds by which clocks may differ: one that a host sets a timer by may be that of its last tick, which comes every ten
 * milliseconds at the slowest, and both are cut to whole ones.
 */
const CLOCKS_MS = 12;
const LONG_MS = 1e9;

interface DurationRow extends Delay {
  /** Timers, one set by the other. */
  readonly count: number;
  /** So often, one after the other: a target that is late for once may be in time for another. */
  readonly tries: number;
}

/** The least time for which some timers wait; before each try there is a turn of the host, whose clock may stand still until then. */
export const lasts = example({
  timed: true,
  input: ({ delay, count, tries }: DurationRow) => ({ delay, count, tries }),
  probe: ({ delay, count, tries }, t) => {
    const later = (left: number, then: () => void): void => {
      if (left === 0) then();
      else setTimeout(() => later(left - 1, then), delay);
    };
    const tried = (left: number, least: number): Promise<number> => {
      const began = Date.now();
      return t
        .outcome(() => t.wait(2))
        .then((turned) => {
          if (turned[0] === 'threw') t.unobservable('a timer of 2 ms cannot be set');
          return new Promise<number>((resolve) => {
            later(count, () => resolve(Math.min(least, Date.now() - began)));
          });
        })
        .then((now) => (left === 1 ? now : tried(left - 1, now)));
    };
    return tried(tries, 1e9);
  },
  expect: ({ delay, count }) => between(delay * count - CLOCKS_MS, LONG_MS),
});

/** The delay begins when the timer is set, however long the code before it took. Not side by side with others, whose clocks it would stop. */
export const countsFromCall = example({
  input: ({ delay, busy }: Delay & { readonly busy: number }) => ({ delay, busy }),
  probe: ({ delay, busy }, t) =>
    t
      .outcome(() => t.wait(2))
      .then((turned) => {
        if (turned[0] === 'threw') t.unobservable('a timer of 2 ms cannot be set');
        return new Promise((resolve) => {
          const began = Date.now();
          while (Date.now() - began < busy);
          const set = Date.now();
          setTimeout(() => resolve(Date.now() - set), delay);
          // What happens meanwhile has a host look at its clock again.
          setTimeout(() => undefined, 1);
        });
      }),
  expect: ({ delay }) => between(delay - CLOCKS_MS, LONG_MS),
});

/** A timer that would be called long after the trial is not called in it. */
export const waits = example({
  timed: true,
  input: ({ delay }: Delay) => delay,
  probe: (delay, t) => {
    let calls = 0;
    const count = (): void => {
      calls++;
    };
    const set = t.attempt(() => setTimeout(count, delay));
    return t
      .outcome(() => t.wait(60))
      .then((turned) => {
        if (turned[0] === 'threw') t.unobservable('a timer of 60 ms cannot be set');
        if (set[0] === 'returned') t.attempt(() => t.invoke(globalThis, 'clearTimeout', [set[1]]));
        return { set: set[0], calls };
      });
  },
  expect: () => record({ set: 'returned', calls: 0 }),
});

/** What is passed for a delay, in words where it is no plain value. */
interface OddDelay {
  readonly value: Plain;
}

/** Whether a timer with an odd delay is set, and called before one that is set behind it. */
const setOddly = (expect: Expectation) =>
  example({
    timed: true,
    input: ({ value }: OddDelay) => decode(value),
    probe: (value, t) => {
      const thrower = {
        valueOf: () => {
          throw new RangeError('no');
        },
      };
      const delay =
        value === 'throws'
          ? [thrower]
          : value === 'valueOf'
            ? [{ valueOf: () => 3 }]
            : value === 'left out'
              ? []
              : [value];
      let calls = 0;
      const callback = (): void => {
        calls++;
      };
      const made: unknown[] = [callback];
      const set = t.attempt(() => t.invoke(globalThis, 'setTimeout', made.concat(delay)));
      return new Promise((resolve) => {
        setTimeout(() => {
          if (set[0] === 'returned') t.attempt(() => t.invoke(globalThis, 'clearTimeout', [set[1]]));
          resolve([set[0] === 'threw' ? set[1] : 'set', calls]);
        }, 0);
      });
    },
    expect: () => expect,
  });

export const callsAtOnce = setOddly(list('set', 1));

/** Nothing is claimed. */
export const recordsDelay = setOddly(anything);

/** What comes of something that is no function. */
export const runsNoText = example({
  timed: true,
  input: ({ delay }: Delay) => delay,
  probe: (delay, t) => {
    const seen = (): unknown => t.at('srvspecTimer');
    t.attempt(() => t.invoke(globalThis, 'setTimeout', ['globalThis.srvspecTimer = "run"', delay]));
    return new Promise((resolve) => {
      setTimeout(() => resolve(typeof seen()), delay);
    });
  },
  expect: () => equal('undefined'),
});

/** A call with something else than a function throws. */
export const refusesCallback = example({
  input: ({ value }: OddDelay) => decode(value),
  probe: (value, t) => {
    const given: unknown[] = value === 'left out' ? [] : [value, 0];
    const ended = t.attempt(() => t.invoke(globalThis, 'setTimeout', given));
    if (ended[0] === 'returned') t.attempt(() => t.invoke(globalThis, 'clearTimeout', [ended[1]]));
    return ended[0] === 'threw' ? ended[1] : 'returned';
  },
  expect: () => matches(/Error$/),
});

/** Timers that wait while something is cancelled that is no timeout object. */
const cancels = (expect: (count: number) => Expectation) =>
  example({
    timed: true,
    input: ({ values, count }: { readonly values: readonly Plain[]; readonly count: number }) => ({
      values: values.map((value) => decode(value)),
      count,
    }),
    probe: ({ values, count }, t) =>
      new Promise((resolve) => {
        const called: boolean[] = [];
        const ends: string[] = [];
        const set = (i: number): unknown =>
          setTimeout(() => {
            called[i] = true;
          }, 0);
        for (let i = 0; i < count; i++) {
          called.push(false);
          set(i);
        }
        values.forEach((value) => {
          const given = value === 'left out' ? [] : [value === 'function' ? set : value];
          const ended = t.attempt(() => t.invoke(globalThis, 'clearTimeout', given));
          ends.push(ended[0] === 'threw' ? ended[1] : 'returned');
        });
        setTimeout(() => resolve({ called, ends }), 0);
      }),
    expect: ({ count }) => expect(count),
  });

/** All of them are called. */
export const cancelsNothing = cancels((count) => record({ called: each(true, count) }));

/** How such calls end; nothing is claimed. */
export const recordsCancelling = cancels(() => anything);

/** What a callback is called on; nothing is claimed. */
export const recordsThis = example({
  timed: true,
  input: (_: object) => 0,
  probe: (delay, t) =>
    new Promise((resolve) => {
      const on = {
        told: function (this: unknown): void {
          resolve(this === globalThis ? 'globalThis' : this === on ? 'its object' : typeof this);
        },
      };
      t.invoke(globalThis, 'setTimeout', [on.told, delay]);
    }),
  expect: () => anything,
});
