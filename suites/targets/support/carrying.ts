/** Checks, when a host starts, that the harness gets texts out of it unchanged. */
import type { Plain, Version } from '../../../spec/types/requirement.js';
import { TargetChanged, TargetUnavailable } from '../../executor/target.js';
import { SAMPLES, whyNotCarried } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { encode } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { parseVersion } from '../../language/versions.js';
import { HAS_ALL } from './modules.js';

/** Milliseconds for the self test. */
export const CARRYING_MS = 10_000;

/** The runtime version in the result of the self test, if it has one. */
function versionIn(observed: Observation | undefined): Version | undefined {
  const { version }: { readonly version?: Plain } = observed?.kind === 'returned' ? Object(observed.value) : {};
  return typeof version === 'string' ? parseVersion(version) : undefined;
}

/** @throws TargetChanged if `now` is another version than `before` */
export function refuseOther(what: string, before: Version, now: Version | undefined): void {
  if (now !== undefined && before !== HAS_ALL && now !== before) throw new TargetChanged(what, before, now);
}

/**
 * Evaluates the self test, which is the probe with this number.
 * @param version the known version of the runtime
 * @throws TargetUnavailable if a text does not arrive unchanged, or the host goes down
 * @throws TargetChanged if the runtime has another version
 */
export async function tryCarrying(
  probe: number,
  version: Version,
  evaluate: (jobs: readonly Job[]) => Promise<Observation[][]>,
): Promise<void> {
  const why = await evaluate([{ probe, inputs: [encode(SAMPLES)] }]).then(
    ([observed]) => {
      refuseOther('the version of the runtime', version, versionIn(observed?.[0]));
      return whyNotCarried(observed?.[0]);
    },
    (error: unknown) => {
      if (error instanceof TargetDown) throw new TargetUnavailable(`it does not evaluate probes: ${error.message}`);
      throw error;
    },
  );
  if (why !== undefined)
    throw new TargetUnavailable(`texts do not leave it unchanged, so nothing can be judged: ${why}`);
}
