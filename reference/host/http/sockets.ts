import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Listen } from '../configuration/configuration.js';
import { octetsOf } from '../octets.js';
import { type Address, groupedByAddress, type ServersOfAddress, serverFor } from './addresses.js';
import type { HttpHost } from './host.js';
import { serve } from './phases.js';
import { type Connection, HttpRequest } from './request.js';
import { abandon, sendPage, unreadableRequest } from './response.js';
import { requestTargetOf } from './uri.js';

/** The sockets of a host's HTTP servers. */
export class HttpSockets {
  readonly #host: HttpHost;
  readonly #servers: Server[] = [];
  readonly #connections = new WeakMap<Socket, Connection>();
  #lastConnection = 0;

  constructor(host: HttpHost) {
    this.#host = host;
  }

  /** Listens everywhere the configuration says; the addresses come in its order. */
  async open(): Promise<readonly Address[]> {
    const addresses: Address[] = [];
    for (const { listen, servers } of groupedByAddress(this.#host.configuration.servers)) {
      addresses.push(await this.#listen(listen, servers));
    }
    return addresses;
  }

  /** Stops listening, and waits for the requests under way or drops them. */
  async close(how: 'wait' | 'drop'): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#servers) {
      if (how === 'drop') server.closeAllConnections();
      else server.closeIdleConnections();
    }
    await Promise.all(closed);
  }

  async #listen(listen: Listen, servers: ServersOfAddress['servers']): Promise<Address> {
    const server = this.#server(servers);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      const target = listen.kind === 'tcp' ? { host: listen.host, port: listen.port } : { path: listen.path };
      server.listen(target, resolve);
    });
    this.#servers.push(server);
    const bound = server.address();
    if (typeof bound === 'object' && bound !== null) return { kind: 'tcp', host: bound.address, port: bound.port };
    return { kind: 'unix', path: bound ?? '' };
  }

  #server(servers: ServersOfAddress['servers']): Server {
    const server = createServer({
      noDelay: true,
      maxHeaderSize: 32 * 1024,
      requestTimeout: 0,
      requireHostHeader: false,
    });
    server.keepAliveTimeout = 75_000;
    server.on('connection', (socket) => {
      this.#connections.set(socket, { number: ++this.#lastConnection, requests: 0 });
    });
    const serveBy = (expectsContinue: boolean) => (message: IncomingMessage, response: ServerResponse) => {
      this.#serve(message, response, servers, expectsContinue);
    };
    server.on('request', serveBy(false));
    server.on('checkContinue', serveBy(true));
    server.on('checkExpectation', serveBy(false));
    server.on('clientError', (_, socket) => {
      if (socket.writable) socket.end(unreadableRequest());
      else socket.destroy();
    });
    return server;
  }

  #serve(
    message: IncomingMessage,
    response: ServerResponse,
    servers: ServersOfAddress['servers'],
    expectsContinue: boolean,
  ): void {
    const connection = this.#connections.get(message.socket) ?? { number: 0, requests: 0 };
    connection.requests += 1;
    const server = serverFor(servers, octetsOf(message.headers.host ?? ''));
    const target = requestTargetOf(message.url ?? '');
    const usable = target ?? { uri: '/', args: '', unparsed: message.url ?? '' };
    const { logFor } = this.#host;
    const arrival = { message, response, connection, server, target: usable, expectsContinue, logFor };
    const request = new HttpRequest(arrival);
    if (target === undefined || !hasOneHost(request)) sendPage(request, 400);
    else serve(request, this.#host).catch((error: unknown) => reportOwnBug(request, error));
  }
}

/** HTTP/1.1 asks for exactly one `Host`, HTTP/1.0 for at most one. */
function hasOneHost(request: HttpRequest): boolean {
  const { length } = request.headersIn.all('host');
  return length === 1 || (length === 0 && request.message.httpVersion === '1.0');
}

/** A bug of ours: the request fails, and the log says why. */
function reportOwnBug(request: HttpRequest, error: unknown): void {
  request.logLine('alert', error instanceof Error ? `bug in the host: ${error.stack}` : `bug in the host: ${error}`);
  if (request.headerSent) abandon(request);
  else sendPage(request, 500);
}
