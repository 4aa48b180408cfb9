/**
 * 2/http-request-object/p1, 2/http-request-object/r-internal, 2/http-request-object/r-method,
 * 2/http-request-object/r-parent, 2/http-request-object/r-uri: a request while it is served.
 */

import { randomBytes } from 'node:crypto';
import type { ErrorLog, LogLevel } from '../logging/error-log.js';
import type { BuiltInPages } from '../support/built-in-pages.js';
import { type ByteString, byteStringOf } from '../support/byte-string.js';
import type { ClientConnection } from '../support/client.js';
import type { Downstream } from '../support/downstream.js';
import { KeptObjects } from '../support/kept-objects.js';
import type { RawHeaders } from '../support/raw-headers.js';
import type { Block } from '../support/settings/block.js';
import type { RegexMatch } from '../support/settings/regex.js';
import type { SharedState } from '../support/shared.js';
import type { Sink } from '../support/sink.js';
import type { TemporaryFiles } from '../support/temporary-file.js';
import {
  type EmbeddedVariable,
  type EmbeddedVariables,
  type VariableSource,
  VariableValues,
} from '../variables/variables.js';
import type { RequestBody } from './body/body.js';
import type { BodySource } from './body/source.js';
import { BodyState } from './body/state.js';
import { HeadersIn } from './headers-in.js';
import { LogContext } from './log-context.js';
import { HttpResponse } from './response.js';
import { type HttpRules, RequestRoute } from './route.js';
import type { HttpServer } from './server.js';
import type { RequestTarget } from './uri.js';

/** State that all requests of a host share. */
export interface HttpEnvironment {
  /** Serves a subrequest. Resolves once it has its response, wherever its output goes. */
  readonly serveInner: (
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) => Promise<HttpRequest>;
  readonly variables: EmbeddedVariables<HttpRequest>;
  readonly rules: HttpRules;
  readonly pages: BuiltInPages;
  /** The value of the `Server` header. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
  /** State shared with other workers. */
  readonly shared: SharedState;
  /** Files for bodies that do not fit into memory. */
  readonly temporaryFiles: TemporaryFiles;
}

/** The body of a subrequest: its own, or the one that its parent has read. */
export interface GivenBody {
  readonly body: RequestBody | undefined;
  readonly isOwn: boolean;
}

/** A header line that is ignored because of its name. */
export interface IgnoredLine {
  readonly line: ByteString;
  /** How many names and values precede it. */
  readonly at: number;
}

/** The data from which a request is made; it contains no socket. */
export interface Arrival {
  readonly method: ByteString;
  /** The request target as written in the request line. */
  readonly writtenTarget: ByteString;
  readonly target: RequestTarget;
  /** The request line as received. */
  readonly requestLine?: ByteString;
  /** Header lines that are ignored because of their names. */
  readonly ignored?: readonly IgnoredLine[];
  /** Whether its first bytes arrived together with the previous request. */
  readonly isPipelined?: boolean;
  /** Bytes of the head as received. */
  readonly headSize?: number | undefined;
  /** The requested host name in lower case, from the target or the `Host` header. */
  readonly host?: ByteString | undefined;
  /** Digits of the version as written; `0.9` if the request line has none, empty without a request line. */
  readonly httpVersion: string;
  readonly headers: RawHeaders;
  /** The parsed headers, if they were read already. */
  readonly headersIn?: HeadersIn;
  readonly body: BodySource;
  readonly server: HttpServer;
  readonly client: ClientConnection;
  /** The number of requests on the connection so far, including this one. */
  readonly requestsOfClient: number;
  /** Whether the client allows that the connection stays open. */
  readonly keepAlive: boolean;
  /** The parent of a subrequest. */
  readonly parent?: HttpRequest;
  /** The body that a subrequest has without reading one. */
  readonly given?: GivenBody;
  /** Whether the response is kept in memory, for a script that waits for it. */
  readonly isKept?: boolean;
  /** Whether the parent of the subrequest waits only for the header. */
  readonly isHeaderAlone?: boolean;
  /** Whether the host closes the connection after this request, whatever the client allows. */
  readonly isLast?: () => boolean;
  /** Whether nothing can be sent to the client any more. */
  readonly isGone?: () => boolean;
  /** Bytes sent to the client before the response; they are counted with it. */
  readonly bytesAhead?: () => number;
  /** Delays the response until the next turn of the event loop. */
  readonly hold?: () => void;
  /** The connection to the client, for streaming the response. */
  readonly downstream?: Downstream;
}

/** The greatest nesting depth of subrequests, as on nginx. */
const mostInner = 51;

/** Computes variables by scripts. */
export interface VariableScripts {
  /** The value; `undefined` if the handler failed. */
  callVariable(handler: string): ByteString | undefined;
}

/** A variable of requests that needs no declaration. */
export type HttpVariable = EmbeddedVariable<HttpRequest>;

/** A request while it is served: the received data, and a part for each aspect of serving it. */
export class HttpRequest extends KeptObjects implements VariableSource {
  readonly environment: HttpEnvironment;
  readonly arrival: Arrival;
  readonly headersIn: HeadersIn;
  readonly parent: HttpRequest | undefined;
  /** The request of the client: this one, or the outermost parent. */
  readonly main: HttpRequest;
  readonly started = Date.now();
  readonly route: RequestRoute;
  readonly body = new BodyState();
  readonly response: HttpResponse;
  readonly logContext = new LogContext<HttpRequest>();
  /** The sink for the response. */
  readonly output: Sink<number | undefined>;
  /** The scripts that run for the request. */
  scripts: VariableScripts | undefined;
  /** Active subrequests of the client's request. */
  innerRequests = 0;
  /** How many further levels of subrequests are allowed. */
  readonly innerLeft: number;
  /** Functions to call when the request ends. */
  readonly cleanups: (() => void)[] = [];
  #client: ClientConnection;
  #variables: VariableValues<HttpRequest> | undefined;

  /** `output` makes the chain of sinks of the new request. */
  constructor(
    environment: HttpEnvironment,
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) {
    super();
    const { parent } = arrival;
    this.environment = environment;
    this.arrival = arrival;
    this.parent = parent;
    this.main = parent?.main ?? this;
    this.innerLeft = parent === undefined ? mostInner : parent.innerLeft - 1;
    this.#client = arrival.client;
    this.headersIn = arrival.headersIn ?? new HeadersIn(arrival.headers);
    this.route = new RequestRoute(environment.rules, arrival, parent?.route);
    this.response = new HttpResponse(arrival.keepAlive);
    if (arrival.given !== undefined) this.#take(arrival.given);
    this.output = output(this);
  }

  get variables(): VariableValues<HttpRequest> {
    const { arrival, environment, parent } = this;
    const { scope } = arrival.server.block;
    this.#variables ??= new VariableValues<HttpRequest>(this, scope, environment.variables, parent?.variables);
    return this.#variables;
  }

  #take({ body }: GivenBody): void {
    this.body.content = body;
    this.body.isRead = true;
    const file = body?.file;
    if (file === undefined) return;
    this.body.file = file;
    this.cleanups.push(() => file.release());
  }

  /** Computes a variable by its handler; `undefined` if the handler fails or there are no scripts. */
  callHandler(handler: string): ByteString | undefined {
    return this.scripts?.callVariable(handler);
  }

  /** The client of the connection, or the one that a proxy or a header names. */
  get client(): ClientConnection {
    return this.main.#client;
  }

  set client(client: ClientConnection) {
    this.main.#client = client;
  }

  /** The innermost block that the request is in. */
  get block(): Block {
    return this.route.block;
  }

  /** The protocol as written; empty for an unknown protocol, `undefined` without one. */
  get protocol(): ByteString | undefined {
    const { requestLine = '', httpVersion, writtenTarget } = this.main.arrival;
    if (httpVersion === '0.9' || httpVersion === '') return undefined;
    const written = requestLine.lastIndexOf(' HTTP/');
    if (writtenTarget === '') return written < 0 ? undefined : '';
    return written < 0 ? `HTTP/${httpVersion}` : requestLine.slice(written + 1);
  }

  get requestLine(): ByteString {
    const { requestLine, method, writtenTarget, httpVersion } = this.main.arrival;
    return requestLine ?? `${method} ${writtenTarget} HTTP/${httpVersion}`;
  }

  readonly capture = (group: string): ByteString | undefined => this.route.groups.get(group);

  readonly uninitialized = (name: string): void => {
    const warns = this.environment.rules.warnsOfUninitialized(this.block);
    if (warns) this.logLine('warn', `using uninitialized "${name}" variable`);
  };

  readonly cyclic = (name: string): void => this.logLine('error', `cycle while evaluating variable "${name}"`);

  readonly matched = (match: RegexMatch): void => this.route.groups.take(match);

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.client.number);
  }

  /**
   * Writes a log line of the host about this request. `failure` is the system's error, as `systemError` formats it; `headers` are those
   * known at that time.
   */
  logLine(level: LogLevel, message: ByteString, failure?: string, headers = this.headersIn): void {
    const { arrival, client, logContext, parent, route } = this;
    const { taken, doing } = logContext;
    this.environment.logOf(this.block).write(level, Buffer.from(message, 'latin1'), client.number, {
      client: client.remoteAddress,
      server: byteStringOf(arrival.server.names[0] ?? ''),
      request: this.requestLine,
      upstream: (taken?.logContext ?? logContext).upstream,
      subrequest: parent === undefined ? taken?.route.uri : route.uri,
      host: headers.first('host'),
      referrer: headers.first('referer'),
      failure,
      doing,
    });
  }

  /** Writes a log line of the host about the end of this request, when nothing else of it is known any more. */
  logEnd(level: LogLevel, message: ByteString): void {
    const { remoteAddress: client, listening: server, number } = this.client;
    const about = { client, server, doing: 'closing request' };
    this.environment.logOf(this.block).write(level, Buffer.from(message, 'latin1'), number, about);
  }
}

/** 32 random hexadecimal digits. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}
