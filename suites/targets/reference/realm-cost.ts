/** Measures the cost of a realm of the reference, in a thread with the flag that realms need. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { HostedRealm } from '../../../reference/host/support/realms/hosted.js';
import { realmFlags } from '../../../reference/host/support/realms/realm-flags.js';
import { readConfiguration } from '../../../reference/nginx/configuration/read.js';
import { modules } from '../../../reference/nginx/modules.js';
import { sharedPort } from '../../../reference/nginx/shared-port.js';

interface RealmCost {
  /** Creates a realm and enters it once. */
  readonly freshMs: number;
  /** Enters an existing realm and drains its jobs. */
  readonly reusedMs: number;
}

const REALMS = 200;
const ENTRIES = 5_000;

export async function realmCost(): Promise<RealmCost> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-'));
  const configuration = join(folder, 'host.conf');
  await writeFile(configuration, 'events {}\n');
  const workerData = { configuration, prefix: folder };
  const worker = new Worker(new URL(import.meta.url), { workerData, execArgv: [...realmFlags] });
  try {
    const [cost] = await once(worker, 'message');
    return cost;
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

function measure(options: { readonly configuration: string; readonly prefix: string }): RealmCost {
  const read = readConfiguration({ file: options.configuration, prefix: options.prefix, modules });
  const shared = sharedPort(read, new Map(), options);
  const make = (): HostedRealm => {
    const hosted = new HostedRealm(shared);
    hosted.realm.enter(() => undefined);
    return hosted;
  };
  for (let i = 0; i < 20; i++) make();
  const freshMs = timeEach(REALMS, make);
  const { realm } = make();
  return { freshMs, reusedMs: timeEach(ENTRIES, () => realm.enter(() => undefined)) };
}

function timeEach(times: number, work: () => unknown): number {
  const started = performance.now();
  for (let i = 0; i < times; i++) work();
  return (performance.now() - started) / times;
}

if (!isMainThread && typeof workerData?.configuration === 'string') parentPort?.postMessage(measure(workerData));
