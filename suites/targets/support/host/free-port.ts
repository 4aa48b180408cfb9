import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to connections. Connections need thousands of those while hosts are tried, and could take one before
 * its use.
 */
const LOWEST = 10_000;
const HIGHEST = 32_767;

/**
 * Loopback ports that are free at the moment, all different: each is held until all are found. Other processes may take them before the
 * caller uses them.
 */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  let port = randomInt(LOWEST, HIGHEST);
  try {
    for (let tries = 0; held.size < count; tries++) {
      if (tries > HIGHEST - LOWEST) throw new Error(`there are no ${count} free ports`);
      const server = await listening(port);
      if (server !== undefined) held.set(port, server);
      port = port === HIGHEST ? LOWEST : port + 1;
    }
    return [...held.keys()];
  } finally {
    await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** A server on that port, unless another one has it. */
const listening = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
