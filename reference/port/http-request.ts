import type { Allocate } from './bytes.js';
import type { ConsoleLevel } from './console.js';
import type { HeaderListPort, WritableHeaderListPort } from './headers.js';
import type { Outcome } from './outcome.js';
import type { VariablePort } from './variables.js';

/** Behind an HTTP request object `r`. Strings are Unicode here; the host keeps what came over the wire as bytes. */
export interface HttpRequestPort {
  /** The phase whose handler runs; `undefined` while none does. */
  readonly phase: () => 'access' | 'content' | undefined;
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
  /** `undefined` when there is no body, or none in memory. */
  readonly requestText: () => Outcome<string | undefined>;
  readonly requestBuffer: (allocate: Allocate) => Outcome<Uint8Array | undefined>;
  readonly return: (status: number, text: string | Uint8Array | undefined) => Outcome<undefined>;
  readonly send: (part: string | Uint8Array) => Outcome<undefined>;
  readonly sendHeader: () => Outcome<undefined>;
  readonly finish: () => Outcome<undefined>;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
