/** An exchange with a server, as it is recorded and as `play.mjs` repeats it. */

/** Each character is a byte. */
export type Bytes = string;

/** The body of a response has the path of the server's folder. */
export type PathOf = string | { readonly response: number };

/** One action. Connections, whichever side opens them, and responses count from 1. */
export type PlayAction =
  /** Sent on a connection of its own; `prints`: its response is printed. */
  | { readonly do: 'request'; readonly bytes: Bytes; readonly prints: boolean }
  | { readonly do: 'connect'; readonly to: string; readonly from?: string }
  /** A connection that the server opens. */
  | { readonly do: 'accept'; readonly peer: string }
  | { readonly do: 'send'; readonly on: number; readonly bytes: Bytes }
  | { readonly do: 'end' | 'close' | 'reset'; readonly on: number }
  | { readonly do: 'next'; readonly on: number }
  | { readonly do: 'rest'; readonly on: number; readonly tellsEnd: boolean }
  /** From then on each connection of the peer has its first bytes answered. */
  | { readonly do: 'answer'; readonly peer: string; readonly answers: readonly (readonly [to: Bytes, with_: Bytes])[] }
  /** Connections that were answered. */
  | { readonly do: 'count'; readonly peer: string }
  /** `held`: how many descriptors of any program are open on the file. */
  | { readonly do: 'exists' | 'held'; readonly path: PathOf }
  | { readonly do: 'read'; readonly path: PathOf; readonly matches?: readonly [pattern: string, flags: string] }
  /** What scripts have logged. */
  | { readonly do: 'log' };

/** `meanwhile`: only a later step waits for its result, if it says so; steps count from 1. */
export type ExchangeStep = (PlayAction & { readonly meanwhile?: true }) | { readonly do: 'wait'; readonly for: number };

export interface PlayedExchange {
  /** The ports of the configuration by name, in the order of the numbers on the command line; `http` is that of the HTTP server. */
  readonly ports: readonly string[];
  readonly steps: readonly ExchangeStep[];
}

export type ActionResult =
  | { readonly response: { readonly status: number; readonly body: Bytes } | 'closed' }
  | { readonly bytes: Bytes; readonly how?: string }
  | { readonly count: number }
  | { readonly exists: boolean }
  | { readonly held: number }
  | { readonly content: Bytes }
  | { readonly lines: readonly string[] };
