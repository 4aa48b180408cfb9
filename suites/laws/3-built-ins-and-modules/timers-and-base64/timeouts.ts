/** 3/timers-and-base64-functions/set-timeout, 3/timers-and-base64-functions/clear-timeout: how long timers wait. */
import { between, equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** A timer with this delay, in milliseconds, is called. */
export const isCalled = example({
  timed: true,
  input: ({ delay }: { readonly delay: number }) => delay,
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

interface DurationRow {
  /** Milliseconds. */
  readonly delay: number;
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
  input: ({ delay, busy }: { readonly delay: number; readonly busy: number }) => ({ delay, busy }),
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
