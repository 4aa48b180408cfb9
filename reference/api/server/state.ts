import type { StoredAccount } from './basic.js';
import type { AppRecord, ServerRecord, StoredRecord } from './records.js';
import type { StateFile } from './state-file.js';

/** All that the server knows, in memory alone where there is no file. */
export class State {
  readonly #file: StateFile | undefined;
  readonly #servers: ServerRecord[] = [];
  readonly #apps: AppRecord[] = [];
  readonly #actions = new Map<string, AppRecord>();
  #account: StoredAccount | undefined;

  constructor(file?: StateFile) {
    this.#file = file;
    for (const record of file?.records ?? []) this.#apply(record);
  }

  /** `undefined` until there is one. */
  get account(): StoredAccount | undefined {
    return this.#account;
  }

  /** In the order of their creation. */
  get servers(): readonly ServerRecord[] {
    return this.#servers;
  }

  /** In the order of their creation. */
  get apps(): readonly AppRecord[] {
    return this.#apps;
  }

  /** The app that an action makes. */
  appOfAction(actionid: string): AppRecord | undefined {
    return this.#actions.get(actionid);
  }

  /** Resolves when the record is safe, and only then shows it. Rejects with `StateError`. */
  async add(record: StoredRecord): Promise<void> {
    await this.#file?.append(record);
    this.#apply(record);
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  #apply(record: StoredRecord): void {
    switch (record.kind) {
      case 'account':
        this.#account = record;
        break;
      case 'server':
        this.#servers.push(record);
        break;
      case 'app':
        this.#apps.push(record);
        this.#actions.set(record.actionid, record);
        break;
      default:
        record satisfies never;
    }
  }
}
