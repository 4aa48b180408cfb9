import type { Allocate } from './bytes.js';
import type { PortOutcome } from './outcome.js';

/** Host variables of one request or session. */
export interface VariablePort {
  readonly text: (name: string) => PortOutcome<string | undefined>;
  readonly bytes: (name: string, allocate: Allocate) => PortOutcome<Uint8Array | undefined>;
  /** Names of the variables that `js_var` declares. */
  readonly declared: () => readonly string[];
  readonly set: (name: string, value: string | Uint8Array | undefined) => PortOutcome<undefined>;
}
