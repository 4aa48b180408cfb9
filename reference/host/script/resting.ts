import type { HostedRealm } from './hosted.js';
import type { LinkedScripts } from './scripts.js';

/** A realm that nobody uses, its scripts linked. */
export interface ReadyRealm {
  readonly hosted: HostedRealm;
  readonly scripts: LinkedScripts;
}

/** Realms that have served and serve again, with all that scripts have left in them; who has waited longest is first. */
export class RestingRealms {
  readonly #most: number;
  readonly #realms: ReadyRealm[] = [];

  /** `most`: how many are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  get hasRoom(): boolean {
    return this.#realms.length < this.#most;
  }

  take(): ReadyRealm | undefined {
    return this.#realms.shift();
  }

  add(realm: ReadyRealm): void {
    this.#realms.push(realm);
  }
}
