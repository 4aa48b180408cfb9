import type { Socket as DatagramSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import type { ClientConnection } from '../../host/support/client.js';
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

/** The address that a connection came to, as the configuration has it. */
export function listeningName(address: Address, { localPort }: Socket): ByteString {
  return byteStringOf(address.kind === 'unix' ? `unix:${address.path}` : `${address.host}:${localPort}`);
}

/** How servers come to their connections: they listen by themselves, or are given what another process accepts. */
export type StartListening = (server: Server, address: Address) => Promise<Address>;

/** How servers come to their datagrams: sockets that are bound for them, or none where another process receives them. */
export type Receive = (take: (socket: DatagramSocket) => void, address: Address) => Promise<Address>;

/** The sockets of one module of the host. */
export interface Listeners {
  /** Listens everywhere the configuration says, in its order. */
  open(listen: StartListening, receive: Receive): Promise<readonly Address[]>;
  /** Stops listening, and waits for what is under way or drops it. */
  close(how: 'wait' | 'drop'): Promise<void>;
}

/** The connections that are open, each with what serves it. */
export class OpenSockets<Served> {
  readonly #open = new Map<Socket, Served>();
  readonly #waiting: (() => void)[] = [];

  add(socket: Socket, served: Served): void {
    this.#open.set(socket, served);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) for (const tell of this.#waiting.splice(0)) tell();
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

/** Stops listening; a server that never did has nothing to stop. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** In place of a client, where the host itself begins something. Connections are counted from 1. */
export function nobody(): ClientConnection {
  return {
    ...{ number: 0, remoteAddress: '', remotePort: '', localAddress: '', localPort: '', listening: '' },
    since: Date.now(),
    bytesSent: () => 0,
    bytesReceived: () => 0,
  };
}
