/** A reproducer of one case on one target: observed, written, run. */
import { judge, type Mismatch } from '../executor/judge.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import type { Planned } from '../executor/planned.js';
import type { Driver, Identity } from '../executor/target.js';
import type { SeenFault } from './candidate.js';
import { replayed, trialOf } from './fault.js';
import { PLAY_FILE } from './playing/text.js';
import { readmeText, type ToldFault } from './readme.js';
import { type Reproducer, reproduce } from './reproduce.js';
import type { ProgramSetting } from './setting.js';
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
  readonly setting: ProgramSetting;
  /** An implementation that is right, whose answer stands for others that are. */
  readonly right?: { readonly driver: Driver; readonly identity: Identity } | undefined;
}

export interface Written extends Reproducer {
  /** All that belongs into its folder. */
  readonly folder: WrittenFiles;
  readonly told: ToldFault;
  readonly expected: readonly string[];
  readonly mismatch: Mismatch;
}

/** What was asked for is not wrong here, so that nothing can be shown. */
export class NothingWrong extends Error {}

/** Rejects with `NothingWrong`, or with `NotAlone` where there is no way to show it. */
export async function writeReproducer(wanted: Wanted): Promise<Written> {
  const { of, seed, path, identity, setting, known } = wanted;
  const trial = trialOf(of, seed, path);
  if (trial === undefined) throw new NothingWrong(`there is no input at path ${path}`);
  const { observed, recording, mismatch } = await replayed(wanted.driver, of, trial, identity);
  if (mismatch === undefined || mismatch.reason === 'unobservable')
    throw new NothingWrong(mismatch === undefined ? `${of.id} is right here` : mismatch.observed);
  if (judge(of.strength, mismatch, undefined).verdict === 'recorded')
    throw new NothingWrong(`the documents leave open what ${of.id} is about`);
  const sample =
    wanted.right === undefined ? undefined : await replayed(wanted.right.driver, of, trial, wanted.right.identity);
  const fault: SeenFault = {
    of,
    trial,
    observed,
    recording,
    kind: setting.kind,
    engine: identity.engine,
    bindings: setting.bindings,
    right: sample?.mismatch === undefined ? sample : undefined,
    varies: known?.varies === true,
  };
  const found = await reproduce(fault, setting.environment);
  const told = toldOf(wanted);
  const { right } = found.candidate;
  const expected = right.alternatives.map((one) => Buffer.from(one).toString());
  const readme = readmeText(told, {
    kind: setting.kind,
    expected,
    description: right.description,
    actual: found.actual ?? '',
    requests: found.candidate.requests,
    played: PLAY_FILE in found.files ? found.candidate.ports : undefined,
    statuses: found.runs.map(({ status }) => status),
  });
  const versions = `${JSON.stringify({ ...told.versions, case: of.id, seed, ...(path !== undefined && { path }) }, null, 2)}\n`;
  return {
    ...found,
    folder: { ...found.files, 'README.md': readme, 'versions.json': versions },
    told,
    expected,
    mismatch,
  };
}

const toldOf = ({ of, says, known, identity, targetName, setting, replay }: Wanted): ToldFault => ({
  id: of.id,
  says,
  rows: of.rows,
  known,
  replay,
  versions: {
    srvspec: PACKAGE_VERSION,
    target: targetName,
    runtime: identity.runtimeVersion,
    engine: identity.engine,
    build: setting.build,
    system: setting.system,
  },
});
