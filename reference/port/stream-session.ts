import type { Allocate } from './bytes.js';
import type { ConsoleLevel } from './console.js';
import type { PortOutcome, RunEnd } from './outcome.js';
import type { VariablePort } from './variables.js';

/** `upload` is from the client, `download` is to it. */
export type Flow = 'upload' | 'download';

/**
 * Calls a script's callback of an event with data: with text, or with bytes that are filled into memory of the realm. `last`: no
 * data follows.
 */
export type EventCallback = (data: string | ((allocate: Allocate) => Uint8Array), last: boolean, flow: Flow) => RunEnd;

/** Behind a stream session object `s`. */
export interface StreamSessionPort {
  readonly remoteAddress: () => string;
  readonly status: () => number;
  readonly variables: VariablePort;
  /** Decides how the phase that the handler runs in ends; fails where no phase waits for that. */
  readonly done: (code: number) => PortOutcome<undefined>;
  /** Registers a callback; fails where there is no such event, or another callback is in the way. */
  readonly on: (event: string, callback: EventCallback) => PortOutcome<undefined>;
  readonly off: (event: string) => PortOutcome<undefined>;
  /** Sends data. Without a flow it is that of the data in whose callback the script runs, as are flags that are not given. */
  readonly send: (
    data: string | Uint8Array,
    flow: Flow | undefined,
    last: boolean | undefined,
    flush: boolean | undefined,
  ) => PortOutcome<undefined>;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
