import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerConfiguration, Settings } from '../configuration/configuration.js';
import type { ErrorLog } from '../log.js';
import type { Octets } from '../octets.js';
import { HeadersIn } from './headers-in.js';
import { HeadersOut } from './headers-out.js';
import type { Match } from './locations.js';
import type { RequestTarget } from './uri.js';
import type { Variables } from './variables.js';

/** The connection that a request came over. */
export interface Connection {
  readonly number: number;
  /** Requests served over it so far, this one included. */
  requests: number;
}

/** A request while it is served: what came in, where it stands, what goes out. */
export class HttpRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly server: ServerConfiguration;
  readonly log: ErrorLog;
  readonly started = Date.now();
  readonly method: Octets;
  readonly headersIn: HeadersIn;
  readonly headersOut = new HeadersOut();
  readonly uri: Octets;
  args: Octets;
  match: Match | undefined;
  body: Buffer | undefined;
  /** Status of the response; 0 until one is set. */
  status = 0;
  headerSent = false;
  finished = false;
  bytesSent = 0;
  #variables: Variables | undefined;

  constructor(options: {
    readonly message: IncomingMessage;
    readonly response: ServerResponse;
    readonly connection: Connection;
    readonly server: ServerConfiguration;
    readonly log: ErrorLog;
    readonly target: RequestTarget;
  }) {
    this.message = options.message;
    this.response = options.response;
    this.connection = options.connection;
    this.server = options.server;
    this.log = options.log;
    this.method = options.message.method ?? 'GET';
    this.headersIn = new HeadersIn(options.message.rawHeaders);
    this.uri = options.target.uri;
    this.args = options.target.args;
  }

  get settings(): Settings {
    return this.match?.location.settings ?? this.server.settings;
  }

  get target(): Octets {
    return this.message.url ?? '';
  }

  get protocol(): string {
    return `HTTP/${this.message.httpVersion}`;
  }

  get variables(): Variables {
    if (this.#variables === undefined) throw new Error('the request has no variables yet');
    return this.#variables;
  }

  set variables(variables: Variables) {
    this.#variables = variables;
  }

  /** What is behind a line about this request in the log. */
  get logSuffix(): string {
    const name = this.server.names[0] ?? '';
    const host = this.headersIn.first('host');
    const about = `client: ${this.remoteAddress}, server: ${name}, request: "${this.method} ${this.target} ${this.protocol}"`;
    return host === undefined ? about : `${about}, host: "${host}"`;
  }

  get remoteAddress(): string {
    return (this.message.socket.remoteAddress ?? 'unix:').replace(/^::ffff:/, '');
  }
}

/** 32 hexadecimal digits of chance. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}
