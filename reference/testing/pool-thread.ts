/** Serves requests from pools of realms in a thread with the flags for realms, which a test's own thread lacks. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { reportStrayErrors } from '../host/support/realms/hosted.js';
import type { RealmOwner } from '../host/support/realms/owner.js';
import { RealmPool } from '../host/support/realms/pool.js';
import { lastEntered, type Realm } from '../host/support/realms/realm.js';
import { ScriptFiles } from '../host/support/realms/scripts.js';
import { stubPort, stubSubject } from './stub-host.js';

/** Handlers of `main.js` in a folder. Each has its own pool and is called for that many requests. */
export interface PoolOrder {
  readonly folder: string;
  readonly handlers: readonly string[];
  readonly requests: number;
}

/** The results of a handler for its requests, and how many realms served them. */
export interface PoolReport {
  readonly handler: string;
  readonly values: readonly string[];
  readonly realms: number;
}

const owner: RealmOwner = {
  log: () => ({ ok: true, value: undefined }),
  print: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function served({ folder, requests }: PoolOrder, handler: string): Promise<PoolReport> {
  const path = join(folder, 'main.js');
  const pool = new RealmPool(
    new ScriptFiles({ roots: [{ name: 'main', specifier: path, file: path, line: 1 }], folders: [] }),
    stubPort(),
  );
  const values: string[] = [];
  const realms = new Set<Realm | undefined>();
  for (let request = 0; request < requests; request += 1) {
    const realm = await pool.take(owner);
    const call = realm.call(`main.${handler}`, stubSubject());
    // Unfinished work of a handler is not awaited.
    const returned = call.kind === 'failed' ? call : call.value();
    values.push(returned.kind === 'failed' ? 'failed' : String(returned.value));
    realms.add(lastEntered());
    await turn();
    realm.close();
    await turn();
  }
  return { handler, values, realms: realms.size };
}

reportStrayErrors('at the end');
const order: PoolOrder = workerData;
const all: PoolReport[] = [];
for (const handler of order.handlers) all.push(await served(order, handler));
parentPort?.postMessage(all);
