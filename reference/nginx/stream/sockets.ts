import { createServer, type Server, type Socket } from 'node:net';
import type { ByteString } from '../../host/support/byte-string.js';
import { type ClientConnection, clientOf } from '../../host/support/client.js';
import type { Block } from '../../host/support/settings/block.js';
import type { ConnectionCounts } from '../../host/support/shared.js';
import type { Address } from '../core/listen.js';
import { closeServer, type Listen, type Listeners, listeningName, OpenSockets } from '../core/listener.js';
import { readProxyHeader } from '../core/proxy-protocol/reading.js';
import { listens } from './directives.js';
import type { StreamService } from './service.js';

/** Milliseconds that a proxy may take to say whom it speaks for. */
const PATIENCE = 30_000;

export interface StreamSocketsOptions {
  /** Blocks of the servers. */
  readonly servers: readonly Block[];
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
    for (const block of this.#options.servers) {
      for (const listen of listens.of(block)) {
        const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
          const listening = listeningName(listen, socket);
          if (listen.proxyProtocol) this.#read(socket, block, listening);
          else this.#accept(socket, block, { listening });
        });
        addresses.push(await listenTo(server, listen));
        this.#listening.push(server);
      }
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#listening.map(closeServer);
    if (how === 'drop') for (const [socket] of this.#open) socket.destroy();
    await Promise.all([...closed, this.#open.closed()]);
  }

  /** A proxy says first whom it speaks for. */
  #read(socket: Socket, server: Block, listening: ByteString): void {
    readProxyHeader({
      socket,
      patience: PATIENCE,
      accept: (proxied) => this.#accept(socket, server, { listening, proxied }),
      refuse: () => undefined,
    });
  }

  #accept(socket: Socket, server: Block, known: Pick<ClientConnection, 'listening' | 'proxied'>): void {
    this.#open.add(socket, undefined);
    const { connections } = this.#options;
    connections.add({ accepted: 1, active: 1 });
    socket.once('close', () => connections.add({ active: -1 }));
    // A client that leaves is no error of ours; whoever reads or writes sees the socket closed.
    socket.on('error', () => socket.destroy());
    void this.#options.service.serve({
      client: clientOf(socket, { number: this.#options.nextConnection(), ...known }),
      stream: socket,
      server,
    });
  }
}
