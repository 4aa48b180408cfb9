/** Creates a reproducer of one case on one target: observes, writes and runs it. */
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { isRuntime } from '../executor/target.js';
import type { ObservedFault } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { NotAlone } from './configuration.js';
import { type FaultRequest, observedAs, wrongTrial } from './fault.js';
import { Recording } from './playing/recording.js';
import { type Environments, NoProof, type ProvenScript, proven } from './proof.js';
import { readmeText, type Versions } from './readme.js';
import { referenceEnvironment } from './setting.js';
import type { ReproducerFiles } from './trying.js';

export interface Reproducer extends ProvenScript {
  readonly folder: ReproducerFiles;
  readonly versions: Versions;
  /** The command that shows the fault with srvspec. */
  readonly replay: string;
}

/** Rejects with `NothingWrong`, or with `NotAlone` if no script can show it. */
export async function writeReproducer(request: FaultRequest): Promise<Reproducer> {
  const { of, seed, path, program, known, reference } = request;
  const recording = new Recording();
  const { trial, observed, mismatch } = await wrongTrial(request, recording);
  const rightRecording = new Recording();
  const sample = await observedAs({ of, ...reference }, trial, rightRecording);
  const right = { observed: sample.observed, recording: rightRecording };
  const fault: ObservedFault = {
    ...{ of, trial, observed, recording, program },
    engine: engineOf(request),
    right: sample.mismatch === undefined ? right : undefined,
    varies: known?.varies === true,
  };
  const version = isRuntime(reference.identity) ? reference.identity.runtimeVersion : undefined;
  const script = await provenScript(fault, {
    target: program.environment,
    reference: referenceEnvironment(program, version),
  });
  const versions = versionsOf(request);
  const readme = readmeText(request, { trial, reason: mismatch.reason, versions, script });
  const text = `${JSON.stringify({ ...versions, case: of.id, seed, ...(path !== undefined && { path }) }, null, 2)}\n`;
  return {
    ...script,
    folder: { ...script.files, 'README.md': readme, 'versions.json': text },
    versions,
    replay: request.replay,
  };
}

/** The first candidate that always shows the fault on the target, and not on the reference. Rejects with `NotAlone` if none does. */
async function provenScript(fault: ObservedFault, environments: Environments): Promise<ProvenScript> {
  let reason = 'there is no way to write it as a script';
  for (const candidate of candidatesOf(fault))
    try {
      return await proven(fault, candidate, environments);
    } catch (error) {
      if (!(error instanceof NoProof)) throw error;
      reason = error.message;
    }
  throw new NotAlone(reason);
}

/** Its engine, if it is a runtime with several. */
const engineOf = ({ program, identity }: FaultRequest): string | undefined =>
  program.name === 'njs' ? identity.engine : undefined;

function versionsOf(request: FaultRequest): Versions {
  const { identity, targetName, program } = request;
  const engine = engineOf(request);
  return {
    ...{ srvspec: PACKAGE_VERSION, target: targetName, runtime: identity.runtimeVersion },
    ...(engine !== undefined && { engine }),
    ...{ build: program.build, system: program.system },
  };
}
