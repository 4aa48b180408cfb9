/**
 * Measures the cost of a request on the host as a program, by its engine, its number of worker processes, and the number of pipelined
 * requests.
 */
import { listening, loadCheaply, type Rate, rateOf, serveBench } from './serving.js';

/** Pipelined requests on a connection. */
export const PIPELINED = 32;

/** The number of requests that take about a second, in which the processor clock ticks a hundred times. */
const REQUESTS = 60_000;
const DEAR_REQUESTS = 6_000;

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
  const count = (engine === 'njs' ? DEAR_REQUESTS : REQUESTS) * workers;
  try {
    return await rateOf(host, { warming: count, count }, (some) => loadCheaply(host.socket, some, together));
  } finally {
    await host.stop();
  }
}

/** A minimal HTTP server with the same answer. */
export async function bareRate(together: number): Promise<Rate> {
  const bare = await listening('bare-main.js');
  const plan = { warming: REQUESTS, count: REQUESTS };
  try {
    return await rateOf(bare, plan, (some) => loadCheaply(bare.address, some, together));
  } finally {
    await bare.stop();
  }
}
