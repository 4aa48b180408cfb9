import type { Plain } from '../../spec/types/requirement.js';
import type { Disk } from '../language/fixture.js';

/** One probe and its inputs. `probe` is its index among the probes of the session. */
export interface Job {
  readonly probe: number;
  readonly inputs: readonly Plain[];
  /** The files of inputs on disk, each at the index of its input; the target does not get them. */
  readonly disks?: readonly (Disk | undefined)[];
  /** The inputs that have a process for signals, each at its own index. */
  readonly bystanders?: readonly boolean[];
}
