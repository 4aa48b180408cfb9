/**
 * Partner of laws about a client of the server-management API: the client's program, and a service that records its requests
 * and answers as the law says.
 */
import type { Plain } from '../../spec/types/requirement.js';
import type { AppPayload } from './endpoint.js';

/** The path of the base URL. The segment before the version detects clients that drop it or change its spelling. */
export const BASE_PATH = '/Management-API/v1';

/**
 * The framing of the body of an answer, if it is not sent at once with its length. In chunks; slowly, in segments of any
 * size; until the end of the connection; or after the head of an interim answer (103). In the last two, the last chunk or
 * counted white space is never sent.
 */
type Framing =
  | 'chunks'
  | 'pieces'
  | 'until the end'
  | 'behind 100'
  | 'behind 103'
  | 'lacks the last chunk'
  | 'lacks white space';

/** An operation of a client, with the arguments that `client:COMMAND` receives. */
export type Operation =
  | { readonly do: 'list-servers' | 'list-apps' }
  | { readonly do: 'create-server'; readonly name: string }
  | { readonly do: 'create-app'; readonly app: AppPayload }
  | { readonly do: 'get-action' | 'wait-for-action'; readonly actionid: string };

/** The answer of the recording service to one request. */
export interface Answering {
  /** The default is 200. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** The body: JSON (with its media type, unless `headers` has another), or unchanged text or bytes. */
  readonly json?: Plain;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number;
  /** Closes the connection after this many bytes of the body, although the head announced all of it. */
  readonly cutAfter?: number;
  readonly framing?: Framing;
  /** Closes the connection without a byte. */
  readonly reset?: boolean;
  /** Redirects the client to the same path on another host, which also records its requests. */
  readonly redirect?: 301 | 302 | 303 | 307 | 308;
}

export interface RecordedRequest {
  readonly method: string;
  /** As on the wire, including the query. */
  readonly target: string;
  /** In order, with names as on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** `undefined` if the body is not JSON. */
  readonly json: Plain | undefined;
}

/** Places where a secret must not appear. */
export type Leak = 'command line' | 'standard output' | 'standard error' | 'request target' | 'another host' | 'files';

export interface ClientRun {
  /** `undefined` if the client was ended by the deadline, for its output, or by a signal. */
  readonly status: number | undefined;
  readonly timedOut: boolean;
  /** It printed more than the limit, on standard output or standard error, and was ended. */
  readonly flooded: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON; `undefined` if it is not JSON, or nested too deeply. */
  readonly output: Plain | undefined;
  readonly requests: readonly RecordedRequest[];
  /** The requests to the other host of a redirect. */
  readonly elsewhere: readonly RecordedRequest[];
  /** The places where the API key, or the credentials in Base64, were found. */
  readonly leaks: readonly Leak[];
  /** Host and port of the service. */
  readonly authority: string;
}

export interface ClientUnderTest {
  /**
   * Runs one operation of the client. `answer` is called for each request, counted from 0. The account is created for this
   * run; `account` replaces its parts.
   */
  run(
    operation: Operation,
    answer: (request: RecordedRequest, count: number) => Answering,
    account?: { readonly clientId?: string; readonly apiKey?: string },
  ): Promise<ClientRun & { readonly account: { readonly clientId: string; readonly apiKey: string } }>;
}
