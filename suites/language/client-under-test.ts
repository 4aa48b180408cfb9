/**
 * What a law about a client of the server-management API is given: the client's program, and a service that records what
 * it is sent and answers as the law says.
 */
import type { AppPayload, Json } from './endpoint.js';

/** The path of the base URL that clients are given: before the version stands a segment, so that clients are detected which drop it or write it otherwise. */
export const BASE_PATH = '/Management-API/v1';

/**
 * How the body of an answer travels, if not at once behind its length: in chunks or slowly in pieces, which end anywhere; up to the end of the
 * connection; behind the head of an interim answer (103); or with its last chunk, or some white space that its length counts, never sent.
 */
export type Framing =
  | 'chunks'
  | 'pieces'
  | 'until the end'
  | 'behind 100'
  | 'behind 103'
  | 'lacks the last chunk'
  | 'lacks white space';

/** What a client is told to do, with the arguments that `client:COMMAND` gets them in. */
export type Operation =
  | { readonly do: 'list-servers' | 'list-apps' }
  | { readonly do: 'create-server'; readonly name: string }
  | { readonly do: 'create-app'; readonly app: AppPayload }
  | { readonly do: 'get-action' | 'wait-for-action'; readonly actionid: string };

/** How the recording service answers one request. */
export interface Answering {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** The body: JSON (with its media type, unless `headers` says another), or text or bytes as they stand. */
  readonly json?: Json;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number;
  /** Closes the connection after this many bytes of the body, though the head announced all of it. */
  readonly cutAfter?: number;
  readonly framing?: Framing;
  /** Closes the connection without a byte. */
  readonly reset?: boolean;
  /** Sends the client to the same path on another host, which records what it is sent there too. */
  readonly redirect?: 301 | 302 | 303 | 307 | 308;
}

export interface RecordedRequest {
  readonly method: string;
  /** As on the wire, query included. */
  readonly target: string;
  /** In order, names as on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** `undefined` when the body is no JSON. */
  readonly json: Json | undefined;
}

/** Where a secret was found that must not stand there. */
export type Leak = 'command line' | 'standard output' | 'standard error' | 'request target' | 'another host' | 'files';

export interface ClientRun {
  /** `undefined` when the client was ended by the deadline, for its output, or by a signal. */
  readonly status: number | undefined;
  readonly timedOut: boolean;
  /** It printed more than is taken, on standard output or standard error, and was ended. */
  readonly flooded: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON; `undefined` when it is none, or nested too deeply to be looked at. */
  readonly output: Json | undefined;
  readonly requests: readonly RecordedRequest[];
  /** What came to the other host of a redirect. */
  readonly elsewhere: readonly RecordedRequest[];
  /** Where the API key, or the credentials in base64, were seen. */
  readonly leaks: readonly Leak[];
  /** Host and port of the service. */
  readonly authority: string;
  /** Milliseconds from start to end of the program. */
  readonly tookMs: number;
}

export interface ClientUnderTest {
  /**
   * Lets the client do one operation. `answer` is called for each request, counted from 0. The account is made for this
   * one run; `account` sets its parts instead.
   */
  run(
    operation: Operation,
    answer: (request: RecordedRequest, count: number) => Answering,
    account?: { readonly clientId?: string; readonly apiKey?: string },
  ): Promise<ClientRun & { readonly account: { readonly clientId: string; readonly apiKey: string } }>;
}
