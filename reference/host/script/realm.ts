import { setFlagsFromString } from 'node:v8';
import { constants, createContext, Script } from 'node:vm';
import type { RealmPort, Runtime } from '../../port/runtime.js';
import { installRuntime } from './bundle.js';

// With V8's compilation cache every realm would stay in memory for good.
setFlagsFromString('--no-compilation-cache');

/** Evaluating anything in a context whose jobs run "after evaluate" drains its queue; this is the least there is. */
const drain = new Script('0');

let entered: Realm | undefined;

/** The realm whose code ran last in this thread. */
export function lastEntered(): Realm | undefined {
  return entered;
}

/** One script VM: a global object of its own with the documented runtime in it, and one job queue. */
export class Realm {
  readonly context: object;
  readonly runtime: Runtime;

  /** `refuseImport` throws what a dynamic import comes to in code that belongs to no file. */
  constructor(port: RealmPort, refuseImport: () => never) {
    this.context = createContext(constants.DONT_CONTEXTIFY, {
      microtaskMode: 'afterEvaluate',
      importModuleDynamically: refuseImport,
    });
    this.runtime = installRuntime(this.context, port);
  }

  /** Runs code of the realm, then the jobs it left. Never await a promise of the realm instead: its jobs would not run. */
  enter<T>(work: (runtime: Runtime) => T): T {
    entered = this;
    try {
      return work(this.runtime);
    } finally {
      drain.runInContext(this.context);
    }
  }
}
