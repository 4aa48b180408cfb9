import { randomBytes } from 'node:crypto';
import { type ByteString, textOf } from '../byte-string.js';
import type { Block } from '../configuration/block.js';
import type { ClientConnection } from '../core/client.js';
import type { ErrorLog, LogLevel } from '../core/error-log.js';
import { type EmbeddedVariables, type VariableSource, Variables } from '../core/variables.js';
import type { Body, BodySource } from './body-source.js';
import type { BuiltInPages } from './built-in-pages.js';
import { HeadersIn } from './headers-in.js';
import { HeadersOut } from './headers-out.js';
import type { LocationMatch } from './locations.js';
import type { HttpServer, Location } from './servers.js';
import type { Sink } from './sink.js';
import type { RequestTarget } from './uri.js';

/** What all requests of a host share. */
export interface HttpEnvironment {
  readonly variables: EmbeddedVariables<HttpRequest>;
  readonly pages: BuiltInPages;
  /** What the `Server` header says. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
}

/** What a request is made from; nothing in it is a socket. */
export interface Arrival {
  readonly method: ByteString;
  /** The request target as it stands in the request line. */
  readonly writtenTarget: ByteString;
  readonly target: RequestTarget;
  /** Digits of the version as written; `0.9` where the request line has none. */
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly headers: readonly ByteString[];
  readonly body: BodySource;
  readonly server: HttpServer;
  readonly client: ClientConnection;
  /** Requests over the connection so far, this one included. */
  readonly requestsOfClient: number;
  /** Whether the client allows that the connection stays open. */
  readonly keepAlive: boolean;
  /** The request that this is a subrequest of. */
  readonly parent?: HttpRequest;
  /** Holds the response back until the event loop's next turn. */
  readonly hold?: () => void;
}

/** A request while it is served, as data: what came in, where it stands, what goes out. */
export class HttpRequest implements VariableSource {
  readonly environment: HttpEnvironment;
  readonly arrival: Arrival;
  readonly parent: HttpRequest | undefined;
  readonly started = Date.now();
  readonly headersIn: HeadersIn;
  readonly headersOut = new HeadersOut();
  readonly variables: Variables<HttpRequest>;
  uri: ByteString;
  args: ByteString;
  match: LocationMatch | undefined;
  /** Whether a redirect or a parent brought the request here. */
  internal: boolean;
  body: Body | undefined;
  /** Status of the response; 0 until one is set. */
  status = 0;
  /** The phase whose script handler runs. */
  scriptPhase: 'access' | 'content' | undefined;
  keepAlive: boolean;
  headerSent = false;
  finished = false;
  /** Bytes of the response body that were handed to the connection. */
  bytesSent = 0;
  /** Where the response goes. */
  readonly output: Sink<number | undefined>;
  /** Computes a variable by its handler; replaced where scripts are loaded. */
  callHandler: (handler: string) => ByteString | undefined = () => undefined;
  /** What ends with the request. */
  readonly cleanups: (() => void)[] = [];

  /** `output` makes the chain of sinks of the new request. */
  constructor(
    environment: HttpEnvironment,
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) {
    this.environment = environment;
    this.arrival = arrival;
    this.parent = arrival.parent;
    this.internal = arrival.parent !== undefined;
    this.headersIn = new HeadersIn(arrival.headers);
    this.uri = arrival.target.uri;
    this.args = arrival.target.args;
    this.keepAlive = arrival.keepAlive;
    this.variables = new Variables<HttpRequest>(this, arrival.server.block.scope, environment.variables);
    this.output = output(this);
  }

  /** The innermost block that the request is in. */
  get block(): Block {
    return this.match?.location.block ?? this.arrival.server.block;
  }

  get protocol(): string {
    return `HTTP/${this.arrival.httpVersion}`;
  }

  get requestLine(): ByteString {
    return `${this.arrival.method} ${this.arrival.writtenTarget} ${this.protocol}`;
  }

  readonly capture = (group: string): ByteString | undefined =>
    /^\d+$/.test(group) ? this.match?.captures[Number(group)] : this.match?.named.get(group);

  /** Takes another target; the next phases find the location anew. */
  redirect(target: Pick<RequestTarget, 'uri' | 'args'>): void {
    this.uri = target.uri;
    this.args = target.args;
    this.match = undefined;
    this.internal = true;
  }

  /** Enters a named location without looking for one. */
  enter(location: Location): void {
    this.match = { location, captures: [], named: new Map() };
    this.internal = true;
  }

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.arrival.client.number);
  }

  /** Writes a line of the host about this request. */
  logLine(level: LogLevel, message: string): void {
    const { client, server } = this.arrival;
    const host = this.headersIn.first('host');
    this.environment.logOf(this.block).write(level, message, client.number, {
      client: client.remoteAddress,
      server: server.names[0] ?? '',
      request: textOf(this.requestLine),
      ...(host === undefined ? {} : { host: textOf(host) }),
    });
  }
}

/** 32 hexadecimal digits of chance. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}
