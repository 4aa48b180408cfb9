/** Checks in words: an expectation whose test says what is wrong, and with what. */
import { type Expectation, satisfies } from '../../language/expectation.js';

/** An observation is wrong. */
class CheckFailure extends Error {}

/** Ends a check with the fault, unless the condition holds. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new CheckFailure(wrong);
}

/** Checks one thing; the fault is reported with its subject. */
export function about<T>(what: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof CheckFailure ? new CheckFailure(`${what}: ${error.message}`) : error;
  }
}

/** Reports the fault that `check` finds in a value; `name` describes what it demands. */
export const checked = (name: string, check: (observed: unknown) => void): Expectation =>
  satisfies(name, (observed) => {
    try {
      check(observed);
      return true;
    } catch (error) {
      if (error instanceof CheckFailure) return error.message;
      throw error;
    }
  });
