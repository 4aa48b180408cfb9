import type { ModuleEvaluation } from './evaluation.js';
import type { HostedRealm } from './hosted.js';
import type { RealmBaseline } from './untouched.js';

/** A realm that nobody uses, its scripts linked. */
export interface ReadyRealm {
  readonly hosted: HostedRealm;
  readonly scripts: ModuleEvaluation;
  /** How it was before any script ran, where that is known. */
  readonly untouched: RealmBaseline | undefined;
}

/** Who gets a realm once its work for an owner has ended. */
export interface Keeper {
  /** Keeps the realm or ends it. `isThrough`: nothing had to be cancelled, nothing failed, and no callback ran at the end. */
  readonly receive: (realm: ReadyRealm, isThrough: boolean) => void;
}

/** Realms that have served and serve again, with all that scripts have left in them; who has waited longest is first. */
export class RestingRealms implements Keeper {
  readonly #most: number;
  readonly #realms: ReadyRealm[] = [];

  /** `most`: how many are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  take(): ReadyRealm | undefined {
    return this.#realms.shift();
  }

  receive(realm: ReadyRealm): void {
    if (this.#realms.length < this.#most) this.#realms.push(realm);
    else realm.hosted.end();
  }
}
