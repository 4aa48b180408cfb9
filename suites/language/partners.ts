/** What a conversation is given to talk with: typed partners. A partner that the target lacks is `NotObservable` when touched. */
import type { ClientUnderTest } from './client-under-test.js';
import type { Endpoint } from './endpoint.js';
import type { ClosedConnection, LogLine, ObservedResponse } from './observation.js';
import type { World } from './world.js';

/** A request to be put on the wire as it stands. */
export interface WireRequest {
  /** GET; with an `input` and nothing else that says otherwise, POST. */
  readonly method?: string;
  readonly target: string;
  readonly version?: '1.0' | '1.1';
  /** `Host` and, for a body, `Content-Length` are added unless given. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /**
   * What the handler reads with `t.input(r)`. It travels in the body; where the request has a method or body of its own, in a
   * header.
   */
  readonly input?: unknown;
}

/** A TCP connection; every wait is bounded by the trial's deadline, and a host that goes down meanwhile ends the trial. */
export interface Connection {
  send(bytes: string | Uint8Array): Promise<void>;
  /** Half-closes: nothing more will be sent. */
  end(): Promise<void>;
  /** The next bytes that arrive; nothing once the other side has ended. */
  next(): Promise<Buffer>;
  /** All bytes until the other side ends or closes, and how it did. */
  rest(): Promise<{ readonly bytes: Buffer; readonly how: 'ended' | 'reset' }>;
  close(): void;
  /** Closes with a reset: what the other side has not read yet is lost. */
  reset(): void;
}

export interface HostPartner {
  /** Sends one request on a connection of its own choice, and gives the response. */
  request(request: WireRequest): Promise<ObservedResponse | ClosedConnection>;
  /**
   * Connects to a server of the case's own, by the name of its port, or to the one that all cases share, whose name is `http`; from a
   * loopback address other than 127.0.0.1, if one is given.
   */
  connect(port: string, from?: string): Promise<Connection>;
}

export interface LogPartner {
  /**
   * The lines that scripts have logged since the trial began. Such trials are held one by one. Where more of them are to come, what is
   * logged behind a response, they are waited for until there are so many, or the trial's deadline is over.
   */
  lines(atLeast?: number): Promise<readonly LogLine[]>;
}

/** Files of the host's own, named by what it says of itself. */
export interface FilesPartner {
  exists(path: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** How many descriptors are open on the file, of all programs of this machine that this one may look at. */
  held(path: string): Promise<number>;
}

/** A peer of ours, at a port that the case's setup names and no `listen` does. It serves one trial at a time. */
export interface Peer {
  /** The next connection that the host opens. */
  accepted(): Promise<Connection>;
  /** Answers each connection's first bytes with `answer`, until the trial ends; connections made are counted. */
  answering(answer: (bytes: Buffer) => string | Uint8Array): { readonly connections: () => number };
  /** Answers each UDP datagram until the trial ends, where a `resolver` directive names the port; not at all where there is no answer. */
  datagrams(answer: (bytes: Buffer) => Uint8Array | undefined): void;
}

/** What a run from a command line printed, and how it ended. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Its exit status. One that a signal ends has gone down. */
  readonly status: number;
  /** Milliseconds from before it was started until after it had ended. */
  readonly tookMs: number;
}

export interface CommandLinePartner {
  /**
   * Runs a function in a script of its own, lifted as probes are, until the program ends by itself. What the function returns is not
   * looked at. One that leaves nothing behind, neither timers nor callbacks, may be `among` others: they share a program, and what each
   * of them printed is told apart.
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
