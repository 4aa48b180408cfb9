import type { ConsoleLevel, Ending, Outcome, Port } from '../../port/port.js';
import { type LogLevel, logLevels } from '../core/error-log.js';
import { Realm } from './realm.js';
import { Timers } from './timers.js';

/** Who a realm works for at the moment: a request, a session, or the command line. */
export interface RealmOwner {
  readonly log: (level: LogLevel, message: string | Uint8Array) => void;
  readonly print: (level: ConsoleLevel, messages: readonly string[]) => void;
  /** A callback of the event loop ended, or a promise was rejected that nobody handles. */
  readonly returned: (ending: Ending) => void;
}

/** The part of a port that is the same for every realm of a host. */
export type SharedPort = Omit<Port, 'console' | 'timers' | 'host'> & { readonly host?: Omit<Host, 'log'> };

type Host = NonNullable<Port['host']>;

/** A realm with its timers, which reports to the owner it is lent to. */
export class HostedRealm {
  readonly realm: Realm;
  owner: RealmOwner | undefined;
  readonly #timers: Timers;
  #turns = 0;

  constructor(shared: SharedPort) {
    this.#timers = new Timers((callback) => this.#run(callback));
    this.realm = new Realm(this.#port(shared));
    ownersOfPromises.set(this.realm.runtime.promisePrototype, this);
  }

  /** Events that the realm waits for. When there are none, none of its promises can be settled any more. */
  get pending(): number {
    return this.#timers.pending + this.#turns;
  }

  /** Enters the realm on the event loop's next turn, to run jobs left by a promise that Node settles for it. */
  enterSoon(): void {
    this.#turns += 1;
    setImmediate(() => {
      this.#turns -= 1;
      this.#run(() => ({ kind: 'done' }));
    });
  }

  /** Ends the realm: callbacks of the event `exit` run, timers do not. */
  close(): void {
    this.#timers.close();
    for (const ending of this.realm.enter((runtime) => runtime.exit())) this.owner?.returned(ending);
    this.#timers.close();
    this.owner = undefined;
  }

  #run(callback: () => Ending): void {
    const ending = this.realm.enter(callback);
    this.owner?.returned(ending);
  }

  #port({ host, ...shared }: SharedPort): Port {
    const console = {
      write: (level: ConsoleLevel, messages: readonly string[]) => this.owner?.print(level, messages),
      now: () => performance.now(),
    };
    const port = { ...shared, console, timers: this.#timers.port };
    return host === undefined ? port : { ...port, host: { ...host, log: (level, text) => this.#log(level, text) } };
  }

  #log(level: number, message: string | Uint8Array): Outcome<undefined> {
    const name = logLevels[level - 1];
    if (name === undefined) return { ok: false, name: 'RangeError', message: `unknown log level ${level}` };
    this.owner?.log(name, message);
    return { ok: true, value: undefined };
  }
}

/** Realms by the prototype of their promises. */
const ownersOfPromises = new WeakMap<object, HostedRealm>();

/**
 * Tells the realm of a promise that nobody handles. Node reports the promises of all realms of a thread in one place,
 * `process.on('unhandledRejection')`. Returns false for a promise of no realm, which is a bug of ours.
 */
export function reportRejection(reason: unknown, promise: object): boolean {
  for (let prototype = promise; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const hosted = ownersOfPromises.get(prototype);
    if (hosted === undefined) continue;
    hosted.owner?.returned({ kind: 'thrown', message: hosted.realm.runtime.describeRejection(reason) });
    return true;
  }
  return false;
}
