import { continueWith, type Eventual } from '../eventual.js';
import type { ModuleEvaluation } from './evaluation.js';
import { HostedRealm, type SharedPort } from './hosted.js';
import { OwnedRealm } from './owned.js';
import type { RealmOwner } from './owner.js';
import type { Keeper, ReadyRealm, RestingRealms } from './resting.js';
import type { ScriptFiles } from './scripts.js';
import { RealmBaseline } from './untouched.js';

/** Realms made ahead. More would not help: under load each request pays for making one. */
const ahead = 4;

/** Used realms that are kept: that many simultaneous requests need no new ones. */
const most = 32;

/** The longest run of realms that are not checked, after many that scripts had changed. */
const longestPause = 255;

/** A request that waits for a realm. */
interface RealmWaiter {
  readonly resolve: (ready: ReadyRealm) => void;
  readonly reject: (error: unknown) => void;
  /** See `make`. */
  readonly mayReturn: boolean;
}

/**
 * Realms for separate owners: no script can see that another one has run in its realm. They are made ahead, so that a request does not
 * wait. A realm that its scripts have left untouched serves again, with its modules evaluated again.
 */
export class RealmPool implements Keeper {
  readonly #scripts: ScriptFiles;
  readonly #shared: SharedPort;
  readonly #ready: ReadyRealm[] = [];
  readonly #waiting: RealmWaiter[] = [];
  #making: NodeJS.Immediate | undefined;
  /** Some scripts change every realm, and checking each realm would be wasted time. */
  #pause = 0;
  /** Realms still to be made without a check. */
  #unseen = 0;

  constructor(scripts: ScriptFiles, shared: SharedPort) {
    this.#scripts = scripts;
    this.#shared = shared;
  }

  /** The files of the scripts. */
  get files(): readonly string[] {
    return this.#scripts.files;
  }

  /** A realm for one owner: one of `resting` if available, otherwise one without traces of another owner. */
  take(owner: RealmOwner, resting?: RestingRealms): Eventual<OwnedRealm> {
    const rested = resting?.take();
    if (resting !== undefined && rested !== undefined) return new OwnedRealm(rested, owner, resting);
    const mayReturn = resting === undefined;
    const ready = this.#ready.pop() ?? this.#next(mayReturn);
    this.#makeMore(mayReturn);
    return continueWith(ready, (realm) => new OwnedRealm(realm, owner, resting ?? this));
  }

  /** The next realm that is made or returned. */
  #next(mayReturn: boolean): Promise<ReadyRealm> {
    return new Promise((resolve, reject) => void this.#waiting.push({ resolve, reject, mayReturn }));
  }

  #give(ready: ReadyRealm): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#ready.push(ready);
    else waiting.resolve(ready);
  }

  /** Keeps the realm of a finished owner, if no state of a script is left in it. */
  receive({ hosted, scripts, untouched }: ReadyRealm, isFinished: boolean): void {
    if (untouched === undefined || this.#ready.length >= most) {
      hosted.end();
      return;
    }
    const isSame = isFinished && hosted.realm.runtime.conceal() && untouched.holds() && hosted.renew();
    this.#pause = isSame ? 0 : Math.min(2 * this.#pause + 1, longestPause);
    this.#unseen = this.#pause;
    if (isSame) void this.#renew(hosted, scripts, untouched);
    else hosted.end();
  }

  /** Immediately, if nothing has to be linked. */
  async #renew(hosted: HostedRealm, before: ModuleEvaluation, untouched: RealmBaseline): Promise<void> {
    const scripts = before.again() ?? (await this.#scripts.link(hosted));
    this.#give({ hosted, scripts, untouched });
  }

  /** Makes the first realm, if there was none yet. Throws ConfigurationError if the scripts cannot be linked. */
  async check(): Promise<void> {
    if (this.#ready.length === 0) this.#ready.push(await this.#make(false));
  }

  /**
   * Makes one realm in each turn of the event loop. Others are served in between, and returned realms need not be made. A request with many
   * subrequests therefore delays nobody.
   */
  #makeMore(mayReturn: boolean): void {
    if (this.#making !== undefined || !this.#needsMore) return;
    this.#making = setImmediate(async () => {
      if (this.#needsMore) await this.#makeOne(this.#waiting[0]?.mayReturn ?? mayReturn);
      this.#making = undefined;
      this.#makeMore(mayReturn);
    });
  }

  get #needsMore(): boolean {
    return this.#waiting.length > 0 || this.#ready.length < ahead;
  }

  async #makeOne(mayReturn: boolean): Promise<void> {
    try {
      this.#give(await this.#make(mayReturn));
    } catch (error) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) throw error;
      waiting.reject(error);
    }
  }

  /** `mayReturn`: the realm may serve again if its scripts leave it unchanged. */
  async #make(mayReturn: boolean): Promise<ReadyRealm> {
    const hosted = new HostedRealm(this.#shared);
    const scripts = await this.#scripts.link(hosted);
    const isSeen = mayReturn && this.#unseen === 0 && !this.#scripts.leaveTraces;
    if (mayReturn && this.#unseen > 0) this.#unseen -= 1;
    return { hosted, scripts, untouched: isSeen ? new RealmBaseline(hosted.realm) : undefined };
  }
}
