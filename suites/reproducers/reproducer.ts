/** A reproducer of one case on one target: observed, written, run. */
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { type Driver, type Identity, isRuntime } from '../executor/target.js';
import { BYSTANDER } from '../language/bystander.js';
import { FOLDER } from '../language/fixture.js';
import type { Trial } from '../language/trial.js';
import type { Fault } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { NotAlone } from './configuration.js';
import { type FaultRequest, observedAs, wrongTrial } from './fault.js';
import { Recording } from './playing/recording.js';
import { PLAY_FILE } from './playing/written.js';
import { type Environments, NoProof, type ProvenScript, proven } from './proof.js';
import { type FaultReport, readmeText } from './readme.js';
import { type Program, referenceEnvironment } from './setting.js';
import { typedStart } from './started.js';
import type { Files } from './trying.js';

/** A fault of a runtime. */
export interface RuntimeFaultRequest extends FaultRequest {
  readonly program: Program;
  /** Which must do right what the target does wrong. */
  readonly reference: { readonly driver: Driver; readonly identity: Identity };
}

export interface Reproducer extends ProvenScript {
  /** All that belongs into its folder. */
  readonly folder: Files;
  readonly report: FaultReport;
}

/** Rejects with `NothingWrong`, or with `NotAlone` where there is no way to show it. */
export async function writeReproducer(request: RuntimeFaultRequest): Promise<Reproducer> {
  const { of, seed, path, program, known, reference } = request;
  const recording = new Recording();
  const { trial, observed, mismatch } = await wrongTrial(request, recording);
  const rightRecording = new Recording();
  const sample = await observedAs({ of, ...reference }, trial, rightRecording);
  const right = { observed: sample.observed, recording: rightRecording };
  const fault: Fault = {
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
  const report = reportOf(request, trial, mismatch.reason === 'unobservable' ? 'wrong' : mismatch.reason);
  const { candidate, files } = script;
  const readme = readmeText(report, script, PLAY_FILE in files ? candidate.ports : undefined);
  const versions = `${JSON.stringify({ ...report.versions, case: of.id, seed, ...(path !== undefined && { path }) }, null, 2)}\n`;
  return { ...script, folder: { ...files, 'README.md': readme, 'versions.json': versions }, report };
}

/** The first candidate that shows the fault on the target each time, and not on the reference. Rejects with `NotAlone` where none does. */
async function provenScript(fault: Fault, environments: Environments): Promise<ProvenScript> {
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

/** Which engine it has, where it is a runtime of several. */
const engineOf = ({ program, identity }: RuntimeFaultRequest): string | undefined =>
  program.name === 'njs' ? identity.engine : undefined;

function reportOf(
  request: RuntimeFaultRequest,
  { disk, bystander }: Trial,
  reason: FaultReport['reason'],
): FaultReport {
  const { of, says, known, identity, targetName, program, replay } = request;
  const engine = engineOf(request);
  const files = `makes the files that the script uses, writes their folder in place of \`${FOLDER}\``;
  const standby = `starts a process for the signals, writes its number in place of \`${BYSTANDER}\``;
  return {
    ...{ id: of.id, says, rows: of.rows, known, replay, reason, program },
    prepares: [...(disk === undefined ? [] : [files]), ...(bystander === true ? [standby] : [])],
    start: typedStart(of.body.started),
    versions: {
      ...{ srvspec: PACKAGE_VERSION, target: targetName, runtime: identity.runtimeVersion },
      ...(engine !== undefined && { engine }),
      ...{ build: program.build, system: program.system },
    },
  };
}
