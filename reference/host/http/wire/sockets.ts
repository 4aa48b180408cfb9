import { createServer, type Server, type Socket } from 'node:net';
import { type Address, groupedByAddress, type Listen } from '../../core/listen.js';
import { closeServer, type Listeners, type Listen as ListenTo, OpenSockets } from '../../core/listener.js';
import type { TlsFacts } from '../../core/tls-facts.js';
import type { HttpServer } from '../servers/servers.js';
import type { HttpService } from '../service.js';
import { TlsAcceptor } from '../tls/acceptor.js';
import { HttpConnection } from './connection.js';

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
  readonly #acceptors: TlsAcceptor[] = [];
  readonly #open = new OpenSockets<HttpConnection>();

  constructor(options: HttpSocketsOptions) {
    this.#options = options;
  }

  async open(listenTo: ListenTo): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, this.#acceptorOf(listen, servers));
      addresses.push(await listenTo(server, listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    for (const acceptor of this.#acceptors) acceptor.close();
    const closed = this.#listening.map(closeServer);
    for (const [socket, connection] of this.#open) {
      if (how === 'drop') socket.destroy();
      else connection.finish();
    }
    await Promise.all([...closed, this.#open.closed()]);
  }

  #acceptorOf(listen: Listen, servers: readonly [HttpServer, ...HttpServer[]]): (socket: Socket) => void {
    if (!listen.ssl) return (socket) => this.#accept(socket, servers, listen);
    const acceptor = new TlsAcceptor(servers, (socket, tls) => this.#accept(socket, servers, listen, tls));
    this.#acceptors.push(acceptor);
    return (socket) => acceptor.accept(socket);
  }

  #accept(
    socket: Socket,
    servers: readonly [HttpServer, ...HttpServer[]],
    listen: Listen,
    tls?: TlsFacts | 'plain',
  ): void {
    const { service, nextConnection } = this.#options;
    const listening = listen.kind === 'unix' ? `unix:${listen.path}` : `${listen.host}:${socket.localPort}`;
    const connection = new HttpConnection(socket, { servers, service, number: nextConnection(), listening, tls });
    this.#open.add(socket, connection);
    void connection.serve();
  }
}
