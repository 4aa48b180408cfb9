import { createServer } from 'node:net';
import { listenOnLoopback } from './listen.js';

/**
 * Loopback ports that are free at the moment, no two the same: each is held until all are found. Others may take them before the
 * caller uses them.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(servers.map(listenOnLoopback));
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
