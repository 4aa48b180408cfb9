import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AppRecord,
  EMPTY,
  readState,
  type ServerRecord,
  type StoredAccount,
  type StoredState,
  writeState,
} from './state-file.js';

/** Everything that the server stores: in memory, and in a file if it has one. */
export class State {
  readonly #path: string | undefined;
  #stored: StoredState;
  #changed: Promise<void> = Promise.resolve();

  private constructor(path: string | undefined, stored: StoredState) {
    this.#path = path;
    this.#stored = stored;
  }

  /** Reads a state file, if there is one. Rejects with `StateError`. */
  static async open(file: string | undefined): Promise<State> {
    if (file === undefined) return new State(undefined, EMPTY);
    const path = await realpath(file).catch(() => resolve(file));
    return new State(path, await readState(path));
  }

  get account(): StoredAccount | undefined {
    return this.#stored.account;
  }

  /** In the order of their creation. */
  get servers(): readonly ServerRecord[] {
    return this.#stored.servers;
  }

  /** In the order of their creation. */
  get apps(): readonly AppRecord[] {
    return this.#stored.apps;
  }

  /** The app that an action creates. */
  appOfAction(actionid: string): AppRecord | undefined {
    return this.apps.find((app) => app.actionid === actionid);
  }

  /** Replaces the account. This and the methods below resolve once the change would survive a crash, and reject with `StateError`. */
  setAccount(account: StoredAccount): Promise<void> {
    return this.#change((stored) => ({ ...stored, account }));
  }

  addServer(server: ServerRecord): Promise<void> {
    return this.#change((stored) => ({ ...stored, servers: [...stored.servers, server] }));
  }

  addApp(app: AppRecord): Promise<void> {
    return this.#change((stored) => ({ ...stored, apps: [...stored.apps, app] }));
  }

  /** Applies changes one after the other; a change that cannot be written has no effect. */
  #change(change: (stored: StoredState) => StoredState): Promise<void> {
    const changed = this.#changed.then(async () => {
      const next = change(this.#stored);
      if (this.#path !== undefined) await writeState(this.#path, next);
      this.#stored = next;
    });
    this.#changed = changed.catch(() => undefined);
    return changed;
  }
}
