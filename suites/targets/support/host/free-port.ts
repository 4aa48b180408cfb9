import { createServer } from 'node:net';
import { listenOnLoopback } from './listen.js';

/** A loopback port that is free at the moment; it may be taken before the caller uses it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
