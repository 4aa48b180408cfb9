import type { Allocate } from './bytes.js';
import type { ConsoleLevel } from './console.js';
import type { PortOutcome, RunEnd } from './outcome.js';
import type { VariablePort } from './variables.js';

/** `upload` is from the client to the upstream, `download` is to the client. */
export type Flow = 'upload' | 'download';

/** Calls a script's callback of an event with data: a text, or bytes that are written into memory of the realm. `last`: no data follows. */
export type EventCallback = (data: string | ((allocate: Allocate) => Uint8Array), last: boolean, flow: Flow) => RunEnd;

/** The host side of a stream session object `s`. */
export interface StreamSessionPort {
  readonly remoteAddress: () => string;
  readonly status: () => number;
  readonly variables: VariablePort;
  /** Ends the phase that the handler runs in with a code; fails if no phase waits for one. */
  readonly done: (code: number) => PortOutcome<undefined>;
  /** Registers a callback; fails if the event does not exist, or another callback excludes it. */
  readonly on: (event: string, callback: EventCallback) => PortOutcome<undefined>;
  readonly off: (event: string) => PortOutcome<undefined>;
  /** Sends data. In a callback, the flow and the flags default to those of the data that the callback received. */
  readonly send: (
    data: string | Uint8Array,
    flow: Flow | undefined,
    last: boolean | undefined,
    flush: boolean | undefined,
  ) => PortOutcome<undefined>;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
