import { HostedRealm, type SharedPort } from './hosted.js';
import { OwnedRealm } from './owned.js';
import type { RealmOwner } from './owner.js';
import type { ReadyRealm, RestingRealms } from './resting.js';
import type { Scripts } from './scripts.js';

/** Realms kept ready. More would not help: under load each request pays for the making of one. */
const size = 4;

/** Realms made ahead, so that a request does not wait for its own: none of them has run a script. */
export class RealmPool {
  readonly #scripts: Scripts;
  readonly #shared: SharedPort;
  readonly #ready: ReadyRealm[] = [];
  #refilling: NodeJS.Immediate | undefined;

  constructor(scripts: Scripts, shared: SharedPort) {
    this.#scripts = scripts;
    this.#shared = shared;
  }

  /** The files of the scripts. */
  get files(): readonly string[] {
    return this.#scripts.files;
  }

  /** A realm for an owner alone: one of `resting`, where there is one, or one that nobody has had. */
  async take(owner: RealmOwner, resting?: RestingRealms): Promise<OwnedRealm> {
    const rested = resting?.take();
    if (rested !== undefined) return new OwnedRealm(rested, owner, resting);
    const ready = this.#ready.pop() ?? (await this.#make());
    this.#refill();
    return new OwnedRealm(ready, owner, resting);
  }

  /** Makes the first realm, if there was none yet. Throws ConfigurationError when the scripts cannot be linked. */
  async check(): Promise<void> {
    if (this.#ready.length === 0) this.#ready.push(await this.#make());
  }

  /** One realm at a time, so that requests are served in between. */
  #refill(): void {
    if (this.#refilling !== undefined || this.#ready.length >= size) return;
    this.#refilling = setImmediate(async () => {
      const realm = await this.#make();
      this.#refilling = undefined;
      this.#ready.push(realm);
      this.#refill();
    });
  }

  async #make(): Promise<ReadyRealm> {
    const hosted = new HostedRealm(this.#shared);
    return { hosted, scripts: await this.#scripts.link(hosted) };
  }
}
