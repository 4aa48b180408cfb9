import type { Plain } from '../../spec/types/requirement.js';
import type { Disk } from '../language/fixture.js';

/** One probe and the inputs it is to be tried with. `probe` is its index among the probes of the session. */
export interface Job {
  readonly probe: number;
  readonly inputs: readonly Plain[];
  /** What inputs have on disk, each at the index of its own; none of it reaches the target. */
  readonly disks?: readonly (Disk | undefined)[];
  /** Which inputs have a process to send signals to, each at its own index. */
  readonly bystanders?: readonly boolean[];
}
