import {
  type AppRecord,
  EMPTY,
  type ServerRecord,
  StateFile,
  type StoredAccount,
  type StoredState,
} from './state-file.js';

/** Everything that the server stores: in memory, and in a file if it has one. */
export class State {
  readonly #file: StateFile | undefined;
  #stored: StoredState;
  #changed: Promise<void> = Promise.resolve();

  private constructor(file: StateFile | undefined, stored: StoredState) {
    this.#file = file;
    this.#stored = stored;
  }

  /** Reads a state file, if there is one. Rejects with `StateError`. */
  static async open(path: string | undefined): Promise<State> {
    if (path === undefined) return new State(undefined, EMPTY);
    const { file, stored } = await StateFile.open(path);
    return new State(file, stored);
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
      await this.#file?.write(next);
      this.#stored = next;
    });
    this.#changed = changed.catch(() => undefined);
    return changed;
  }
}
