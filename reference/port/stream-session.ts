import type { ConsoleLevel } from './console.js';
import type { Outcome } from './outcome.js';
import type { VariablePort } from './variables.js';

/** Behind a stream session object `s`. */
export interface StreamSessionPort {
  readonly remoteAddress: () => string;
  readonly status: () => number;
  readonly variables: VariablePort;
  /** Decides how the phase that the handler runs in ends; fails where no phase waits for that. */
  readonly done: (code: number) => Outcome<undefined>;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
}
