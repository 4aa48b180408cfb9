import { listenToRejections } from './engine-callbacks.js';
import { inheritsFrom } from './inheritance.js';

/** The owner of a rejected promise. */
export interface RejectionOwner {
  /** A promise was rejected without a handler. */
  readonly rejected: (promise: object, reason: unknown) => void;
  /** A handler was added to one of those promises. */
  readonly handled: (promise: object) => void;
}

/** Rejected promises without handlers, and their reasons, in order. */
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
   * Reports the promises that `reportOf`, which handles a promise, finds unhandled, and clears the list. Near the end of the stack,
   * notifications of the engine may be lost: the engine reports a promise again when it is handled for the first time.
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

/** Rejected promises of the host end the thread unless they are handled soon. */
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
 * Makes owners receive the unhandled rejections of this thread. Node is no longer notified: it would inspect the promises, including what
 * scripts have put into their prototypes. `ownerOf` returns nothing for a promise of the host, which is a bug of ours and ends the thread.
 * A js_access handler that leaves a promise rejected grants no access: 2/http-request-object-methods/r-decline.
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
