/** A reproducer of one case on one target: observed, written, run. */
import { judge } from '../executor/judge.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import type { Planned } from '../executor/planned.js';
import { type Driver, type Identity, isRuntime } from '../executor/target.js';
import { BYSTANDER } from '../language/bystander.js';
import { FOLDER } from '../language/fixture.js';
import type { Trial } from '../language/trial.js';
import type { SeenFault } from './candidate.js';
import { replayed, trialOf } from './fault.js';
import { PLAY_FILE } from './playing/text.js';
import type { Reproducer } from './proof.js';
import { readmeText, type ToldFault } from './readme.js';
import { reproduce } from './reproduce.js';
import { type Program, referenceEnvironment } from './setting.js';
import { typedStart } from './started.js';
import type { WrittenFiles } from './trying.js';

/** The case, its input, and the target that is wrong. */
export interface Wanted {
  readonly of: Planned;
  readonly seed: number;
  readonly path: string | undefined;
  readonly says: string;
  readonly known?: (ToldFault['known'] & { readonly varies?: boolean }) | undefined;
  readonly replay: string;
  readonly driver: Driver;
  readonly identity: Identity;
  readonly targetName: string;
  readonly program: Program;
  /** Which must do right what the target does wrong. */
  readonly reference: { readonly driver: Driver; readonly identity: Identity };
}

export interface Written extends Reproducer {
  /** All that belongs into its folder. */
  readonly folder: WrittenFiles;
  readonly told: ToldFault;
}

/** What was asked for is not wrong here, so that nothing can be shown. */
export class NothingWrong extends Error {}

/** Rejects with `NothingWrong`, or with `NotAlone` where there is no way to show it. */
export async function writeReproducer(wanted: Wanted): Promise<Written> {
  const { of, seed, path, program, known, reference } = wanted;
  const { trial, observed, recording, reason } = await wrongTrial(wanted);
  const sample = await replayed(reference.driver, of, trial, reference.identity);
  const fault: SeenFault = {
    of,
    trial,
    observed,
    recording,
    program,
    engine: engineOf(wanted),
    right: sample.mismatch === undefined ? sample : undefined,
    varies: known?.varies === true,
  };
  const version = isRuntime(reference.identity) ? reference.identity.runtimeVersion : undefined;
  const found = await reproduce(fault, {
    target: program.environment,
    reference: referenceEnvironment(program, version),
  });
  const told = toldOf(wanted, trial, reason);
  const readme = readmeText(told, {
    expected: found.expected,
    description: found.candidate.right.description,
    actual: found.actual,
    requests: found.candidate.requests,
    played: PLAY_FILE in found.files ? found.candidate.ports : undefined,
    statuses: found.statuses,
  });
  const versions = `${JSON.stringify({ ...told.versions, case: of.id, seed, ...(path !== undefined && { path }) }, null, 2)}\n`;
  return {
    ...found,
    folder: { ...found.files, 'README.md': readme, 'versions.json': versions },
    told,
  };
}

/** The trial of the case that is wrong, with what was observed of it. */
async function wrongTrial({ of, seed, path, driver, identity }: Wanted) {
  const trial = trialOf(of, seed, path);
  if (trial === undefined)
    throw new NothingWrong(
      path === undefined ? `no input of ${of.id} is wrong here` : `there is no input at path ${path}`,
    );
  const { observed, recording, mismatch } = await replayed(driver, of, trial, identity);
  if (mismatch === undefined || mismatch.reason === 'unobservable')
    throw new NothingWrong(mismatch === undefined ? `${of.id} is right here` : mismatch.observed);
  if (judge(of.strength, mismatch, undefined).verdict === 'recorded')
    throw new NothingWrong(`the documents leave open what ${of.id} is about`);
  return { trial, observed, recording, reason: mismatch.reason };
}

/** Which engine it has, where it is a runtime of several. */
const engineOf = ({ program, identity }: Wanted): string | undefined =>
  program.name === 'njs' ? identity.engine : undefined;

function toldOf(wanted: Wanted, { disk, bystander }: Trial, reason: ToldFault['reason']): ToldFault {
  const { of, says, known, identity, targetName, program, replay } = wanted;
  const engine = engineOf(wanted);
  return {
    id: of.id,
    says,
    rows: of.rows,
    known,
    replay,
    reason,
    prepares: [
      ...(disk === undefined
        ? []
        : [`makes the files that the script uses, writes their folder in place of \`${FOLDER}\``]),
      ...(bystander === true
        ? [`starts a process for the signals, writes its number in place of \`${BYSTANDER}\``]
        : []),
    ],
    start: typedStart(of.body.started),
    program,
    versions: {
      srvspec: PACKAGE_VERSION,
      target: targetName,
      runtime: identity.runtimeVersion,
      ...(engine !== undefined && { engine }),
      build: program.build,
      system: program.system,
    },
  };
}
