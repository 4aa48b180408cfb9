import type { StoredAccount } from './basic.js';
import type { Journal } from './journal.js';
import type { AppRecord, ServerRecord, StoredRecord } from './records.js';

/** All that the server knows. What is seen here has been acknowledged by the journal. */
export class State {
  readonly #journal: Journal;
  readonly #servers: ServerRecord[] = [];
  readonly #apps: AppRecord[] = [];
  readonly #actions = new Map<string, AppRecord>();
  #account: StoredAccount | undefined;

  constructor(records: readonly StoredRecord[], journal: Journal) {
    this.#journal = journal;
    for (const record of records) this.#apply(record);
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
    await this.#journal.append(record);
    this.#apply(record);
  }

  close(): Promise<void> {
    return this.#journal.close();
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
