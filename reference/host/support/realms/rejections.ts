import { listenToRejections } from './engine-callbacks.js';
import { inheritsFrom } from './inheritance.js';

/** Who a rejected promise belongs to. */
export interface RejectionOwner {
  /** A promise was rejected while nothing handled it. */
  readonly rejected: (promise: object, reason: unknown) => void;
  /** Something handles one of those. */
  readonly handled: (promise: object) => void;
}

/** Rejected promises that nothing handles, with their reasons, the first one first. */
export class Rejections {
  readonly #reasons = new Map<object, unknown>();

  get count(): number {
    return this.#reasons.size;
  }

  add(promise: object, reason: unknown): void {
    this.#reasons.set(promise, reason);
  }

  remove(promise: object): void {
    this.#reasons.delete(promise);
  }

  clear(): void {
    this.#reasons.clear();
  }

  /**
   * Reports one after the other that `reportOf`, which handles a promise, finds unhandled, and forgets them all. What the engine says at the end of the
   * stack may not be heard: of a promise that is handled for the first time it says so once more.
   */
  *take<Report>(reportOf: (promise: object, reason: unknown) => Report): Generator<Report, void> {
    try {
      for (const [promise, reason] of [...this.#reasons]) {
        const report = reportOf(promise, reason);
        if (!this.#reasons.has(promise)) yield report;
      }
    } finally {
      this.clear();
    }
  }
}

/** What of our own is rejected ends the thread unless it is handled soon. */
const ours = new Map<object, unknown>();
const ourselves: RejectionOwner = {
  rejected: (promise, reason) => {
    ours.set(promise, reason);
    setImmediate(failUnhandled);
  },
  handled: (promise) => void ours.delete(promise),
};

function failUnhandled(): void {
  for (const reason of ours.values()) throw reason;
}

/**
 * From now on owners hear of the rejected promises of this thread that nothing handles. Node looks at them, too, and meets what scripts have
 * put into their prototypes; it does not hear of them any more. `ownerOf` returns nothing for a promise of the host, which is a bug of ours
 * and ends the thread. A js_access handler that leaves a promise rejected grants no access: 2/http-request-object-methods/r-decline.
 */
export function watchRejections(ownerOf: () => RejectionOwner | undefined): void {
  const owners = new WeakMap<object, RejectionOwner>();
  listenToRejections({
    rejected: (promise, reason) => {
      const found = (inheritsFrom(promise, Promise.prototype) ? undefined : ownerOf()) ?? ourselves;
      owners.set(promise, found);
      found.rejected(promise, reason);
    },
    handled: (promise) => owners.get(promise)?.handled(promise),
  });
}
