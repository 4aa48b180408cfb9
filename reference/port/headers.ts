import type { PortOutcome } from './outcome.js';

/** Headers of one direction; the host applies the rules for single and joined values. */
export interface HeaderListPort {
  /** The value or values that scripts see under a name, in any letter case; `undefined` when absent. */
  readonly get: (name: string) => string | readonly string[] | undefined;
  /** Distinct names, as first received or set. */
  readonly names: () => readonly string[];
  /** Alternating names and values, exactly as on the wire. */
  readonly raw: () => readonly string[];
}

export interface WritableHeaderListPort {
  /** Replaces all earlier values; writes one line for each value, and deletes the header without one. */
  readonly set: (name: string, ...values: (string | Uint8Array)[]) => PortOutcome<undefined>;
}
