/** 2/stream-session-object/p1, 2/stream-session-object/s-status: a stream session while it is served. */
import type { Duplex } from 'node:stream';
import type { ErrorLog, LogLevel } from '../logging/error-log.js';
import type { ByteString } from '../support/byte-string.js';
import type { ClientConnection } from '../support/client.js';
import type { Block } from '../support/settings/block.js';
import { type EmbeddedVariables, type VariableSource, Variables } from '../variables/variables.js';

/** What all sessions of a host share. */
export interface StreamEnvironment {
  readonly variables: EmbeddedVariables<StreamSession>;
  readonly logOf: (block: Block) => ErrorLog;
}

/** What a session is made from. */
export interface StreamArrival {
  readonly client: ClientConnection;
  /** Bytes from the client and to it. */
  readonly stream: Duplex;
  /** The block of the server that the client connected to. */
  readonly server: Block;
}

/** A session while it is served, as data. */
export class StreamSession implements VariableSource {
  readonly environment: StreamEnvironment;
  readonly arrival: StreamArrival;
  readonly started = Date.now();
  readonly variables: Variables<StreamSession>;
  /** What is done with it now, as a log has it. */
  doing = 'initializing session';
  /** How the session ended, as a status of HTTP; 0 until then. */
  status = 0;
  /** Computes a variable by its handler; replaced where scripts are loaded. */
  callHandler: (handler: string) => ByteString | undefined = () => undefined;
  /** What ends with the session. */
  readonly cleanups: (() => void)[] = [];

  constructor(environment: StreamEnvironment, arrival: StreamArrival) {
    this.environment = environment;
    this.arrival = arrival;
    this.variables = new Variables<StreamSession>(this, arrival.server.scope, environment.variables);
  }

  /** Sessions are matched with no regular expressions. */
  readonly capture = (): undefined => undefined;

  readonly matched = (): void => undefined;

  log(level: LogLevel, message: string | Buffer): void {
    const { client, server } = this.arrival;
    this.environment.logOf(server).write(level, message, client.number);
  }

  /** Writes a line of the host about this session. */
  logLine(level: LogLevel, message: ByteString): void {
    const { client, server } = this.arrival;
    this.environment.logOf(server).write(level, Buffer.from(message, 'latin1'), client.number, {
      client: client.remoteAddress,
      server: client.listening,
      doing: this.doing,
    });
  }

  readonly logEnd = this.logLine;
}
