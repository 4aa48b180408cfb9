import type { Allocate } from './bytes.js';
import type { ConsoleLevel } from './console.js';
import type { FormEntry } from './form.js';
import type { HeaderListPort, WritableHeaderListPort } from './headers.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';
import type { VariablePort } from './variables.js';

/** What handlers of requests are called for. */
export type HandlerPhase = 'access' | 'content' | 'header filter' | 'body filter' | 'variable';

/** What a subrequest is made of; without a body it has that of its parent. */
export type InnerCall = [
  uri: string | Uint8Array,
  args: string | Uint8Array,
  method: string | Uint8Array,
  body: string | Uint8Array | undefined,
];

/** Behind an HTTP request object `r`. Strings are Unicode here; the host keeps what came over the wire as bytes. */
export interface HttpRequestPort {
  /** What the handler that runs was called for; `undefined` while none runs. */
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
  /** Whether the body is in a file, where it takes some time to read it. */
  readonly isBodyInFile: () => boolean;
  /** `undefined` when there is no body, or none that was read. */
  readonly requestText: () => PortOutcome<string | undefined>;
  readonly requestBuffer: (allocate: Allocate) => PortOutcome<Uint8Array | undefined>;
  /**
   * Reads the body of the request, once, and settles when all of it is there: `undefined` where it is there already. Fails while it is
   * being read. Does not settle where there is no way to read it; the host refuses the request then.
   */
  readonly readBody: () => PortOutcome<AsyncOperation<undefined, undefined> | undefined>;
  /** The body that was read, wherever it is kept; empty where there is none. */
  readonly bodyText: () => PortOutcome<string>;
  readonly bodyBytes: (allocate: Allocate) => PortOutcome<Uint8Array>;
  /** The entries of the form that the body is, at most so many. */
  readonly form: (maxKeys: number) => PortOutcome<readonly FormEntry[]>;
  readonly return: (status: number, text: string | Uint8Array | undefined) => PortOutcome<undefined>;
  readonly send: (part: string | Uint8Array) => PortOutcome<undefined>;
  readonly sendHeader: () => PortOutcome<undefined>;
  readonly finish: () => PortOutcome<undefined>;
  /** For a handler of access: it has no opinion. */
  readonly decline: () => PortOutcome<undefined>;
  /** For a filter of bodies: adds to what is forwarded; whether it is the last is told by the part that is filtered, unless `last` does. */
  readonly sendBuffer: (data: string | Uint8Array, last: boolean | undefined) => PortOutcome<undefined>;
  /** For a filter of bodies: it is not called any more. */
  readonly done: () => PortOutcome<undefined>;
  /** Sends the request elsewhere once the handler is through; a URI may be escaped, or stands for itself. */
  readonly internalRedirect: (where: string | Uint8Array, isEscaped: boolean) => PortOutcome<undefined>;
  /** Makes a subrequest, whose request object it settles with. */
  readonly subrequest: (...call: InnerCall) => PortOutcome<AsyncOperation<undefined, HttpRequestPort>>;
  /** Makes a subrequest whose response nobody waits for. */
  readonly detachedSubrequest: (...call: InnerCall) => PortOutcome<undefined>;
  /** Body of the response to a subrequest; `undefined` for other requests. */
  readonly responseText: () => string | undefined;
  readonly responseBuffer: (allocate: Allocate) => Uint8Array | undefined;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
