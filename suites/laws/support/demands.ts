/** Checks in words: an expectation whose test says what is wrong, and with what. */
import { type Expectation, satisfies } from '../../language/expectation.js';

/** Something that was observed is not as it must be. */
class CheckFailure extends Error {}

/** Ends a check: what is said is wrong. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new CheckFailure(wrong);
}

/** Checks one thing; what is wrong is said with what it is about. */
export function about<T>(what: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof CheckFailure ? new CheckFailure(`${what}: ${error.message}`) : error;
  }
}

/** What `check` finds wrong with a value; `name` says in words what it demands. */
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
