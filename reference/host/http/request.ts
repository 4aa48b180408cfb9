import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LogLevel, ServerConfiguration, Settings } from '../configuration/configuration.js';
import type { ErrorLog } from '../log.js';
import { type Octets, textOf } from '../octets.js';
import type { Body } from './body.js';
import { HeadersIn } from './headers-in.js';
import { HeadersOut } from './headers-out.js';
import type { Match } from './locations.js';
import type { RequestTarget } from './uri.js';
import { Variables } from './variables.js';

/** Bytes of a script's message that are logged; what is longer is cut. */
const longestMessage = 2048;

/** The connection that a request came over. */
export interface Connection {
  readonly number: number;
  /** Requests served over it so far, this one included. */
  requests: number;
}

/** What a request is made from. */
export interface Arrival {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly server: ServerConfiguration;
  readonly target: RequestTarget;
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  readonly logFor: (settings: Settings) => ErrorLog;
}

/** A request while it is served: what came in, where it stands, what goes out. */
export class HttpRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly server: ServerConfiguration;
  readonly expectsContinue: boolean;
  readonly started = Date.now();
  readonly id = newRequestId();
  readonly method: Octets;
  /** The request target as received. */
  readonly target: Octets;
  readonly headersIn: HeadersIn;
  readonly headersOut = new HeadersOut();
  readonly variables = new Variables(this);
  readonly uri: Octets;
  args: Octets;
  match: Match | undefined;
  body: Body | undefined;
  /** Status of the response; 0 until one is set. */
  status = 0;
  headerSent = false;
  finished = false;
  bytesSent = 0;
  readonly #logFor: (settings: Settings) => ErrorLog;
  #held: (() => void)[] | undefined;

  constructor(arrival: Arrival) {
    this.message = arrival.message;
    this.response = arrival.response;
    this.connection = arrival.connection;
    this.server = arrival.server;
    this.expectsContinue = arrival.expectsContinue;
    this.#logFor = arrival.logFor;
    this.method = arrival.message.method ?? '';
    this.headersIn = new HeadersIn(arrival.message.rawHeaders);
    this.target = arrival.target.unparsed;
    this.uri = arrival.target.uri;
    this.args = arrival.target.args;
  }

  get settings(): Settings {
    return this.match?.location.settings ?? this.server.settings;
  }

  get protocol(): string {
    return `HTTP/${this.message.httpVersion}`;
  }

  get requestLine(): Octets {
    return `${this.method} ${this.message.url ?? ''} ${this.protocol}`;
  }

  get remoteAddress(): string {
    return (this.message.socket.remoteAddress ?? 'unix:').replace(/^::ffff:/, '');
  }

  /** Does something to the connection, now or when what is held back is released. */
  transmit(work: () => void): void {
    if (this.#held === undefined) work();
    else this.#held.push(work);
  }

  /** Holds the response back until the event loop's next turn: whoever reads the log after an answer then finds it all. */
  hold(): void {
    this.#held ??= [];
    setImmediate(() => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const work of held) work();
    });
  }

  /** Writes what a script logs: 2/limits/logged-line-length, 2/errors/logging-methods-with-long-strings */
  logScript(level: LogLevel, message: Buffer): void {
    this.print(level, message.subarray(0, longestMessage));
  }

  /** Writes what a script prints on its console. */
  print(level: LogLevel, message: Buffer): void {
    this.#logFor(this.settings).write(level, Buffer.concat([Buffer.from('js: '), message]), this.connection.number);
  }

  /** Writes a line of the host about this request. */
  logLine(level: LogLevel, message: string): void {
    const host = this.headersIn.first('host');
    const about = [
      `client: ${this.remoteAddress}`,
      `server: ${this.server.names[0] ?? ''}`,
      `request: "${textOf(this.requestLine)}"`,
      ...(host === undefined ? [] : [`host: "${textOf(host)}"`]),
    ];
    this.#logFor(this.settings).write(level, [message, ...about].join(', '), this.connection.number);
  }
}

/** 32 hexadecimal digits of chance. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}
