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
 * Milliseconds that two clocks may differ by. A host may set a timer by the clock of its last tick, which is at most ten
 * milliseconds old, and both are truncated to whole ones.
 */
const CLOCKS_MS = 12;
const LONG_MS = 1e9;

interface DurationRow {
  /** Milliseconds. */
  readonly delay: number;
  /** The number of timers, each set by the one before. */
  readonly count: number;
  /** The number of attempts, one after the other: a target that is late once may be in time for another. */
  readonly tries: number;
}

/** The shortest wait of some timers. Before each attempt the host has a turn, in which its clock advances. */
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

/** The delay begins when the timer is set, however long the code before it took. Such code would stop parallel clocks. */
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
          // Meanwhile the host updates its clock.
          setTimeout(() => undefined, 1);
        });
      }),
  expect: ({ delay }) => between(delay - CLOCKS_MS, LONG_MS),
});
