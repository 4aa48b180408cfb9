/** Calls Node's Web Crypto for a thread that waits for it. */
import { webcrypto } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { WorkerChannel } from './web-crypto.js';

const { port, signal }: WorkerChannel = workerData;

async function called(member: string, args: readonly unknown[]): Promise<readonly unknown[]> {
  const operation: unknown = Reflect.get(webcrypto.subtle, member);
  try {
    return typeof operation === 'function' ? [await Reflect.apply(operation, webcrypto.subtle, args)] : [];
  } catch {
    return [];
  }
}

port.on('message', async ([member, args]: [member: string, args: readonly unknown[]]) => {
  port.postMessage(await called(member, args));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
