import type { Socket as DatagramSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import type { ClientConnection } from '../../host/support/client.js';
import type { Address } from './listen.js';

/** Makes a server listen; resolves with its address, in which a port of 0 is replaced by the assigned port. */
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

/** The address that a connection came to, as the configuration names it. */
export function listeningName(address: Address, { localPort }: Socket): ByteString {
  return byteStringOf(address.kind === 'unix' ? `unix:${address.path}` : `${address.host}:${localPort}`);
}

/** How servers get their connections: they listen themselves, or receive connections that another process accepts. */
export type StartListening = (server: Server, address: Address) => Promise<Address>;

/** How servers get their datagrams: from sockets bound for them, or not at all if another process receives them. */
export type Receive = (take: (socket: DatagramSocket) => void, address: Address) => Promise<Address>;

/** The sockets of one module of the host. */
export interface Listeners {
  /** Listens on all addresses of the configuration, in order. */
  open(listen: StartListening, receive: Receive): Promise<readonly Address[]>;
  /** Stops listening, and waits for active connections or drops them. */
  close(how: 'wait' | 'drop'): Promise<void>;
}

/** The open connections, each with the object that serves it. */
export class OpenSockets<Served> {
  readonly #open = new Map<Socket, Served>();
  readonly #waiting: (() => void)[] = [];

  add(socket: Socket, served: Served): void {
    this.#open.set(socket, served);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  [Symbol.iterator](): IterableIterator<[Socket, Served]> {
    return this.#open[Symbol.iterator]();
  }

  /** Resolves when none is open. */
  async closed(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Stops listening; a server that never listened has nothing to stop. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The client of work that the host itself starts. Connections are counted from 1. */
export function noClient(): ClientConnection {
  return {
    ...{ number: 0, remoteAddress: '', remotePort: '', localAddress: '', localPort: '', listening: '' },
    since: Date.now(),
    bytesSent: () => 0,
    bytesReceived: () => 0,
  };
}
