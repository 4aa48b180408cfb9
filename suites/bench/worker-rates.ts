/**
 * Measures the cost of a request on the host as a program, by its engine, its number of worker processes, and the number of pipelined
 * requests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heldBy, loadCheaply, serveBench } from './serving.js';

const BARE = fileURLToPath(new URL('bare-main.js', import.meta.url));

/** Pipelined requests on a connection. */
export const PIPELINED = 32;

/** The number of requests that take about a second, in which the processor clock ticks a hundred times. */
const REQUESTS = 60_000;
const DEAR_REQUESTS = 6_000;

/** Microseconds for a request: until it is answered, under permanent load; and of processor time in the server alone. */
export interface Rate {
  readonly us: number;
  readonly cpuUs: number;
}

/**
 * A host whose handler returns at once. With the engine `njs` each request has its own realm, with `qjs` some share reused ones. Each
 * worker serves as many requests, so the costs of V8's start are shared by as many.
 */
export async function hostRate(engine: 'njs' | 'qjs', workers: number, together: number): Promise<Rate> {
  const host = await serveBench({
    workers,
    http: `js_engine ${engine}; keepalive_requests 1000000;`,
    server: 'location / { js_content main.answer; }',
    script: "export default { answer: (r) => r.return(200, 'ok') };\n",
  });
  const requests = (engine === 'njs' ? DEAR_REQUESTS : REQUESTS) * workers;
  const cpu = async (): Promise<number> => (await host.held()).reduce((sum, one) => sum + one.cpu, 0);
  try {
    // The first requests of each worker are slower than later ones.
    await loadCheaply(host.socket, requests, together);
    return await rateOf(host.socket, together, cpu, requests);
  } finally {
    await host.stop();
  }
}

/** A minimal HTTP server with the same answer. */
export async function bareRate(together: number): Promise<Rate> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const socket = join(folder, 'bare.sock');
  const bare = spawn(process.execPath, [BARE, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(bare, 'exit');
  try {
    await Promise.race([once(bare.stdout, 'data'), ended]);
    await loadCheaply(socket, REQUESTS, together);
    return await rateOf(socket, together, async () => (await heldBy(bare.pid ?? 0)).cpu, REQUESTS);
  } finally {
    bare.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}

/** `cpu`: microseconds of processor time so far. */
async function rateOf(socket: string, together: number, cpu: () => Promise<number>, requests: number): Promise<Rate> {
  const before = await cpu();
  const ms = await loadCheaply(socket, requests, together);
  return { us: (ms * 1000) / requests, cpuUs: ((await cpu()) - before) / requests };
}
