/** What a request costs on the host as a program, by its number of worker processes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareServer } from './bare-server.js';
import { loadPipelined, serve } from './serving.js';

const REQUESTS = 30_000;

/** Microseconds for a request: until it is answered, under a load that is always there; and of the processor, in the host alone. */
export interface WorkerRate {
  readonly us: number;
  readonly cpuUs: number;
}

/** A handler returns at once, in a realm that has served before. */
export async function workerRate(workers: number): Promise<WorkerRate> {
  const host = await serve({
    workers,
    http: 'js_engine qjs; keepalive_requests 1000000;',
    server: 'location / { js_content main.answer; }',
    script: "export default { answer: (r) => r.return(200, 'ok') };\n",
  });
  const cpu = async (): Promise<number> => (await host.held()).reduce((sum, one) => sum + one.cpu, 0);
  try {
    // The first requests of each worker are slower than those after them.
    await loadPipelined(host.socket, REQUESTS * workers);
    const before = await cpu();
    const ms = await loadPipelined(host.socket, REQUESTS);
    return { us: (ms * 1000) / REQUESTS, cpuUs: ((await cpu()) - before) / REQUESTS };
  } finally {
    await host.stop();
  }
}

/** Microseconds for a request to a bare HTTP server under the same load. */
export async function bareRate(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const socket = join(folder, 'bare.sock');
  const bare = await startBareServer('ok', socket);
  try {
    await loadPipelined(socket, REQUESTS);
    return ((await loadPipelined(socket, REQUESTS)) * 1000) / REQUESTS;
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true });
  }
}
