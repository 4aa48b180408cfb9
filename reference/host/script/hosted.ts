import { types } from 'node:util';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import type { RealmPort } from '../../port/runtime.js';
import { realmClosed } from './collection.js';
import { HostCrypto } from './crypto/crypto-port.js';
import { HostFileSystem } from './file-system/file-system-port.js';
import type { Failure, RealmOwner } from './owner.js';
import { Pending } from './pending.js';
import { lastEntered, Realm } from './realm.js';
import { timerPort } from './timers.js';

/** The part of a port that is the same for every realm of a host. */
export type SharedPort = Omit<RealmPort, 'console' | 'timers' | 'crypto' | 'files' | 'host' | 'place'> & {
  readonly host?: Omit<Host, 'log'>;
  /** Says where a thrown value was made, for those who are shown that. */
  readonly placeOf?: (thrown: unknown) => string | undefined;
};

type Host = NonNullable<RealmPort['host']>;

/** A realm with what it waits for, which reports to the owner it is lent to. */
export class HostedRealm {
  readonly realm: Realm;
  readonly pending = new Pending((work) => this.#run(work));
  readonly #files = new HostFileSystem();
  readonly #guard: (work: () => RunEnd) => RunEnd;
  owner: RealmOwner | undefined;
  /** Told besides the owner of each failure in the realm. */
  onFailure: () => void = () => undefined;
  /** Enters the realm on the event loop's next turn, to run jobs left by a promise that Node settles for it. */
  readonly enterSoon: () => void;

  /** `guard` runs what enters the realm later, for a host that breaks off what takes too long; it must not throw. */
  constructor(shared: SharedPort, guard: (work: () => RunEnd) => RunEnd = (work) => work()) {
    this.#guard = guard;
    this.realm = new Realm(this.#port(shared), () => this.refuseImport());
    owners.set(this.realm.runtime.promisePrototype, this).set(this.realm, this);
    const nextTurn = this.pending.later<undefined, undefined>((_, settle) => {
      const turn = setImmediate(() => settle({ ok: true, value: undefined }));
      return () => clearImmediate(turn);
    });
    this.enterSoon = () => void nextTurn(undefined, () => ({ kind: 'done' }));
  }

  /**
   * Ends the work for an owner: callbacks of the event `exit` run, all that is pending is cancelled. Tells whether there was none of
   * either.
   */
  rest(): boolean {
    let isThrough = this.pending.count === 0;
    this.pending.close();
    if (this.realm.runtime.awaitsExit()) {
      isThrough = false;
      this.realm.enter((runtime) => runtime.exit((ending) => this.#ended(ending)));
      this.pending.close();
    }
    this.owner = undefined;
    return isThrough;
  }

  /** Forgets what the realm keeps of its owner. Returns false where code of a script may run later although nothing is pending. */
  renew(): boolean {
    this.#files.closeAll();
    return this.realm.runtime.renew();
  }

  /** A realm that rests is never entered again. */
  end(): void {
    this.#files.closeAll();
    realmClosed(this);
  }

  /** The realm {@link rest}s and {@link end}s. */
  close(): void {
    this.rest();
    this.end();
  }

  fail(failure: Failure): void {
    this.owner?.failed(failure);
    this.onFailure();
  }

  /** What a dynamic import comes to. */
  refuseImport(): never {
    this.enterSoon();
    throw this.realm.runtime.error('TypeError', 'dynamic import is not supported');
  }

  #run(work: () => RunEnd): void {
    this.#ended(this.#guard(() => this.realm.enter(work)));
  }

  #ended(ending: RunEnd): void {
    if (ending.kind === 'thrown') this.fail(ending);
  }

  #port({ host, placeOf, ...shared }: SharedPort): RealmPort {
    const console = {
      write: (level: ConsoleLevel, ...messages: string[]) => this.owner?.print(level, messages),
      now: () => performance.now(),
    };
    const place = placeOf === undefined ? {} : { place: () => placeOf(this.realm.runtime.lastThrown()) };
    const port = {
      ...shared,
      ...place,
      console,
      timers: timerPort(this.pending),
      crypto: new HostCrypto(this.pending),
      files: this.#files,
    };
    if (host === undefined) return port;
    const log: Host['log'] = (level, text) => this.owner?.log(level, text) ?? { ok: true, value: undefined };
    return { ...port, host: { ...host, log } };
  }
}

/** Realms, and the prototypes of their promises. */
const owners = new WeakMap<object, HostedRealm>();

/**
 * Tells the realm of a promise that nobody handles. Node reports the promises of all realms of a thread in one place,
 * `process.on('unhandledRejection')`. Returns false for a promise of no realm, which is a bug of ours.
 */
export function reportRejection(reason: unknown, promise: object): boolean {
  const hosted = ownerOf(promise);
  hosted?.fail(hosted.realm.runtime.rejection(reason));
  return hosted !== undefined;
}

/**
 * Tells the realm that ran last of an exception that nobody caught: Node itself looks at rejected promises, and meets what
 * scripts have put into their prototypes. Returns false for an error of our own world, which is a bug of ours.
 */
export function reportStray(thrown: unknown): boolean {
  if (!types.isProxy(thrown) && thrown instanceof Error) return false;
  const last = lastEntered();
  const hosted = last === undefined ? undefined : owners.get(last);
  hosted?.fail(hosted.realm.runtime.failure(thrown));
  return hosted !== undefined;
}

/** A script may have taken the prototype away, or put a proxy there, which is not asked: the realm is then the last that ran. */
function ownerOf(promise: object): HostedRealm | undefined {
  let prototype: object | null = promise;
  while (prototype !== null && !types.isProxy(prototype)) {
    const hosted = owners.get(prototype);
    if (hosted !== undefined) return hosted;
    if (prototype === Promise.prototype) return undefined;
    prototype = Object.getPrototypeOf(prototype);
  }
  const last = lastEntered();
  return last === undefined ? undefined : owners.get(last);
}
