import type { Rejection, Thrown } from '../../port/outcome.js';
import { describe } from './describe.js';
import { apply, promiseThen } from './intrinsics.js';

/** Asks the host where a thrown value was thrown; by default nothing is asked. */
let place: () => string | undefined = () => undefined;
let last: unknown;

/** Makes later errors ask the host. */
export function askPlaces(ask: () => string | undefined): void {
  place = ask;
}

/** The value that is being described. */
export function lastThrown(): unknown {
  return last;
}

/** Describes a thrown value. */
export function failure(thrown: unknown): Thrown {
  return { kind: 'thrown', message: describe(thrown), place: placeOf(thrown) };
}

/** Describes the reason of an unhandled rejection. */
export function rejection(reason: unknown): Rejection {
  return { ...failure(reason), kind: 'rejected' };
}

const ignore = () => undefined;

/** Handles a rejected promise, unless it was handled before. The engine then reports it as handled. */
export function handle(promise: object): void {
  try {
    apply(promiseThen, promise, [ignore, ignore]);
  } catch {
    // A script has made `constructor` throw.
  }
}

function placeOf(thrown: unknown): string | undefined {
  last = thrown;
  try {
    return place();
  } catch {
    // The host was out of stack, so the place is unknown.
    return undefined;
  } finally {
    last = undefined;
  }
}
