/** 2/stream-session-object/p1, 2/stream-session-object/s-status: a stream session while it is served. */

import type { Duplex } from 'node:stream';
import type { ErrorLog, LogLevel, PassedBytes } from '../logging/error-log.js';
import type { ByteString } from '../support/byte-string.js';
import type { ClientConnection } from '../support/client.js';
import { KeptObjects } from '../support/kept-objects.js';
import type { Block } from '../support/settings/block.js';
import { Groups } from '../support/settings/groups.js';
import type { RegexMatch } from '../support/settings/regex.js';
import type { SharedState } from '../support/shared.js';
import { type EmbeddedVariables, type VariableSource, VariableValues } from '../variables/variables.js';
import { type StreamOutput, StreamWriter } from './output.js';

/** State that all sessions of a host share. */
export interface StreamEnvironment {
  /** Makes the filters between a session and its `writer`. */
  readonly outputOf: (session: StreamSession, writer: StreamWriter) => StreamOutput;
  readonly variables: EmbeddedVariables<StreamSession>;
  readonly logOf: (block: Block) => ErrorLog;
  /** State shared with other workers. */
  readonly shared: SharedState;
}

/** The data from which a session is made. */
export interface StreamArrival {
  readonly client: ClientConnection;
  /** The stream of bytes from and to the client; replaced once the connection is encrypted. */
  stream: Duplex;
  /** The block of the server that the client connected to; the default server of its address. */
  readonly server: Block;
}

/** The server that a session is passed to. */
interface StreamUpstream {
  /** The name in logs. */
  readonly name: ByteString;
  bytesSent: number;
  bytesReceived: number;
  /** Milliseconds since 1970 when its first byte arrived. */
  firstByteAt: number | undefined;
  /** Whether its connection is closed: while it is open, logs include the bytes that were sent. */
  isClosed?: boolean;
}

/** The data of a session while it is served. */
export class StreamSession extends KeptObjects implements VariableSource {
  readonly environment: StreamEnvironment;
  readonly arrival: StreamArrival;
  readonly started = Date.now();
  readonly variables: VariableValues<StreamSession>;
  /** The client of the connection, or the one that a proxy names. */
  client: ClientConnection;
  /** The block of the server that serves it; the name that a client requests may change it. */
  block: Block;
  /** What the host is doing with the session, for the log. */
  doing: string | undefined = 'initializing session';
  /** Whether another server has taken over its connection, which then no longer belongs to this session. */
  isHandedOver = false;
  /** Whether the session is passed to an upstream. */
  passes = false;
  /** How the session ended, as an HTTP status; 0 until then. */
  status = 0;
  /**
   * Data that the client has sent before the content phase; `undefined` if no handler has requested it. The content phase forwards it
   * first.
   */
  preread: Buffer | undefined;
  /** Bytes received from the client, and bytes sent to it. */
  received = 0;
  sent = 0;
  /** The upstream of the content. */
  upstream: StreamUpstream | undefined;
  /** Ends the session with a status while content is forwarded. */
  abort: (status: number) => void = () => undefined;
  /** The end of the chain of outputs. */
  readonly writer: StreamWriter;
  /** Computes a variable by its handler; replaced if scripts are loaded. */
  callHandler: (handler: string) => ByteString | undefined = () => undefined;
  /** Functions to call when the session ends. */
  readonly cleanups: (() => void)[] = [];
  readonly #groups = new Groups();
  #output: StreamOutput | undefined;

  constructor(environment: StreamEnvironment, arrival: StreamArrival) {
    super();
    this.environment = environment;
    this.arrival = arrival;
    this.client = arrival.client;
    this.block = arrival.server;
    this.writer = new StreamWriter(this);
    this.variables = new VariableValues<StreamSession>(this, arrival.server.scope, environment.variables);
  }

  /** A session has no parent. */
  get main(): this {
    return this;
  }

  /** The output for content of both flows: through the filters. */
  get output(): StreamOutput {
    this.#output ??= this.environment.outputOf(this, this.writer);
    return this.#output;
  }

  readonly capture = (group: string): ByteString | undefined => this.#groups.get(group);

  readonly matched = (match: RegexMatch): void => this.#groups.take(match);

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.client.number);
  }

  /** Writes a log line of the host about this session. `failure` is the system's error, as `systemError` formats it. */
  logLine(level: LogLevel, message: ByteString, failure?: string): void {
    const { block, client } = this;
    this.environment.logOf(block).write(level, Buffer.from(message, 'latin1'), client.number, {
      client: client.remoteAddress,
      transport: client.transport,
      server: client.listening,
      upstream: this.upstream?.name,
      passed: this.passes ? this.passedBytes : undefined,
      doing: this.doing,
      failure,
    });
  }

  /** Bytes that both sides have sent and received so far. */
  get passedBytes(): PassedBytes {
    return {
      fromClient: this.received,
      toClient: this.sent,
      fromUpstream: this.upstream?.bytesReceived ?? 0,
      toUpstream: this.upstream?.isClosed === true ? 0 : (this.upstream?.bytesSent ?? 0),
    };
  }

  readonly logEnd = this.logLine;

  readonly cyclic = (name: string): void => this.logLine('error', `cycle while evaluating variable "${name}"`);
}
