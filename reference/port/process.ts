import type { PortOutcome } from './outcome.js';

/** Behind `process`. */
export interface ProcessPort {
  readonly arguments: readonly string[];
  /** Names and values in turn. */
  readonly environment: readonly string[];
  readonly pid: number;
  readonly ppid: number;
  readonly kill: (pid: number, signal: number | string) => PortOutcome<boolean>;
}
