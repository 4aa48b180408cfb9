import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { byteStringOf } from '../byte-string.js';
import { type ClientConnection, clientOf } from '../core/client.js';
import { type Address, groupedByAddress } from '../core/listen.js';
import { type Listeners, listenAt } from '../core/listener.js';
import { messageBody } from './message-body.js';
import type { Arrival } from './request.js';
import { type HttpServer, serverFor } from './servers.js';
import type { HttpService } from './service.js';
import { HeldSink } from './sink.js';
import { SocketSink } from './socket-sink.js';
import { requestTargetOf } from './uri.js';

type Servers = readonly [HttpServer, ...HttpServer[]];

/** A connection, and the requests over it so far. */
interface Counted {
  readonly client: ClientConnection;
  requests: number;
}

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
  readonly #connections = new WeakMap<Socket, Counted>();

  constructor(options: HttpSocketsOptions) {
    this.#options = options;
  }

  async open(): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const server = this.#server(servers);
      addresses.push(await listenAt(server, listen));
      this.#listening.push(server);
    }
    return addresses;
  }

  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#listening.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#listening) {
      if (how === 'drop') server.closeAllConnections();
      else server.closeIdleConnections();
    }
    await Promise.all(closed);
  }

  #server(servers: Servers): Server {
    const server = createServer({
      noDelay: true,
      maxHeaderSize: 32 * 1024,
      requestTimeout: 0,
      requireHostHeader: false,
    });
    server.keepAliveTimeout = 75_000;
    server.on('connection', (socket) => this.#counted(socket));
    const serveBy = (expectsContinue: boolean) => (message: IncomingMessage, response: ServerResponse) => {
      this.#serve(message, response, servers, expectsContinue);
    };
    server.on('request', serveBy(false));
    server.on('checkContinue', serveBy(true));
    server.on('checkExpectation', serveBy(false));
    server.on('clientError', (_, socket) => {
      if (socket.writable) socket.end(this.#options.service.unreadable());
      else socket.destroy();
    });
    return server;
  }

  #counted(socket: Socket): Counted {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const counted = { client: clientOf(socket, this.#options.nextConnection()), requests: 0 };
    this.#connections.set(socket, counted);
    return counted;
  }

  #serve(message: IncomingMessage, response: ServerResponse, servers: Servers, expectsContinue: boolean): void {
    const target = requestTargetOf(message.url ?? '');
    const sink = new HeldSink(new SocketSink(message, response, expectsContinue));
    const arrival: Arrival = {
      ...headOf(message),
      target: target ?? { uri: '/', args: '', unparsed: message.url ?? '' },
      body: messageBody(message, expectsContinue ? response : undefined),
      server: serverFor(servers, byteStringOf(message.headers.host ?? '')),
      ...this.#clientOf(message.socket),
      keepAlive: response.shouldKeepAlive,
      hold: () => sink.hold(),
    };
    if (target === undefined || !hasOneHost(arrival)) this.#options.service.refuse(arrival, sink, 400);
    else void this.#options.service.serve(arrival, sink);
  }

  #clientOf(socket: Socket): Pick<Arrival, 'client' | 'requestsOfClient'> {
    const counted = this.#counted(socket);
    counted.requests += 1;
    return { client: counted.client, requestsOfClient: counted.requests };
  }
}

function headOf(message: IncomingMessage): Pick<Arrival, 'method' | 'writtenTarget' | 'httpVersion' | 'headers'> {
  const { method = '', url = '', httpVersion, rawHeaders } = message;
  return { method, writtenTarget: url, httpVersion, headers: rawHeaders };
}

/** HTTP/1.1 asks for exactly one `Host`, HTTP/1.0 for at most one. */
function hasOneHost({ headers, httpVersion }: Arrival): boolean {
  const hosts = headers.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
