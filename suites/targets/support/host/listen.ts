import { once } from 'node:events';
import type { Server } from 'node:net';

/** Makes a server listen on a free loopback port; resolves with the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a loopback port has no port');
  return address.port;
}
