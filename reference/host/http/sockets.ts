import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Listen, ServerConfiguration } from '../configuration/configuration.js';
import type { HttpHost } from './host.js';
import { serve } from './phases.js';
import { type Connection, HttpRequest } from './request.js';
import { sendPage } from './response.js';
import { requestTargetOf } from './uri.js';

/** Where a host listens; `path` for Unix sockets. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** The sockets of a host's HTTP servers. */
export class HttpSockets {
  readonly #host: HttpHost;
  readonly #servers: Server[] = [];
  #connections = 0;

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

  /** Stops listening and drops all connections. */
  async close(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#servers) server.closeAllConnections();
    await Promise.all(closed);
  }

  async #listen(listen: Listen, servers: readonly ServerConfiguration[]): Promise<Address> {
    const server = createServer({ keepAlive: true, noDelay: true, maxHeaderSize: 64 * 1024 });
    const connections = new WeakMap<Socket, Connection>();
    server.on('connection', (socket) => connections.set(socket, { number: ++this.#connections, requests: 0 }));
    server.on('request', (message, response) => {
      const connection = connections.get(message.socket) ?? { number: 0, requests: 0 };
      connection.requests += 1;
      void this.#serve(message, response, connection, servers);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      const target = listen.kind === 'tcp' ? { host: listen.host, port: listen.port } : { path: listen.path };
      server.listen(target, resolve);
    });
    const bound = server.address();
    if (typeof bound === 'object' && bound !== null) return { kind: 'tcp', host: bound.address, port: bound.port };
    return { kind: 'unix', path: bound ?? '' };
  }

  async #serve(
    message: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
    servers: readonly ServerConfiguration[],
  ): Promise<void> {
    const server = serverFor(servers, message.headers.host ?? '');
    if (server === undefined) throw new Error('no server listens here');
    const target = requestTargetOf(message.url ?? '');
    const log = this.#host.log(server.settings);
    const usable = target ?? { uri: '/', args: '', hasArgs: false };
    const request = new HttpRequest({ message, response, connection, server, log, target: usable });
    if (target === undefined) return sendPage(request, 400);
    await serve(request, this.#host);
  }
}

function groupedByAddress(
  servers: readonly ServerConfiguration[],
): readonly { readonly listen: Listen; readonly servers: readonly ServerConfiguration[] }[] {
  const groups = new Map<string, { listen: Listen; servers: ServerConfiguration[] }>();
  let anonymous = 0;
  for (const server of servers) {
    for (const listen of server.listens) {
      // Port 0 asks for a port of one's own.
      const own = listen.kind === 'tcp' && listen.port === 0 ? `#${++anonymous}` : '';
      const key = listen.kind === 'tcp' ? `${listen.host}:${listen.port}${own}` : listen.path;
      const group = groups.get(key) ?? { listen, servers: [] };
      if (listen.defaultServer) group.servers.unshift(server);
      else group.servers.push(server);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

function serverFor(servers: readonly ServerConfiguration[], host: string): ServerConfiguration | undefined {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  return servers.find((server) => server.names.includes(name)) ?? servers[0];
}
