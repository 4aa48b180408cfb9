/** The minimal HTTP server on Node, in a thread of its own like the reference host. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Starts a server that answers every request with a text. */
export async function startBareServer(text: string): Promise<{ port: number; stop(): Promise<void> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { bare: text } });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    port,
    stop: async () => {
      await worker.terminate();
    },
  };
}

if (!isMainThread && typeof workerData?.bare === 'string') {
  const server = createServer((_request, response) => response.end(workerData.bare));
  server.listen(0, '127.0.0.1', () => {
    const address: AddressInfo | string | null = server.address();
    parentPort?.postMessage(address !== null && typeof address === 'object' ? address.port : 0);
  });
}
