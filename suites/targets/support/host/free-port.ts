import { createServer } from 'node:net';
import { listenOnLoopback } from './listen.js';

/** A loopback port that nobody listens on at the moment; whoever uses it must be ready to find it taken. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
