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

/** What all requests of a host share. */
export interface HttpEnvironment {
  /** Serves a request that another one makes. Resolves once it has its response, wherever its output goes. */
  readonly serveInner: (
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) => Promise<HttpRequest>;
  readonly variables: EmbeddedVariables<HttpRequest>;
  readonly rules: HttpRules;
  readonly pages: BuiltInPages;
  /** What the `Server` header says. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
  /** What it shares with other workers. */
  readonly shared: SharedState;
  /** Where bodies are kept that do not fit into memory. */
  readonly temporaryFiles: TemporaryFiles;
}

/** The body of a subrequest: its own, or that which its parent has read. */
export interface GivenBody {
  readonly body: RequestBody | undefined;
  readonly isOwn: boolean;
}

/** A header line that is left out for its name. */
export interface IgnoredLine {
  readonly line: ByteString;
  /** How many names and values were read before it. */
  readonly at: number;
}

/** What a request is made from; nothing in it is a socket. */
export interface Arrival {
  readonly method: ByteString;
  /** The request target as it stands in the request line. */
  readonly writtenTarget: ByteString;
  readonly target: RequestTarget;
  /** The request line as received. */
  readonly requestLine?: ByteString;
  /** Header lines that are left out for their names. */
  readonly ignored?: readonly IgnoredLine[];
  /** Whether its first bytes came together with the request before it. */
  readonly isPipelined?: boolean;
  /** Bytes of the head as received. */
  readonly headSize?: number | undefined;
  /** The name that the client asks for, in lower case: that of the target, or of the `Host` header. */
  readonly host?: ByteString | undefined;
  /** Digits of the version as written; `0.9` where the request line has none, empty where there is no request line. */
  readonly httpVersion: string;
  readonly headers: RawHeaders;
  /** The same, where somebody has read them already. */
  readonly headersIn?: HeadersIn;
  readonly body: BodySource;
  readonly server: HttpServer;
  readonly client: ClientConnection;
  /** Requests over the connection so far, this one included. */
  readonly requestsOfClient: number;
  /** Whether the client allows that the connection stays open. */
  readonly keepAlive: boolean;
  /** The request that this is a subrequest of. */
  readonly parent?: HttpRequest;
  /** What a subrequest has for a body without reading one. */
  readonly given?: GivenBody;
  /** Whether the response is kept in memory, for a script that waits for it. */
  readonly isKept?: boolean;
  /** Whether it is the header alone that whoever made the subrequest waits for. */
  readonly isHeaderAlone?: boolean;
  /** Whether the host ends the connection after this request, whatever the client allows. */
  readonly isLast?: () => boolean;
  /** Bytes that went to the client ahead of the response; they are counted with it. */
  readonly bytesAhead?: () => number;
  /** Holds the response back until the event loop's next turn. */
  readonly hold?: () => void;
  /** The connection that the response goes over, for those who stream it. */
  readonly downstream?: Downstream;
}

/** Messages that say by themselves what the host does. */
const saysDoing = / while (?:reading|sending|connecting|SSL handshaking|proxying)/;

/** How deep subrequests may be one within the other, as on nginx. */
const mostInner = 51;

/** What computes variables by scripts. */
export interface VariableScripts {
  /** The value; `undefined` when the handler failed. */
  callVariable(handler: string): ByteString | undefined;
}

/** A variable of requests that needs no declaration. */
export type HttpVariable = EmbeddedVariable<HttpRequest>;

/** A request while it is served: what arrived, and a part for each thing that becomes of it. */
export class HttpRequest extends KeptObjects implements VariableSource {
  readonly environment: HttpEnvironment;
  readonly arrival: Arrival;
  readonly headersIn: HeadersIn;
  readonly parent: HttpRequest | undefined;
  /** The request of the client: this one, or the one that it is a subrequest of. */
  readonly main: HttpRequest;
  readonly started = Date.now();
  readonly route: RequestRoute;
  readonly body = new BodyState();
  readonly response: HttpResponse;
  readonly logContext = new LogContext<HttpRequest>();
  /** Where the response goes. */
  readonly output: Sink<number | undefined>;
  /** The scripts that run for it. */
  scripts: VariableScripts | undefined;
  /** Subrequests of the client's request that are under way. */
  innerRequests = 0;
  /** How deep subrequests may still be below it. */
  readonly innerLeft: number;
  /** What ends with the request. */
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

  /** Computes a variable by its handler; `undefined` where that fails, or where no scripts are. */
  callHandler(handler: string): ByteString | undefined {
    return this.scripts?.callVariable(handler);
  }

  /** The client: that of the connection, or whom the connection is said to speak for. */
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

  /** The protocol as written; empty where it is none that the host speaks, `undefined` where there is none. */
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

  readonly matched = (match: RegexMatch): void => this.route.groups.take(match);

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.client.number);
  }

  /**
   * Writes a line of the host about this request; `failure` is what the system said, as `systemError` has it, `headers` those that
   * were known then.
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
      doing: saysDoing.test(message) ? undefined : doing,
    });
  }

  /** Writes a line of the host about the end of this request, when nothing else of it is known any more. */
  logEnd(level: LogLevel, message: ByteString): void {
    const { remoteAddress: client, listening: server, number } = this.client;
    const about = { client, server, doing: 'closing request' };
    this.environment.logOf(this.block).write(level, Buffer.from(message, 'latin1'), number, about);
  }
}

/** 32 hexadecimal digits of chance. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}
