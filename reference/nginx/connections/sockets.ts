import { createServer, type Server, type Socket } from 'node:net';
import { clientOf } from '../../host/support/client.js';
import { type Address, groupedByAddress, type ServersOfAddress } from '../core/listen.js';
import { closeServer, type Listeners, listeningName, OpenSockets, type StartListening } from '../core/listener.js';
import { readProxyHeader } from '../core/proxy-protocol/reading.js';
import type { HttpService } from '../http/service.js';
import type { ListeningServer } from '../servers/servers.js';
import { wireOf } from '../wire/settings.js';
import { type AcceptConnection, TlsAcceptor } from './acceptor.js';
import { type ConnectionFacts, HttpConnection } from './connection.js';

type ListeningPlace = ServersOfAddress<ListeningServer>;

interface HttpSocketsOptions {
  readonly servers: readonly ListeningServer[];
  readonly service: HttpService;
  /** Numbers connections across all modules of the host. */
  readonly nextConnection: () => number;
}

/** The sockets of a host's HTTP servers. */
export class HttpSockets implements Listeners {
  readonly #options: HttpSocketsOptions;
  readonly #listening: Server[] = [];
  readonly #open = new OpenSockets<HttpConnection>();
  /** Connections that wait for a PROXY protocol header or the first bytes of TLS. */
  readonly #pending = new Set<Socket>();

  constructor(options: HttpSocketsOptions) {
    this.#options = options;
  }

  async open(listenTo: StartListening): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const at of groupedByAddress(this.#options.servers)) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, this.#acceptorOf(at));
      addresses.push(await listenTo(server, at.listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    for (const socket of this.#pending) socket.destroy();
    const closed = this.#listening.map(closeServer);
    for (const [socket, connection] of this.#open) {
      if (how === 'drop') socket.destroy();
      else connection.finish();
    }
    await Promise.all([...closed, this.#open.closed()]);
  }

  #acceptorOf(at: ListeningPlace): (socket: Socket) => void {
    const { listen, servers } = at;
    const plain: AcceptConnection = (socket, known) => this.#accept(socket, at, known);
    const facts = { ...this.#options, listening: (socket: Socket) => listeningName(listen, socket) };
    const tls = listen.ssl ? new TlsAcceptor(servers, facts, this.#pending, plain) : undefined;
    const accept: AcceptConnection = tls === undefined ? plain : (socket, known) => tls.accept(socket, known);
    return (socket) => (listen.proxyProtocol ? this.#readProxied(socket, at, accept) : accept(socket, {}));
  }

  /** Reads the PROXY protocol header that names the client. */
  #readProxied(socket: Socket, { listen, servers: [server] }: ListeningPlace, accept: AcceptConnection): void {
    const { service, nextConnection } = this.#options;
    const refuse = (complaint: string) => {
      const message = `${complaint} while reading PROXY protocol`;
      const client = clientOf(socket, { number: nextConnection(), listening: listeningName(listen, socket) });
      service.note(server, client, message, client.listening, 'error');
    };
    this.#pending.add(socket);
    socket.once('close', () => this.#pending.delete(socket));
    readProxyHeader({
      socket,
      patience: wireOf(server.block).headerTimeout,
      accept: (proxied) => {
        this.#pending.delete(socket);
        accept(socket, { proxied });
      },
      refuse,
    });
  }

  #accept(socket: Socket, { listen, servers }: ListeningPlace, known: Partial<ConnectionFacts>): void {
    const { service, nextConnection } = this.#options;
    const { number = nextConnection(), ...rest } = known;
    const listening = listeningName(listen, socket);
    const connection = new HttpConnection(socket, { servers, service, listening, number, ...rest });
    this.#open.add(socket, connection);
    void connection.serve();
  }
}
