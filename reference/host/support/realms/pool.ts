import { type Eventual, goOnWith } from '../eventual.js';
import type { ModuleEvaluation } from './evaluation.js';
import { HostedRealm, type SharedPort } from './hosted.js';
import { OwnedRealm } from './owned.js';
import type { RealmOwner } from './owner.js';
import type { Keeper, ReadyRealm, RestingRealms } from './resting.js';
import type { ScriptFiles } from './scripts.js';
import { RealmBaseline } from './untouched.js';

/** Realms made ahead. More would not help: under load each request pays for the making of one. */
const ahead = 4;

/** Realms kept that have served: those of as many requests at one time need not be made. */
const most = 32;

/** Realms that are not looked at after many that were touched. */
const longestPause = 255;

/** Somebody who waits for a realm. */
interface RealmWaiter {
  readonly resolve: (ready: ReadyRealm) => void;
  readonly reject: (error: unknown) => void;
  /** See `make`. */
  readonly mayReturn: boolean;
}

/**
 * Realms for owners of their own: none shows that a script has run in it before. They are made ahead, so that a request does not
 * wait for its own. One that its scripts have left untouched serves again, with its modules evaluated anew.
 */
export class RealmPool implements Keeper {
  readonly #scripts: ScriptFiles;
  readonly #shared: SharedPort;
  readonly #ready: ReadyRealm[] = [];
  readonly #waiting: RealmWaiter[] = [];
  #making: NodeJS.Immediate | undefined;
  /** There are scripts that touch every realm; to look at each would be in vain. */
  #pause = 0;
  /** Realms still to be made without a look at them. */
  #unseen = 0;

  constructor(scripts: ScriptFiles, shared: SharedPort) {
    this.#scripts = scripts;
    this.#shared = shared;
  }

  /** The files of the scripts. */
  get files(): readonly string[] {
    return this.#scripts.files;
  }

  /** A realm for an owner alone: one of `resting`, where there is one, or one that shows nothing of another. */
  take(owner: RealmOwner, resting?: RestingRealms): Eventual<OwnedRealm> {
    const rested = resting?.take();
    if (resting !== undefined && rested !== undefined) return new OwnedRealm(rested, owner, resting);
    const mayReturn = resting === undefined;
    const ready = this.#ready.pop() ?? this.#next(mayReturn);
    this.#makeMore(mayReturn);
    return goOnWith(ready, (realm) => new OwnedRealm(realm, owner, resting ?? this));
  }

  /** The next realm that is made, or comes back. */
  #next(mayReturn: boolean): Promise<ReadyRealm> {
    return new Promise((resolve, reject) => void this.#waiting.push({ resolve, reject, mayReturn }));
  }

  #give(ready: ReadyRealm): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#ready.push(ready);
    else waiting.resolve(ready);
  }

  /** Keeps the realm of an owner that is through, if nothing of a script is left in it. */
  receive({ hosted, scripts, untouched }: ReadyRealm, isThrough: boolean): void {
    if (untouched === undefined || this.#ready.length >= most) {
      hosted.end();
      return;
    }
    const isSame = isThrough && hosted.realm.runtime.conceal() && untouched.holds() && hosted.renew();
    this.#pause = isSame ? 0 : Math.min(2 * this.#pause + 1, longestPause);
    this.#unseen = this.#pause;
    if (isSame) void this.#renew(hosted, scripts, untouched);
    else hosted.end();
  }

  /** At once, where nothing has to be linked. */
  async #renew(hosted: HostedRealm, before: ModuleEvaluation, untouched: RealmBaseline): Promise<void> {
    const scripts = before.again() ?? (await this.#scripts.link(hosted));
    this.#give({ hosted, scripts, untouched });
  }

  /** Makes the first realm, if there was none yet. Throws ConfigurationError when the scripts cannot be linked. */
  async check(): Promise<void> {
    if (this.#ready.length === 0) this.#ready.push(await this.#make(false));
  }

  /**
   * One realm in a turn of the event loop: others are served in between, and those that come back meanwhile need not be made. A request with many
   * subrequests holds nobody up.
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

  /** `mayReturn`: the realm may serve again if it is left as it is made. */
  async #make(mayReturn: boolean): Promise<ReadyRealm> {
    const hosted = new HostedRealm(this.#shared);
    const scripts = await this.#scripts.link(hosted);
    const isSeen = mayReturn && this.#unseen === 0 && !this.#scripts.leaveTraces;
    if (mayReturn && this.#unseen > 0) this.#unseen -= 1;
    return { hosted, scripts, untouched: isSeen ? new RealmBaseline(hosted.realm) : undefined };
  }
}
