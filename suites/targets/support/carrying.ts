/** Tries, when a host starts, whether the harness can carry texts out of it. */
import { TargetUnavailable } from '../../executor/target.js';
import { SAMPLES, whyNotCarried } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { encode } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';

/**
 * Evaluates the self test, which is the probe of this number.
 * @throws TargetUnavailable when a text does not arrive as it is, or the host goes down
 */
export async function tryCarrying(
  probe: number,
  evaluate: (jobs: readonly Job[]) => Promise<Observation[][]>,
): Promise<void> {
  const why = await evaluate([{ probe, inputs: [encode(SAMPLES)] }]).then(
    ([observed]) => whyNotCarried(observed?.[0]),
    (error: unknown) => {
      if (error instanceof TargetDown) throw new TargetUnavailable(`it does not evaluate probes: ${error.message}`);
      throw error;
    },
  );
  if (why !== undefined)
    throw new TargetUnavailable(`texts do not leave it as they are, so that nothing can be judged: ${why}`);
}
