import type { Server } from 'node:net';
import type { Address } from './listen.js';

/** Makes a server listen; resolves with its address, where a port of 0 is replaced by the port that was given. */
export async function listenAt(server: Server, address: Address): Promise<Address> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const target = address.kind === 'tcp' ? { host: address.host, port: address.port } : { path: address.path };
    server.listen(target, resolve);
  });
  const bound = server.address();
  if (typeof bound === 'object' && bound !== null) return { kind: 'tcp', host: bound.address, port: bound.port };
  return { kind: 'unix', path: bound ?? '' };
}

/** The sockets of one module of the host. */
export interface Listeners {
  /** Listens everywhere the configuration says, or at the addresses that it takes from the front of `taken`; those come in its order. */
  open(taken: Address[]): Promise<readonly Address[]>;
  /** Stops listening, and waits for what is under way or drops it. */
  close(how: 'wait' | 'drop'): Promise<void>;
}
