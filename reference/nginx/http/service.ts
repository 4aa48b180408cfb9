import { bufferedBody } from '../../host/http/body/source.js';
import type { Output, OutputFilter } from '../../host/http/filters.js';
import { type HttpPart, httpPhases } from '../../host/http/phases.js';
import { type Arrival, type HttpEnvironment, HttpRequest } from '../../host/http/request.js';
import type { HttpRules } from '../../host/http/route.js';
import { type HttpServer, type Location, plain } from '../../host/http/server.js';
import { logSubrequest } from '../../host/http/subrequests/directives.js';
import type { ErrorLog, LogLevel } from '../../host/logging/error-log.js';
import type { BuiltInPages } from '../../host/support/built-in-pages.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ClientConnection } from '../../host/support/client.js';
import { filterChain } from '../../host/support/filters.js';
import type { Block } from '../../host/support/settings/block.js';
import type { Template } from '../../host/support/settings/template.js';
import type { ConnectionCounts, SharedState } from '../../host/support/shared.js';
import type { Sink } from '../../host/support/sink.js';
import type { TemporaryFiles } from '../../host/support/temporary-file.js';
import { noClient } from '../core/listener.js';
import { asInItsPhase } from '../modules/access/module.js';
import { warnsOfUninitialized } from '../rewrite/directives.js';
import { blockForMethod } from '../servers/limit-except.js';
import { serverNameMatch } from '../servers/servers.js';
import { staticContent } from '../static/content.js';
import { mediaTypeOf } from '../static/types.js';
import type { RequestRefusal } from '../wire/refusals.js';
import type { ResponseHeader } from '../wire/sink.js';
import { framing } from './framing.js';
import type { HttpCore } from './module.js';
import { type Hooks, serveRequest } from './serve.js';

interface HttpServerOptions {
  readonly pages: BuiltInPages;
  /** The text of the `Server` header. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
  readonly temporaryFiles: TemporaryFiles;
  readonly shared: SharedState;
  /** Called once a request has its response, if it is logged. */
  readonly logAccess: (request: HttpRequest) => void;
  readonly http: HttpCore;
  /** Contributions of scripts and proxying, before the modules. */
  readonly parts: readonly HttpPart[];
}

/** Decisions of nginx's directives about requests. */
const rules: HttpRules = {
  serverNameMatch,
  blockForMethod,
  warnsOfUninitialized: (block) => warnsOfUninitialized.of(block),
  mediaType: mediaTypeOf,
};

/** An output that discards everything. */
const nowhere: Output = {
  header: () => undefined,
  write: () => undefined,
  end: () => undefined,
  abort: () => undefined,
};

/** The data of a request that no client has sent. */
function unsentArrival(server: HttpServer, client: ClientConnection): Arrival {
  return {
    ...{ method: '', writtenTarget: '', target: { uri: '', args: '', unparsed: '' }, httpVersion: '1.0' },
    ...{ headers: [], body: bufferedBody(), server, client, requestsOfClient: 0, keepAlive: false },
  };
}

/** The head of such a request: everything except the request line, and a version. */
const unsentHead = {
  ...{ method: 'GET', writtenTarget: '/', target: { uri: '/', args: '', unparsed: '/' }, httpVersion: '' },
  ...{ headSize: 0, requestsOfClient: 1 },
} as const;

/** Serves requests, wherever they come from and wherever their responses go. */
export class HttpService {
  readonly #environment: HttpEnvironment;
  readonly #serving: Hooks;
  readonly #filters: readonly OutputFilter[];

  constructor({ http, parts, logAccess, ...options }: HttpServerOptions) {
    const all = [http, ...parts, ...http.modules, staticContent];
    const serveInner: HttpEnvironment['serveInner'] = async (arrival, end) => {
      const request = this.#request(arrival, end);
      await serveRequest(request, this.#serving);
      return request;
    };
    this.#environment = { ...options, variables: http.variables, rules, serveInner };
    const logging = (request: HttpRequest) => {
      if (request.parent === undefined || logSubrequest.of(request.block)) logAccess(request);
    };
    this.#serving = {
      phases: httpPhases(all.flatMap(({ phases = [] }) => phases).map(asInItsPhase)),
      entered: all.flatMap(({ entered }) => entered ?? []),
      log: logging,
    };
    this.#filters = all.flatMap(({ filters = [] }) => filters);
  }

  /** Serves a client's request; the response goes to `sink`. It may be refused because of its head. */
  serve(arrival: Arrival, sink: Sink<ResponseHeader>, refusal?: RequestRefusal): Promise<void> {
    return serveRequest(
      this.#request(arrival, (request) => framing(request, sink)),
      this.#serving,
      refusal,
    );
  }

  /** The counts of connections. */
  get connections(): ConnectionCounts {
    return this.#environment.shared.connections;
  }

  /** Logs an event on a connection between its requests; with a server's name or address, the line includes it and the client. */
  note(
    server: HttpServer,
    client: ClientConnection,
    message: string,
    named?: ByteString,
    level: LogLevel = 'info',
  ): void {
    const about = named === undefined ? undefined : { client: client.remoteAddress, server: named };
    this.#environment.logOf(server.block).write(level, message, client.number, about);
  }

  /** Values for a client that has requested nothing yet. */
  async evaluate(
    server: HttpServer,
    client: ClientConnection,
    templates: readonly Template[],
  ): Promise<readonly ByteString[]> {
    const request = this.#request(unsentArrival(server, client), () => nowhere);
    try {
      for (const hook of this.#serving.entered) await hook(request);
      return templates.map((template) => request.variables.evaluate(template));
    } finally {
      for (const cleanup of request.cleanups) cleanup();
    }
  }

  /** A request without a client, in a location: it provides the variables when the host itself calls a script. */
  unsent(server: HttpServer, location: Location): HttpRequest {
    const request = this.#request({ ...unsentArrival(server, noClient()), ...unsentHead }, () => nowhere);
    request.route.match = plain(location);
    return request;
  }

  #request(arrival: Arrival, end: (request: HttpRequest) => Output): HttpRequest {
    const output = (request: HttpRequest) => filterChain(request, this.#filters, end(request));
    return new HttpRequest(this.#environment, arrival, output);
  }
}
