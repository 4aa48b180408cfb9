import type { Allocate } from './bytes.js';
import type { ConsoleLevel } from './console.js';
import type { FormEntry } from './form.js';
import type { HeaderListPort, WritableHeaderListPort } from './headers.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';
import type { VariablePort } from './variables.js';

/** The kinds of handlers that receive a request. */
export type HandlerPhase = 'access' | 'content' | 'header filter' | 'body filter' | 'variable';

/** A subrequest. Without a body it has the body of its parent. */
export type InnerCall = [
  uri: string | Uint8Array,
  args: string | Uint8Array,
  method: string | Uint8Array,
  body: string | Uint8Array | undefined,
];

/** The host side of an HTTP request object `r`. Strings are Unicode here; the host keeps what came over the wire as bytes. */
export interface HttpRequestPort {
  /** The kind of the handler that runs; `undefined` while none runs. */
  readonly phase: () => HandlerPhase | undefined;
  readonly method: () => string;
  readonly uri: () => string;
  readonly httpVersion: () => string;
  readonly remoteAddress: () => string;
  readonly internal: () => boolean;
  /** The query string as received. */
  readonly args: () => string;
  readonly headersIn: HeaderListPort;
  readonly headersOut: HeaderListPort & WritableHeaderListPort;
  readonly status: () => number;
  readonly setStatus: (status: number) => void;
  readonly variables: VariablePort;
  /** Whether the body is in a file; reading a file takes time. */
  readonly isBodyInFile: () => boolean;
  /** The body that was read, or `undefined` without one. */
  readonly requestText: () => PortOutcome<string | undefined>;
  readonly requestBuffer: (allocate: Allocate) => PortOutcome<Uint8Array | undefined>;
  /**
   * Reads the body of the request, once, and settles when it is complete. The value is `undefined` if the body is complete already. Fails
   * while the body is being read. Never settles if the body cannot be read; the host then refuses the request.
   */
  readonly readBody: () => PortOutcome<AsyncOperation<undefined, undefined> | undefined>;
  /** The body that was read, wherever it is kept; empty without a body. */
  readonly bodyText: () => PortOutcome<string>;
  readonly bodyBytes: (allocate: Allocate) => PortOutcome<Uint8Array>;
  /** The entries of the form in the body, up to a limit. */
  readonly form: (maxKeys: number) => PortOutcome<readonly FormEntry[]>;
  readonly return: (status: number, text: string | Uint8Array | undefined) => PortOutcome<undefined>;
  readonly send: (part: string | Uint8Array) => PortOutcome<undefined>;
  readonly sendHeader: () => PortOutcome<undefined>;
  readonly finish: () => PortOutcome<undefined>;
  /** For an access handler: the handler makes no decision. */
  readonly decline: () => PortOutcome<undefined>;
  /** For a body filter: adds data to what is forwarded. Unless `last` is given, the data is the last if the filtered part is. */
  readonly sendBuffer: (data: string | Uint8Array, last: boolean | undefined) => PortOutcome<undefined>;
  /** For a body filter: the filter is not called again. */
  readonly done: () => PortOutcome<undefined>;
  /** Redirects the request once the handler has finished. The URI is given as it is, or percent-encoded. */
  readonly internalRedirect: (where: string | Uint8Array, isEscaped: boolean) => PortOutcome<undefined>;
  /** Makes a subrequest, and settles with its request object. */
  readonly subrequest: (...call: InnerCall) => PortOutcome<AsyncOperation<undefined, HttpRequestPort>>;
  /** Makes a subrequest whose response is discarded. */
  readonly detachedSubrequest: (...call: InnerCall) => PortOutcome<undefined>;
  /** Body of the response to a subrequest; `undefined` for other requests. */
  readonly responseText: () => string | undefined;
  readonly responseBuffer: (allocate: Allocate) => Uint8Array | undefined;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
