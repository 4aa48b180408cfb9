import { nextTick } from 'node:process';
import type { ConsoleLevel } from '../../../port/console.js';
import type { Rejection, RunEnd } from '../../../port/outcome.js';
import type { RealmPort } from '../../../port/runtime.js';
import { realmClosed } from './collection.js';
import { fetchPort } from './fetch-port.js';
import { inheritsFrom } from './inheritance.js';
import type { HandlerFailure, RealmOwner } from './owner.js';
import { PendingWork } from './pending.js';
import { lastEntered, Realm } from './realm.js';
import { type RejectionOwner, Rejections, watchRejections } from './rejections.js';

/** The part of a port that each realm has for itself. */
interface OwnPorts extends Pick<RealmPort, 'timers' | 'crypto'> {
  /** `closeAll` closes what scripts have left open. */
  readonly files: RealmPort['files'] & { closeAll(): void };
}

/** The part of a port that is the same for every realm of a host. */
export type SharedPort = Omit<RealmPort, 'console' | 'timers' | 'crypto' | 'files' | 'host' | 'place' | 'enter'> & {
  readonly ownPorts: (pending: PendingWork) => OwnPorts;
  /** Loads what a built-in module needs before scripts run. */
  readonly prepare?: (module: string) => Promise<void> | undefined;
  readonly host?: Omit<GlobalPort, 'log' | 'fetch'>;
  /** Returns where a value was thrown, for owners to whom that is shown. */
  readonly placeOf?: (thrown: unknown) => string | undefined;
};

type GlobalPort = NonNullable<RealmPort['host']>;

/** A realm with its pending work. It reports to its current owner. */
export class HostedRealm {
  readonly realm: Realm;
  readonly pending = new PendingWork((work) => this.#run(work));
  readonly #rejections = new Rejections();
  readonly #own: OwnPorts;
  readonly #prepare: SharedPort['prepare'];
  readonly #guard: (work: () => RunEnd) => RunEnd;
  owner: RealmOwner | undefined;
  /** Called before the owner for each failure in the realm. */
  onFailure: () => void = () => undefined;

  /** `guard` runs work that enters the realm later, for a host that interrupts work that takes too long; it must not throw. */
  constructor(shared: SharedPort, guard: (work: () => RunEnd) => RunEnd = (work) => work()) {
    this.#guard = guard;
    this.#own = shared.ownPorts(this.pending);
    this.#prepare = shared.prepare;
    this.realm = new Realm(this.#port(shared));
    owners.set(this.realm, this);
  }

  /** Whether a promise is currently rejected without a handler. */
  get leavesRejection(): boolean {
    return this.#rejections.count > 0;
  }

  /**
   * Ends the work for an owner: runs the callbacks of the event `exit`, and cancels all pending work. Returns true if there was neither,
   * and if no promise was left rejected.
   */
  rest(): boolean {
    let isFinished = !this.pending.leavesWork && !this.leavesRejection;
    if (this.pending.leavesWork) this.owner?.left({ kind: 'pending' });
    this.pending.close();
    const [first] = this.#takeRejections();
    if (first !== undefined) this.owner?.left(first);
    if (this.realm.runtime.awaitsExit()) {
      isFinished = false;
      this.realm.enter((runtime) => runtime.exit((ending) => this.#ended(ending)));
    }
    // Describing a thrown value may run more code of the script.
    this.pending.close();
    this.#rejections.clear();
    this.pending.onSettled = () => undefined;
    this.owner = undefined;
    return isFinished;
  }

  /** Clears what the realm keeps of its owner. Returns false if code of a script may run later although nothing is pending. */
  renew(): boolean {
    this.#own.files.closeAll();
    return this.realm.runtime.renew();
  }

  /** A realm that was ended is never entered again. */
  end(): void {
    this.#own.files.closeAll();
    realmClosed(this);
  }

  /** The realm {@link rest}s and {@link end}s. */
  close(): void {
    this.rest();
    this.end();
  }

  /** Loads what a built-in module needs before scripts run; `undefined` if there is nothing to load. */
  prepare(module: string): Promise<void> | undefined {
    return this.#prepare?.(module);
  }

  fail(failure: HandlerFailure): void {
    this.onFailure();
    this.owner?.failed(failure);
  }

  /** Reports a thrown value; describing it may run more code of the script. */
  failWith(thrown: unknown): void {
    this.fail(this.realm.enter((runtime) => runtime.failure(thrown)));
  }

  /** Handles promises that are rejected without a handler. Those that are reported immediately are not left behind. */
  rejections(reports: RejectionReports): RejectionOwner {
    return {
      rejected: (promise, reason) => {
        if (reports === 'none') return;
        this.#rejections.add(promise, reason);
        if (reports === 'at once') nextTick(() => this.#reportRejections());
      },
      handled: (promise) => this.#rejections.remove(promise),
    };
  }

  #reportRejections(): void {
    for (const rejection of this.#takeRejections()) this.owner?.left(rejection);
  }

  #takeRejections(): Iterable<Rejection> {
    return this.#rejections.take((promise, reason) =>
      this.realm.enter((runtime) => runtime.rejection(reason, promise)),
    );
  }

  /** A realm without an owner runs nothing. */
  #run(work: () => RunEnd): void {
    if (this.owner !== undefined) this.#ended(this.#guard(() => this.realm.enter(work)));
  }

  #ended(ending: RunEnd): void {
    if (ending.kind === 'thrown') this.fail(ending);
  }

  #port({ host, placeOf, ownPorts: _, prepare: __, ...shared }: SharedPort): RealmPort {
    const console = {
      write: (level: ConsoleLevel, ...messages: string[]) => this.owner?.print(level, messages),
      now: () => performance.now(),
    };
    const place = placeOf === undefined ? {} : { place: () => placeOf(this.realm.runtime.lastThrown()) };
    const port = { ...shared, ...place, console, ...this.#own, enter: (work: () => RunEnd) => this.#run(work) };
    if (host === undefined) return port;
    const log: GlobalPort['log'] = (level, text) => this.owner?.log(level, text) ?? { ok: true, value: undefined };
    const fetch = fetchPort(this.pending, () => this.owner?.fetch);
    return { ...port, host: { ...host, log, fetch } };
  }
}

/** The hosted realm of each realm. */
const owners = new WeakMap<Realm, HostedRealm>();

/** The realm that ran last. */
function lastHosted(): HostedRealm | undefined {
  const last = lastEntered();
  return last === undefined ? undefined : owners.get(last);
}

/** When unhandled rejections of scripts are reported: all of them immediately, or the first one at the end of the work. */
type RejectionReports = 'none' | 'at once' | 'at the end';

/**
 * Makes this thread report uncaught errors and unhandled rejections of scripts to the owners of their realms. Node itself would inspect the
 * thrown value. An error outside any realm is a bug of ours and ends the thread.
 */
export function reportStrayErrors(rejections: RejectionReports): void {
  watchRejections(() => lastHosted()?.rejections(rejections));
  process.on('uncaughtException', (thrown: unknown) => {
    const hosted = inheritsFrom(thrown, Error.prototype) ? undefined : lastHosted();
    if (hosted === undefined) throw thrown;
    hosted.failWith(thrown);
  });
}
