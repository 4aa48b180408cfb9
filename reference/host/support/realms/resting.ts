import type { ModuleEvaluation } from './evaluation.js';
import type { HostedRealm } from './hosted.js';
import type { RealmBaseline } from './untouched.js';

/** An unused realm with linked scripts. */
export interface ReadyRealm {
  readonly hosted: HostedRealm;
  readonly scripts: ModuleEvaluation;
  /** Its state before any script ran, if known. */
  readonly untouched: RealmBaseline | undefined;
}

/** Receives a realm once its work for an owner has ended. */
export interface Keeper {
  /** Keeps the realm or ends it. `isFinished`: nothing had to be cancelled, nothing failed, and no callback ran at the end. */
  readonly receive: (realm: ReadyRealm, isFinished: boolean) => void;
}

/**
 * Realms that have served and serve again, with all state that scripts have left in them. The one that has waited longest is used first.
 */
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
