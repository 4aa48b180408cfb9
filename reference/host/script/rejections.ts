import { nextTick } from 'node:process';
import { types } from 'node:util';
import { listenToRejections } from './engine-callbacks.js';

/** Who a rejected promise belongs to. */
export interface RejectionOwner {
  /** Runs the handlers of a rejected promise, without which it counts as unhandled, and reports it if there were none. */
  readonly rejected: (promise: object, reason: unknown, wasUnhandled: () => boolean) => void;
}

/** Promises that were rejected while nothing handled them. */
const unhandled = new Map<object, { readonly reason: unknown; readonly owner: RejectionOwner | undefined }>();

/**
 * From now on owners are given the rejected promises of this thread that are still unhandled when all else of the event loop's turn is done.
 * Node looks at them, too, and meets what scripts have put into their prototypes; it does not hear of them any more. `ownerOf` returns nothing for a
 * promise of the host, which is a bug of ours and ends the thread.
 */
export function watchRejections(ownerOf: () => RejectionOwner | undefined): void {
  listenToRejections({
    rejected: (promise, reason) => {
      const owner = isOfHost(promise) ? undefined : ownerOf();
      unhandled.set(promise, { reason, owner });
      if (owner === undefined) setImmediate(() => fail(promise));
      else nextTick(() => report(promise));
    },
    handled: (promise) => void unhandled.delete(promise),
  });
}

function fail(promise: object): void {
  const found = unhandled.get(promise);
  unhandled.delete(promise);
  if (found !== undefined) throw found.reason;
}

/** What the engine tells at the end of the stack may not be heard. So handlers are asked for: whether one is the first, the engine tells again. */
function report(promise: object): void {
  const found = unhandled.get(promise);
  found?.owner?.rejected(promise, found.reason, () => !unhandled.delete(promise));
}

/** A script may have put a proxy in the place of a prototype, which is not asked. */
function isOfHost(promise: object): boolean {
  let prototype = Object.getPrototypeOf(promise);
  while (prototype !== null && !types.isProxy(prototype)) {
    if (prototype === Promise.prototype) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return false;
}
