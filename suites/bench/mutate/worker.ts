/** A process that judges one change after another, and loads the suite once. Started by `pool.ts`. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { select } from '../../cli/select.js';
import { type RunResult, run } from '../../executor/run.js';
import { TargetUnavailable } from '../../executor/target.js';
import { type ReferenceBuild, referenceTarget } from '../../targets/reference/reference.js';
import { Builds } from './bundles.js';
import type { ChangeOrder, ChangeOutcome, FromWorker, Stage } from './change.js';
import { INPUTS } from './inputs.js';
import { changedCases, RECORDINGS, readRecordings, recordCases, recordingsIn } from './recordings.js';
import { isUnobserved, type Sight, seenIn } from './sight.js';

const FOLDER = join(PACKAGE_ROOT, 'dist/mutation');
const builds = new Builds(PACKAGE_ROOT, join(FOLDER, `work-${process.argv[2]}`, 'reference'));

/** The number of cases that are tried alone, since the first ones may only show effects of others or of a busy processor. */
const MOST_ALONE = 8;
const recordings = readRecordings(join(FOLDER, RECORDINGS)).recordings;

async function judged({ change, stages }: ChangeOrder): Promise<ChangeOutcome> {
  const started = performance.now();
  const processor = { standard: 0, full: 0 };
  const outcome = (rest: Pick<ChangeOutcome, 'verdict' | 'by' | 'depth' | 'why'>): ChangeOutcome => ({
    ...rest,
    milliseconds: Math.round(performance.now() - started),
    processor,
  });
  let build: ReferenceBuild;
  try {
    build = await builds.plant(change);
  } catch (error) {
    return outcome({ verdict: 'invalid', why: String(error).split('\n').slice(0, 3).join(' ') });
  }
  const open: string[] = [];
  for (const { depth, ...stage } of stages) {
    const before = process.cpuUsage();
    const { sight, differs, unobserved } = await tried(build, stage);
    const { user, system } = process.cpuUsage(before);
    processor[depth] += Math.round((user + system) / 1000);
    if (sight !== undefined) return outcome({ verdict: 'killed', depth, ...sight });
    for (const by of unobserved.slice(0, MOST_ALONE))
      if (await isLost(build, by, stage.version))
        return outcome({ verdict: 'killed', depth, by, why: 'it can no longer be observed' });
    open.push(...differs);
  }
  for (const by of [...new Set(open)].slice(0, MOST_ALONE))
    if (await isDifferent(build, by)) return outcome({ verdict: 'undecided', by });
  return outcome({ verdict: 'survived', ...(stages.length === 0 && { why: 'no case comes to it' }) });
}

interface TryResult {
  /** How cases see that the build is wrong. */
  readonly sight?: Sight | undefined;
  /** Open cases with another observation than on the reference. */
  readonly differs: readonly string[];
  /** Cases that could not be observed. */
  readonly unobserved: readonly string[];
}

async function tried(build: ReferenceBuild | undefined, { cases, version }: Omit<Stage, 'depth'>): Promise<TryResult> {
  const objects = await select({ lastFailed: new Set(cases) });
  const options = {
    ...INPUTS,
    failFast: true,
    progress: () => say({ kind: 'alive' }),
  };
  try {
    const { requirements }: RunResult = await run(
      referenceTarget({ build, runtimeVersion: version }),
      objects,
      options,
    );
    const reports = requirements.flatMap((one) => one.cases);
    // The recordings are of the newest version.
    const differs = version === undefined ? changedCases(recordings, recordingsIn(requirements)) : [];
    return { sight: seenIn(reports), differs, unobserved: reports.filter(isUnobserved).map(({ id }) => id) };
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { differs: [], unobserved: [], sight: { why: `does not start: ${error.message}` } };
  }
}

/** Whether the case shows it alone, too: among others it may show effects of them. */
async function isDifferent(build: ReferenceBuild, id: string): Promise<boolean> {
  const objects = await select({ lastFailed: new Set([id]) });
  return changedCases(await recordCases(objects), await recordCases(objects, build)).length > 0;
}

/** Whether the case alone can be observed on the reference, and not on the build. */
async function isLost(build: ReferenceBuild, id: string, version: string | undefined): Promise<boolean> {
  const isUnseenIn = async (of: ReferenceBuild | undefined) =>
    (await tried(of, { cases: [id], version })).unobserved.length > 0;
  return !(await isUnseenIn(undefined)) && (await isUnseenIn(build));
}

const say = (message: FromWorker): void => {
  process.send?.(message);
};

process.on('message', (order: ChangeOrder) => {
  judged(order).then(
    (outcome) => say({ kind: 'outcome', outcome }),
    (error: unknown) => say({ kind: 'failed', why: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
// A change may reject a promise that nobody awaits. The cases see its effects.
process.on('unhandledRejection', () => undefined);

await Promise.all([builds.open(), select({ depth: 'full' })]);
say({ kind: 'ready' });
