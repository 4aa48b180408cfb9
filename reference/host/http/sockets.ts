import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { byteStringOf } from '../byte-string.js';
import { type ClientConnection, clientOf } from '../core/client.js';
import { type Address, groupedByAddress } from '../core/listen.js';
import { type Listeners, listenAt } from '../core/listener.js';
import { messageBody } from './message-body.js';
import { refusalOf, refusalOfBytes } from './refusals.js';
import type { Arrival } from './request.js';
import { type HttpServer, serverFor } from './servers.js';
import type { HttpService } from './service.js';
import { HeldSink } from './sink.js';
import { SocketSink } from './socket-sink.js';
import { requestTargetOf } from './uri.js';

type Servers = readonly [HttpServer, ...HttpServer[]];

/** A connection, the requests over it so far, the last of them, and the responses that have not ended. */
interface Counted {
  readonly client: ClientConnection;
  requests: number;
  unanswered: number;
  last: IncomingMessage | undefined;
  /** Ends the connection once all requests before are answered. */
  farewell: Buffer | undefined;
}

export interface HttpSocketsOptions {
  readonly servers: readonly HttpServer[];
  readonly service: HttpService;
  /** Numbers connections, over all modules of the host. */
  readonly nextConnection: () => number;
}

/** What Node tells of bytes that it cannot read. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** The sockets of a host's HTTP servers. */
export class HttpSockets implements Listeners {
  readonly #options: HttpSocketsOptions;
  readonly #listening: Server[] = [];
  readonly #connections = new WeakMap<Socket, Counted>();

  constructor(options: HttpSocketsOptions) {
    this.#options = options;
  }

  async open(taken: Address[]): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#options.servers)) {
      const server = this.#server(servers);
      addresses.push(await listenAt(server, taken.shift() ?? listen));
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
      maxHeaderSize: 64 * 1024,
      requestTimeout: 0,
      requireHostHeader: false,
    });
    server.keepAliveTimeout = 75_000;
    server.maxHeadersCount = 0;
    // Node's own switch, which its types do not know: a client that has sent all it wants still gets its answer.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('connection', (socket) => this.#counted(socket));
    const serveBy = (expectsContinue: boolean) => (message: IncomingMessage, response: ServerResponse) => {
      this.#serve(message, response, servers, expectsContinue);
    };
    server.on('request', serveBy(false));
    server.on('checkContinue', serveBy(true));
    server.on('checkExpectation', serveBy(false));
    server.on('connect', ({ url = '' }, socket) => this.#refuse(socket, url.startsWith('/') ? 400 : 405));
    server.on('clientError', (error: ParserError, socket) => {
      this.#refuse(socket, refusalOfBytes(error.code, error.rawPacket));
    });
    return server;
  }

  /** Answers what is no request, in its turn. */
  #refuse(socket: Duplex, status: number): void {
    const counted = socket instanceof Socket ? this.#counted(socket) : undefined;
    const farewell = this.#options.service.unreadable(status);
    if (!socket.writable) socket.destroy();
    else if (counted === undefined || counted.unanswered === 0 || counted.last?.complete === false)
      socket.end(farewell);
    else counted.farewell = farewell;
  }

  #counted(socket: Socket): Counted {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const counted = {
      client: clientOf(socket, this.#options.nextConnection()),
      requests: 0,
      unanswered: 0,
      last: undefined,
      farewell: undefined,
    };
    this.#connections.set(socket, counted);
    return counted;
  }

  #serve(message: IncomingMessage, response: ServerResponse, servers: Servers, expectsContinue: boolean): void {
    const target = requestTargetOf(message.url ?? '');
    this.#awaitEnd(message, response);
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
    const refusal = refusalOf(arrival) ?? (target === undefined ? 400 : undefined);
    if (refusal !== undefined) this.#options.service.refuse(arrival, sink, refusal);
    else void this.#options.service.serve(arrival, sink);
  }

  #awaitEnd(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message;
    const counted = this.#counted(socket);
    counted.last = message;
    counted.unanswered += 1;
    response.once('close', () => {
      counted.unanswered -= 1;
      if (counted.unanswered === 0 && counted.farewell !== undefined && socket.writable) socket.end(counted.farewell);
    });
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
