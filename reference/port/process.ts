import type { PortOutcome } from './outcome.js';

/** The host side of `process`. */
export interface ProcessPort {
  readonly arguments: readonly string[];
  /** Alternating names and values. */
  readonly environment: readonly string[];
  readonly pid: number;
  readonly ppid: number;
  readonly kill: (pid: number, signal: number | string) => PortOutcome<boolean>;
}
