import { setFlagsFromString } from 'node:v8';
import { constants, createContext, Script } from 'node:vm';
import type { RealmPort, Runtime } from '../../../port/runtime.js';
import { installRuntime } from './bundle.js';
import { answerBy } from './engine-callbacks.js';

// With V8's compilation cache every realm would stay in memory for good.
setFlagsFromString('--no-compilation-cache');

/** Evaluating anything in a context whose jobs run "after evaluate" drains its queue; this is the least there is. */
const drain = new Script('0');

/** Milliseconds for which jobs run on that are dropped. */
const mostForDropped = 5;

let entered: Realm | undefined;

/** The realm whose code ran last in this thread. */
export function lastEntered(): Realm | undefined {
  return entered;
}

/** One script VM: a global object of its own with the documented runtime in it, and one job queue. */
export class Realm {
  readonly context: object;
  readonly runtime: Runtime;

  constructor(port: RealmPort) {
    this.context = createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
    this.runtime = installRuntime(this.context, port);
  }

  /**
   * Runs code of the realm, then the jobs it left. The realm answers the engine meanwhile. Never await a promise of the realm instead: its jobs
   * would not run.
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
      // Where this realm was entered within another one, that one goes on.
      if (before !== undefined) entered = outer;
    }
  }

  /** Ends the jobs of work that was broken off, so that they don't run with what is entered next. Those that are short end by themselves. */
  dropJobs(): void {
    this.#answering(() => {
      while (!this.#drainsIn(mostForDropped));
    });
  }

  /** Whether all jobs ended within some milliseconds. The engine drops all of them where it breaks off one, none where it comes to none. */
  #drainsIn(timeout: number): boolean {
    try {
      drain.runInContext(this.context, { timeout });
      return true;
    } catch {
      // The error is of the realm; nothing but the time's end throws here.
      return false;
    }
  }
}
