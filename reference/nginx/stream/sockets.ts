import type { Socket as DatagramSocket, RemoteInfo } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { byteStringOf } from '../../host/support/byte-string.js';
import { type ClientConnection, clientOf } from '../../host/support/client.js';
import type { ConnectionCounts } from '../../host/support/shared.js';
import { systemError } from '../../host/support/system-errors.js';
import { DatagramClients, type Datagrams } from '../core/datagrams.js';
import { type Address, groupedByAddress } from '../core/listen.js';
import {
  closeServer,
  type Listeners,
  listeningName,
  OpenSockets,
  type Receive,
  type StartListening,
} from '../core/listener.js';
import { readProxyHeader } from '../core/proxy-protocol/reading.js';
import { addressText } from '../upstream/address.js';
import { streamSettings } from './directives.js';
import { Entrance, type StreamServer } from './entrance.js';
import { numbers } from './pass.js';
import type { StreamService } from './service.js';

interface StreamSocketsOptions {
  readonly servers: readonly StreamServer[];
  readonly service: StreamService;
  /** Numbers connections across all modules of the host. */
  readonly nextConnection: () => number;
  readonly connections: ConnectionCounts;
}

/** The sockets of a host's stream servers. */
export class StreamSockets implements Listeners {
  readonly #options: StreamSocketsOptions;
  readonly #listening: Server[] = [];
  readonly #receiving: DatagramClients[] = [];
  readonly #open = new OpenSockets<undefined>();

  constructor(options: StreamSocketsOptions) {
    this.#options = options;
  }

  async open(listenTo: StartListening, receive: Receive): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const entrance = new Entrance(listen, servers);
      if (listen.udp) {
        addresses.push(await receive((socket) => this.#receive(socket, entrance), listen));
        continue;
      }
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket, entrance));
      addresses.push(await listenTo(server, listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#listening.map(closeServer);
    if (how === 'drop') for (const [socket] of this.#open) socket.destroy();
    await Promise.all([...closed, this.#open.closed(), ...this.#receiving.map((clients) => clients.close(how))]);
  }

  #accept(socket: Socket, entrance: Entrance): void {
    this.#open.add(socket, undefined);
    const { connections, nextConnection } = this.#options;
    const passed = numbers.get(socket);
    const number = passed ?? nextConnection();
    if (passed === undefined) {
      connections.add({ accepted: 1, active: 1 });
      socket.once('close', () => connections.add({ active: -1 }));
    }
    // A client that leaves is not an error; readers and writers see the closed socket.
    socket.on('error', () => socket.destroy());
    const accepted = clientOf(socket, { number, listening: listeningName(entrance.listen, socket) });
    const client = passed === undefined ? accepted : { ...accepted, ...placeOf(entrance) };
    if (entrance.listen.proxyProtocol) this.#read(socket, client, entrance);
    else this.#serve(socket, client, entrance);
  }

  #receive(socket: DatagramSocket, entrance: Entrance): void {
    const most = streamSettings.mostRequests.of(entrance.servers[0].block);
    const { service, nextConnection, connections } = this.#options;
    const begin = (stream: Datagrams, first: Buffer, from: RemoteInfo) => {
      connections.add({ accepted: 1, active: 1 });
      stream.once('close', () => connections.add({ active: -1 }));
      stream.on('error', () => undefined);
      const client = datagramClient(socket, entrance, { number: nextConnection(), from });
      const session = service.arrive({ client, stream, server: entrance.servers[0].block }, entrance);
      session.preread = first;
      session.received = first.length;
      void service.serve(session);
    };
    this.#receiving.push(new DatagramClients(socket, begin, most));
  }

  /** Reads the PROXY protocol header that names the client. */
  #read(socket: Socket, client: ClientConnection, entrance: Entrance): void {
    const { service } = this.#options;
    const session = service.arrive(arrivalOf(socket, client, entrance), entrance);
    session.doing = 'reading PROXY protocol';
    let isOver = false;
    const end = (status: number) => {
      if (!isOver) service.end(session, status);
      isOver = true;
    };
    const withinMs = streamSettings.proxyHeaderTimeout.of(session.block);
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

/** The address of a connection that another server had before. */
function placeOf({ listen }: Entrance) {
  if (listen.kind === 'unix')
    return { localAddress: `unix:${listen.path}`, listening: byteStringOf(`unix:${listen.path}`) };
  const { host, port } = listen;
  return {
    localAddress: host,
    localPort: String(port),
    listening: byteStringOf(addressText({ kind: 'tcp', host, port })),
  };
}

function datagramClient(
  socket: DatagramSocket,
  { listen }: Entrance,
  { number, from }: { readonly number: number; readonly from: RemoteInfo },
): ClientConnection {
  const { address, port } = socket.address();
  const host = listen.kind === 'tcp' ? listen.host : address;
  return {
    number,
    transport: 'udp',
    remoteAddress: from.address.replace(/^::ffff:/, ''),
    remotePort: String(from.port),
    localAddress: address,
    localPort: String(port),
    listening: byteStringOf(addressText({ kind: 'tcp', host, port })),
    since: Date.now(),
    bytesSent: () => 0,
    bytesReceived: () => 0,
  };
}

function arrivalOf(stream: Socket, client: ClientConnection, { servers: [{ block: server }] }: Entrance) {
  return { client, stream, server };
}
