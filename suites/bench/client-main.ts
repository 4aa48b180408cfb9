/**
 * `node client-main.js SOCKET COUNT [PATH…]`: sends requests to a socket, to the paths in turn, some in parallel on kept connections;
 * prints the milliseconds.
 */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

const AT_ONCE = 16;

const [socketPath = '', count = '0', ...paths] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let left = Number(count);

const exchange = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request({ socketPath, path, agent }, (response) => response.resume().once('end', resolve));
    sent.once('error', reject).end();
  });

async function oneAfterTheOther(): Promise<void> {
  while (left-- > 0) await exchange(paths[left % paths.length] ?? '/');
}

const started = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
process.stdout.write(`${performance.now() - started}\n`);
agent.destroy();
