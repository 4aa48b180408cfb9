import type { Server } from 'node:net';

/** Lets a server of ours listen on a loopback port that nobody uses, and gives the port. */
export function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('a server on a loopback port has no port'));
    });
  });
}
