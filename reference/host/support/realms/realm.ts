import { setFlagsFromString } from 'node:v8';
import { constants, createContext, Script } from 'node:vm';
import type { RealmPort, Runtime } from '../../../port/runtime.js';
import { installRuntime } from './bundle.js';
import { answerBy } from './engine-callbacks.js';

// With V8's compilation cache every realm would stay in memory forever.
setFlagsFromString('--no-compilation-cache');

/** Evaluating anything in a context whose microtask mode is "after evaluate" drains its queue; this is the shortest script. */
const drain = new Script('0');

/** Milliseconds for which dropped jobs may continue. */
const mostForDropped = 5;

let entered: Realm | undefined;

/** The realm whose code ran last in this thread. */
export function lastEntered(): Realm | undefined {
  return entered;
}

/** One script VM: a global object with the documented runtime, and one job queue. */
export class Realm {
  readonly context: object;
  readonly runtime: Runtime;

  constructor(port: RealmPort) {
    this.context = createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
    this.runtime = installRuntime(this.context, port);
  }

  /**
   * Runs code of the realm, then the jobs that it has left. Meanwhile the realm answers the engine. Never await a promise of the realm
   * instead: its jobs would not run.
   */
  enter<T>(work: (runtime: Runtime) => T): T {
    return this.#answering(() => {
      try {
        return work(this.runtime);
      } finally {
        drain.runInContext(this.context);
      }
    });
  }

  #answering<T>(work: () => T): T {
    const outer = entered;
    entered = this;
    const before = answerBy(this.runtime.callbacks);
    try {
      return work();
    } finally {
      answerBy(before);
      // If this realm was entered within another one, that one continues.
      if (before !== undefined) entered = outer;
    }
  }

  /** Ends the jobs of interrupted work, so that they do not run with the next work. Short jobs run to their end. */
  dropJobs(): void {
    this.#answering(() => {
      while (!this.#drainsIn(mostForDropped));
    });
  }

  /**
   * Whether all jobs ended within some milliseconds. When the engine interrupts a job, it drops all of them; if it interrupts none, it
   * drops none.
   */
  #drainsIn(timeout: number): boolean {
    try {
      drain.runInContext(this.context, { timeout });
      return true;
    } catch {
      // The error belongs to the realm; only the timeout throws here.
      return false;
    }
  }
}
