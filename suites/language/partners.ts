/** The typed partners of a conversation. Using a partner that the target lacks throws `NotObservable`. */
import type { ClientUnderTest } from './client-under-test.js';
import type { Endpoint } from './endpoint.js';
import type { ClosedConnection, LogLine, ObservedResponse } from './observation.js';
import type { World } from './world.js';

/** A request that is sent unchanged. */
export interface WireRequest {
  /** The default is GET, or POST with an `input` and no other body. */
  readonly method?: string;
  readonly target: string;
  readonly version?: '1.0' | '1.1';
  /** `Host` and, for a body, `Content-Length` are added by default. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /**
   * The value that the handler reads with `t.input(r)`. It is sent in the body, or in a header if the request has its own
   * method or body.
   */
  readonly input?: unknown;
}

/** A TCP connection. The trial's deadline bounds every wait, and a host that ends meanwhile ends the trial. */
export interface Connection {
  send(bytes: string | Uint8Array): Promise<void>;
  /** Half-closes: no more data is sent. */
  end(): Promise<void>;
  /** The next bytes that arrive; empty once the other side has ended. */
  next(): Promise<Buffer>;
  /** All bytes until the other side ends or closes, and how it did. */
  rest(): Promise<{ readonly bytes: Buffer; readonly how: 'ended' | 'reset' }>;
  close(): void;
  /** Closes with a reset: data that the other side has not read yet is lost. */
  reset(): void;
}

export interface HostPartner {
  /** Sends one request on any connection, and returns the response. */
  request(request: WireRequest): Promise<ObservedResponse | ClosedConnection>;
  /**
   * Connects to a server of the case by the name of its port, or to the shared one, whose name is `http`. `from` is a
   * loopback address of the client other than 127.0.0.1.
   */
  connect(port: string, from?: string): Promise<Connection>;
}

export interface LogPartner {
  /**
   * The lines that scripts have logged since the trial began; such trials run one at a time. A host may log after its
   * response. With `atLeast`, the call waits for that many lines, or for the trial's deadline.
   */
  lines(atLeast?: number): Promise<readonly LogLine[]>;
}

/** Files of the host itself, named by its own properties. */
export interface FilesPartner {
  exists(path: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** The number of descriptors open for the file, in all visible processes of this machine. */
  held(path: string): Promise<number>;
}

/** A peer of ours, at a port that the case's setup names without a `listen`. It serves one trial at a time. */
export interface Peer {
  /** The next connection that the host opens. */
  accepted(): Promise<Connection>;
  /** Answers each connection's first bytes with `answer` until the trial ends, and counts the connections. */
  answering(answer: (bytes: Buffer) => string | Uint8Array): { readonly connections: () => number };
  /**
   * Answers each UDP datagram until the trial ends, for a port that a `resolver` directive names; no answer means no
   * datagram.
   */
  datagrams(answer: (bytes: Buffer) => Uint8Array | undefined): void;
}

/** The output of a command-line run, and how it ended. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Its exit status. A run that a signal ends counts as a crash. */
  readonly status: number;
  /** Milliseconds from before its start until after its end. */
  readonly tookMs: number;
}

export interface CommandLinePartner {
  /**
   * Runs a function in a separate script, lifted like a probe, until the program ends by itself. The function's result is
   * ignored. A function that leaves neither timers nor callbacks may run `among` others in the same program; their output is
   * attributed to each.
   */
  run<I>(script: (input: I, t: World) => unknown, input: I, how?: { readonly among: boolean }): Promise<CommandOutput>;
}

export interface Partners {
  readonly host: HostPartner;
  readonly log: LogPartner;
  readonly files: FilesPartner;
  peer(port: string): Peer;
  readonly commandLine: CommandLinePartner;
  readonly api: Endpoint;
  readonly client: ClientUnderTest;
}
