import { createServer, type Server, type Socket } from 'node:net';
import { type Address, groupedByAddress } from '../core/listen.js';
import { type Listeners, listenAt } from '../core/listener.js';
import { HttpConnection } from './connection.js';
import type { HttpServer } from './servers.js';
import type { HttpService } from './service.js';

export interface HttpSocketsOptions {
  readonly servers: readonly HttpServer[];
  readonly service: HttpService;
  /** Numbers connections, over all modules of the host. */
  readonly nextConnection: () => number;
}

/** The sockets of a host's HTTP servers. */
export class HttpSockets implements Listeners {
  readonly #options: HttpSocketsOptions;
  readonly #listening: Server[] = [];
  readonly #open = new Map<Socket, HttpConnection>();

  constructor(options: HttpSocketsOptions) {
    this.#options = options;
  }

  async open(taken: Address[]): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket, servers));
      addresses.push(await listenAt(server, taken.shift() ?? listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#listening.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const [socket, connection] of this.#open) {
      if (how === 'drop') socket.destroy();
      else connection.finish();
    }
    await Promise.all(closed);
  }

  #accept(socket: Socket, servers: readonly [HttpServer, ...HttpServer[]]): void {
    const { service, nextConnection } = this.#options;
    const connection = new HttpConnection(socket, { servers, service, number: nextConnection() });
    this.#open.set(socket, connection);
    socket.once('close', () => this.#open.delete(socket));
    void connection.serve();
  }
}
