import { createServer, type Server, type Socket } from 'node:net';
import { type ClientConnection, clientOf } from '../../host/support/client.js';
import type { ConnectionCounts } from '../../host/support/shared.js';
import { systemError } from '../../host/support/system-errors.js';
import { type Address, groupedByAddress } from '../core/listen.js';
import { closeServer, type Listen, type Listeners, listeningName, OpenSockets } from '../core/listener.js';
import { readProxyHeader } from '../core/proxy-protocol/reading.js';
import { proxyHeaderTimeout } from './directives.js';
import { Entrance, type StreamServer } from './entrance.js';
import type { StreamService } from './service.js';

export interface StreamSocketsOptions {
  readonly servers: readonly StreamServer[];
  readonly service: StreamService;
  /** Numbers connections, over all modules of the host. */
  readonly nextConnection: () => number;
  readonly connections: ConnectionCounts;
}

/** The sockets of a host's stream servers. */
export class StreamSockets implements Listeners {
  readonly #options: StreamSocketsOptions;
  readonly #listening: Server[] = [];
  readonly #open = new OpenSockets<undefined>();

  constructor(options: StreamSocketsOptions) {
    this.#options = options;
  }

  async open(listenTo: Listen): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const entrance = new Entrance(listen, servers);
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket, entrance));
      addresses.push(await listenTo(server, listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#listening.map(closeServer);
    if (how === 'drop') for (const [socket] of this.#open) socket.destroy();
    await Promise.all([...closed, this.#open.closed()]);
  }

  #accept(socket: Socket, entrance: Entrance): void {
    this.#open.add(socket, undefined);
    const { connections, nextConnection } = this.#options;
    connections.add({ accepted: 1, active: 1 });
    socket.once('close', () => connections.add({ active: -1 }));
    // A client that leaves is no error of ours; whoever reads or writes sees the socket closed.
    socket.on('error', () => socket.destroy());
    const client = clientOf(socket, { number: nextConnection(), listening: listeningName(entrance.listen, socket) });
    if (entrance.listen.proxyProtocol) this.#read(socket, client, entrance);
    else this.#serve(socket, client, entrance);
  }

  /** A proxy says first whom it speaks for. */
  #read(socket: Socket, client: ClientConnection, entrance: Entrance): void {
    const { service } = this.#options;
    const session = service.arrive(arrivalOf(socket, client, entrance), entrance);
    session.doing = 'reading PROXY protocol';
    let isOver = false;
    const end = (status: number) => {
      if (!isOver) service.end(session, status);
      isOver = true;
    };
    const withinMs = proxyHeaderTimeout.of(session.block);
    const timer = setTimeout(() => {
      session.logLine('info', `client timed out (${systemError('ETIMEDOUT')})`);
      end(200);
      socket.destroy();
    }, withinMs);
    socket.once('close', () => {
      clearTimeout(timer);
      end(400);
    });
    readProxyHeader({
      socket,
      patience: withinMs + 1000,
      accept: (proxied) => {
        clearTimeout(timer);
        isOver = true;
        session.client = { ...client, proxied };
        session.doing = 'initializing session';
        void service.serve(session);
      },
      refuse: (complaint) => session.logLine('error', complaint),
    });
  }

  #serve(socket: Socket, client: ClientConnection, entrance: Entrance): void {
    const { service } = this.#options;
    void service.serve(service.arrive(arrivalOf(socket, client, entrance), entrance));
  }
}

function arrivalOf(stream: Socket, client: ClientConnection, { servers: [{ block: server }] }: Entrance) {
  return { client, stream, server };
}
