/** What a request costs on the host as a program, by its number of worker processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../targets/support/process.js';

const SERVE = fileURLToPath(new URL('../../reference/host/serve-main.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('client-main.js', import.meta.url));

/** Clients are processes of their own, so that no one of them bounds the rate. */
const CLIENTS = 2;
const REQUESTS = 2_000;

/** Microseconds for a request whose handler returns at once, under a load that is always there. */
export async function workerRate(workers: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const socket = join(folder, 'host.sock');
  await writeFile(join(folder, 'main.js'), "export default { answer: (r) => r.return(200, 'ok') };\n");
  await writeFile(
    join(folder, 'host.conf'),
    `worker_processes ${workers}; events {} http { js_import main.js; js_engine qjs; server { listen unix:${socket}; location / { js_content main.answer; } } }\n`,
  );
  const host = spawn(process.execPath, [SERVE, '-p', folder, '-c', 'host.conf'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(host, 'exit');
  try {
    await once(createInterface(host.stdout), 'line');
    // The first requests are slower than those after them.
    await load(socket, REQUESTS / 4);
    return ((await load(socket, REQUESTS)) * 1000) / (CLIENTS * REQUESTS);
  } finally {
    host.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until each client has sent so many requests. */
async function load(socket: string, count: number): Promise<number> {
  const times = Array.from({ length: CLIENTS }, async () => {
    const { stdout } = await runProcess([process.execPath, CLIENT, socket, String(count)], { deadlineMs: 120_000 });
    return Number(stdout.text());
  });
  return Math.max(...(await Promise.all(times)));
}
