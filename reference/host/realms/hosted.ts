import type { ConsoleLevel, Ending, Port } from '../../port.js';
import type { LogLevel } from '../configuration/configuration.js';
import { Realm } from './realm.js';
import { Timers } from './timers.js';

/** Who a realm works for at the moment: a request, a session, or the command line. */
export interface RealmOwner {
  readonly log: (level: LogLevel, message: string | Uint8Array) => void;
  /** A callback of the event loop ended; the owner may have waited for it. */
  readonly returned: (ending: Ending) => void;
}

/** The part of a port that is the same for every realm of a host. */
export type SharedPort = Omit<Port, 'console' | 'timers' | 'host'> & {
  readonly host?: Omit<NonNullable<Port['host']>, 'log'>;
};

/** A realm with its timers, which reports to the owner it is lent to. */
export class HostedRealm {
  readonly realm: Realm;
  readonly timers: Timers;
  owner: RealmOwner | undefined;

  constructor(shared: SharedPort) {
    this.timers = new Timers((callback) => this.#run(callback));
    this.realm = new Realm(() => this.#port(shared));
  }

  /** Ends the realm: callbacks of the event `exit` run, timers do not. */
  close(): void {
    this.timers.close();
    this.realm.enter((runtime) => runtime.exit());
    this.owner = undefined;
  }

  #run(callback: () => Ending): void {
    const ending = this.realm.enter(callback);
    this.owner?.returned(ending);
  }

  #port({ host, ...shared }: SharedPort): Port {
    const port = {
      ...shared,
      console: {
        write: (level: ConsoleLevel, message: string) => this.owner?.log(level, message),
        now: () => performance.now(),
      },
      timers: this.timers.port,
    };
    return host === undefined
      ? port
      : { ...port, host: { ...host, log: (level, message) => this.#log(level, message) } };
  }

  #log(level: number, message: string | Uint8Array): { ok: true; value: undefined } {
    const name = level >= 7 ? 'info' : level === 5 ? 'warn' : 'error';
    this.owner?.log(name, message);
    return { ok: true, value: undefined };
  }
}
