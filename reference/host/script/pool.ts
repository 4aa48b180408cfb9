import { HostedRealm, type SharedPort } from './hosted.js';
import { OwnedRealm } from './owned.js';
import type { RealmOwner } from './owner.js';
import type { LinkedScripts, Scripts } from './scripts.js';

/** A realm that has never run a script, linked and ready. */
interface ReadyRealm {
  readonly hosted: HostedRealm;
  readonly scripts: LinkedScripts;
}

/** Realms kept ready. More would not help: under load each request pays for the making of one. */
const size = 4;

/** Realms made ahead, so that a request does not wait for its own. None is ever used twice. */
export class RealmPool {
  readonly #scripts: Scripts;
  readonly #shared: SharedPort;
  readonly #ready: ReadyRealm[] = [];
  #refilling: NodeJS.Immediate | undefined;

  constructor(scripts: Scripts, shared: SharedPort) {
    this.#scripts = scripts;
    this.#shared = shared;
  }

  /** A realm of its own for an owner. */
  async take(owner: RealmOwner): Promise<OwnedRealm> {
    const { hosted, scripts } = this.#ready.pop() ?? (await this.#make());
    this.#refill();
    hosted.owner = owner;
    return new OwnedRealm(hosted, scripts);
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
