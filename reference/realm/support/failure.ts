import type { Rejection, Thrown } from '../../port/outcome.js';
import { describe } from './describe.js';
import { apply, promiseThen } from './intrinsics.js';

/** Where values that are thrown were made, as the host says; nobody is asked unless it wants to be. */
let place: () => string | undefined = () => undefined;
let last: unknown;

/** Has the host asked from now on. */
export function askPlaces(ask: () => string | undefined): void {
  place = ask;
}

/** The value that is being told of. */
export function lastThrown(): unknown {
  return last;
}

/** What is told of a thrown value. */
export function failure(thrown: unknown): Thrown {
  return { kind: 'thrown', message: describe(thrown), place: placeOf(thrown) };
}

/** What is told of the reason of a rejected promise that nobody handled. */
export function rejection(reason: unknown): Rejection {
  return { ...failure(reason), kind: 'rejected' };
}

const ignore = () => undefined;

/** Handles a rejected promise, of which the engine tells whoever listens, unless it was handled before. */
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
    // The host was out of stack: then nobody knows.
    return undefined;
  } finally {
    last = undefined;
  }
}
