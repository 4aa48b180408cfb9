import { HostedRealm, type SharedPort } from './hosted.js';
import type { LinkedScripts, Scripts } from './scripts.js';

/** A realm that has never run a script, linked and ready. */
export interface ReadyRealm {
  readonly hosted: HostedRealm;
  readonly scripts: LinkedScripts;
}

/** Realms made ahead, so that a request does not wait for its own. None is ever used twice. */
export class RealmPool {
  readonly #scripts: Scripts;
  readonly #shared: SharedPort;
  readonly #size: number;
  readonly #ready: ReadyRealm[] = [];
  #filling = false;

  constructor(scripts: Scripts, shared: SharedPort, size: number) {
    this.#scripts = scripts;
    this.#shared = shared;
    this.#size = size;
  }

  async take(): Promise<ReadyRealm> {
    const ready = this.#ready.pop();
    if (!this.#filling) {
      this.#filling = true;
      setImmediate(() => void this.fill());
    }
    return ready ?? this.#make();
  }

  /** Makes realms until the pool is full. Throws ConfigurationError when the scripts cannot be compiled or linked. */
  async fill(): Promise<void> {
    this.#filling = true;
    while (this.#ready.length < this.#size) this.#ready.push(await this.#make());
    this.#filling = false;
  }

  async #make(): Promise<ReadyRealm> {
    const hosted = new HostedRealm(this.#shared);
    return { hosted, scripts: await this.#scripts.link(hosted.realm) };
  }
}
