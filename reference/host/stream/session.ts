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

/** What all sessions of a host share. */
export interface StreamEnvironment {
  /** Makes what the bytes of a session pass through on their way to `writer`. */
  readonly outputOf: (session: StreamSession, writer: StreamWriter) => StreamOutput;
  readonly variables: EmbeddedVariables<StreamSession>;
  readonly logOf: (block: Block) => ErrorLog;
  /** What it shares with other workers. */
  readonly shared: SharedState;
}

/** What a session is made from. */
export interface StreamArrival {
  readonly client: ClientConnection;
  /** Bytes from the client and to it; another one once they are encrypted. */
  stream: Duplex;
  /** The block of the server that the client connected to; the default one of its address. */
  readonly server: Block;
}

/** The server that a session is passed on to. */
export interface StreamUpstream {
  /** As logs have it. */
  readonly name: ByteString;
  bytesSent: number;
  bytesReceived: number;
  /** Milliseconds since 1970 when its first byte came. */
  firstByteAt: number | undefined;
  /** Whether its connection is closed: logs count what was sent for as long as it is open. */
  isClosed?: boolean;
}

/** A session while it is served, as data. */
export class StreamSession extends KeptObjects implements VariableSource {
  readonly environment: StreamEnvironment;
  readonly arrival: StreamArrival;
  readonly started = Date.now();
  readonly variables: VariableValues<StreamSession>;
  /** The client: that of the connection, or whom the connection is said to speak for. */
  client: ClientConnection;
  /** The block of the server that serves it; the name that a client asks for may change it. */
  block: Block;
  /** What is done with it now, as a log has it. */
  doing: string | undefined = 'initializing session';
  /** Whether another server has its connection now: what becomes of that is no matter of this session. */
  isHandedOver = false;
  /** Whether it is passed on to an upstream, wherever that is. */
  passes = false;
  /** How the session ended, as a status of HTTP; 0 until then. */
  status = 0;
  /** What the client has sent before there is content; `undefined` where nobody has asked for it. Content passes it on first. */
  preread: Buffer | undefined;
  /** Bytes of the client's that were read, and bytes that it was sent. */
  received = 0;
  sent = 0;
  /** Where content is passed on to. */
  upstream: StreamUpstream | undefined;
  /** Ends the session with a status while content goes back and forth. */
  abort: (status: number) => void = () => undefined;
  /** The end of the way of what is sent. */
  readonly writer: StreamWriter;
  /** Computes a variable by its handler; replaced where scripts are loaded. */
  callHandler: (handler: string) => ByteString | undefined = () => undefined;
  /** What ends with the session. */
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

  /** It is part of no other. */
  get main(): this {
    return this;
  }

  /** Where content goes, of both flows: through the filters. */
  get output(): StreamOutput {
    this.#output ??= this.environment.outputOf(this, this.writer);
    return this.#output;
  }

  readonly capture = (group: string): ByteString | undefined => this.#groups.get(group);

  readonly matched = (match: RegexMatch): void => this.#groups.take(match);

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.client.number);
  }

  /** Writes a line of the host about this session; `failure` is what the system said, as `systemError` has it. */
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

  /** What both sides have sent and got so far. */
  get passedBytes(): PassedBytes {
    return {
      fromClient: this.received,
      toClient: this.sent,
      fromUpstream: this.upstream?.bytesReceived ?? 0,
      toUpstream: this.upstream?.isClosed === true ? 0 : (this.upstream?.bytesSent ?? 0),
    };
  }

  readonly logEnd = this.logLine;
}
