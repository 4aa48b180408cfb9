/** What a request costs on the host as a program, by its number of worker processes. */
import { serve } from './serving.js';

/** Clients are processes of their own, so that no one of them bounds the rate. */
const CLIENTS = 2;
const REQUESTS = 2_000;

/** Microseconds for a request: until it is answered, under a load that is always there; and of the processor, in the host alone. */
export interface WorkerRate {
  readonly us: number;
  readonly cpuUs: number;
}

/** A handler returns at once, in a realm that has served before. */
export async function workerRate(workers: number): Promise<WorkerRate> {
  const host = await serve({
    workers,
    http: 'js_engine qjs;',
    server: 'location / { js_content main.answer; }',
    script: "export default { answer: (r) => r.return(200, 'ok') };\n",
  });
  const load = async (count: number): Promise<number> =>
    Math.max(...(await Promise.all(Array.from({ length: CLIENTS }, () => host.load(count)))));
  const cpu = async (): Promise<number> => (await host.held()).reduce((sum, one) => sum + one.cpu, 0);
  try {
    // The first requests of each worker are slower than those after them.
    await load(REQUESTS * workers);
    const before = await cpu();
    const ms = await load(REQUESTS);
    const all = CLIENTS * REQUESTS;
    return { us: (ms * 1000) / all, cpuUs: ((await cpu()) - before) / all };
  } finally {
    await host.stop();
  }
}
