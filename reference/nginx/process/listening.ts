import { createServer, type Server, type Socket } from 'node:net';
import { systemFailure } from '../../host/support/system-errors.js';
import type { Address } from '../core/listen.js';

/** A connection without a worker, and the address in the configuration where it was accepted. */
export interface AcceptedConnection {
  readonly key: string;
  readonly socket: Socket;
}

/** An address as text; each port 0 is a separate one. */
export function listeningKey(address: Address, number: number): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return address.port === 0 ? `${host}:0 (${number})` : `${host}:${address.port}`;
}

/** The sockets of the master, which stay open while configurations and workers are replaced. */
export class MasterSockets {
  readonly #servers = new Map<string, Server>();
  readonly #onConnection: (accepted: AcceptedConnection) => void;

  constructor(onConnection: (accepted: AcceptedConnection) => void) {
    this.#onConnection = onConnection;
  }

  /** Listens on further addresses. Throws, with nothing opened, if that fails. */
  async open(addresses: readonly Address[]): Promise<void> {
    const opened: string[] = [];
    const seen = new Set<string>();
    for (const [number, address] of addresses.entries()) {
      const key = listeningKey(address, number);
      try {
        if (seen.has(key)) throw Object.assign(new Error('EADDRINUSE: address already in use'), { errno: -98 });
        seen.add(key);
        if (this.#servers.has(key)) continue;
        this.#servers.set(key, await this.#listen(key, address));
        opened.push(key);
      } catch (error) {
        for (const other of opened) this.#close(other);
        throw new ListenFailed(systemFailure('bind', `to ${key}`, error), error);
      }
    }
  }

  /** Stops listening on all addresses except these. */
  closeAllBut(addresses: readonly Address[]): void {
    const kept = new Set(addresses.map(listeningKey));
    for (const key of [...this.#servers.keys()]) if (!kept.has(key)) this.#close(key);
  }

  /** The addresses; a port of 0 is replaced by the assigned port. */
  get listening(): readonly string[] {
    return [...this.#servers].map(([key, server]) => {
      const bound = server.address();
      if (typeof bound !== 'object' || bound === null) return key;
      return listeningKey({ kind: 'tcp', host: bound.address, port: bound.port }, 0);
    });
  }

  #close(key: string): void {
    this.#servers.get(key)?.close();
    this.#servers.delete(key);
  }

  #listen(key: string, address: Address): Promise<Server> {
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      // A client that leaves before it is served is not an error.
      socket.on('error', () => undefined);
      this.#onConnection({ key, socket });
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      const target =
        address.kind === 'tcp'
          ? { host: address.host, port: address.port }
          : { path: address.path, readableAll: true, writableAll: true };
      server.listen(target, () => resolve(server));
    });
  }
}

/** An address that the system refuses. */
export class ListenFailed extends Error {
  readonly isTaken: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.isTaken = message.includes('(98:');
  }
}
