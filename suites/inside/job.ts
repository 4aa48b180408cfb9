import type { Plain } from '../../spec/types/requirement.js';

/** One probe and the inputs it is to be tried with. `probe` is its index among the probes of the session. */
export interface Job {
  readonly probe: number;
  readonly inputs: readonly Plain[];
}
