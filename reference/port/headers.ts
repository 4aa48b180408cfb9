import type { PortOutcome } from './outcome.js';

/** Headers of one direction; the host applies the rules for single and joined values. */
export interface HeaderListPort {
  /** The value or values scripts see under a name, in any case; `undefined` when absent. */
  readonly get: (name: string) => string | readonly string[] | undefined;
  /** Names without repetition, as first received or set. */
  readonly names: () => readonly string[];
  /** Names and values in turn, exactly as on the wire. */
  readonly raw: () => readonly string[];
}

export interface WritableHeaderListPort {
  /** Deletes all earlier values; one line for each value, none to delete. */
  readonly set: (name: string, ...values: (string | Uint8Array)[]) => PortOutcome<undefined>;
}
