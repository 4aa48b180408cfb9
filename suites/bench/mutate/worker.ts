/** A process that judges one change after another; it has loaded the suite once. Started by `pool.ts`. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { select } from '../../cli/select.js';
import { type RunResult, run } from '../../executor/run.js';
import { TargetUnavailable } from '../../executor/target.js';
import { type ReferenceBuild, referenceTarget } from '../../targets/reference/reference.js';
import { Builds } from './bundles.js';
import type { Outcome, Stage } from './change.js';
import { INPUTS } from './inputs.js';
import type { FromWorker, Order } from './messages.js';
import { type Sight, seenIn } from './sight.js';

const builds = new Builds(PACKAGE_ROOT, join(PACKAGE_ROOT, 'dist/mutation', `work-${process.argv[2]}`, 'reference'));

async function judged({ change, stages }: Order): Promise<Outcome> {
  const started = performance.now();
  const processor = { standard: 0, full: 0 };
  const outcome = (rest: Pick<Outcome, 'verdict' | 'by' | 'depth' | 'why'>): Outcome => ({
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
  for (const { depth, cases } of stages) {
    const before = process.cpuUsage();
    const sight = await tried(build, cases);
    const { user, system } = process.cpuUsage(before);
    processor[depth] += Math.round((user + system) / 1000);
    if (sight !== undefined) return outcome({ verdict: 'killed', depth, ...sight });
  }
  return outcome({ verdict: 'survived', ...(stages.length === 0 && { why: 'no case comes to it' }) });
}

/** How cases see that a build is wrong. */
async function tried(build: ReferenceBuild, cases: Stage['cases']): Promise<Sight | undefined> {
  const objects = await select({ lastFailed: new Set(cases) });
  const options = {
    ...INPUTS,
    failFast: true,
    progress: () => say({ kind: 'alive' }),
  };
  try {
    const result: RunResult = await run(referenceTarget({ build }), objects, options);
    return seenIn(result.requirements.flatMap((one) => one.cases));
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { why: `does not start: ${error.message}` };
  }
}

const say = (message: FromWorker): void => {
  process.send?.(message);
};

process.on('message', (order: Order) => {
  judged(order).then(
    (outcome) => say({ kind: 'outcome', outcome }),
    (error: unknown) => say({ kind: 'failed', why: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
// A change may reject what nobody waits for. The cases see what it does to them.
process.on('unhandledRejection', () => undefined);

await Promise.all([builds.open(), select({ depth: 'full' })]);
say({ kind: 'ready' });
