import test from 'tape';
import type { RunReport } from '../../../reports/model.js';
import { objects } from '../../cases/generated/index.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import type { Draw } from '../../executor/draw.js';
import { run } from '../../executor/run.js';
import { DEFAULT_DEADLINES } from '../../executor/sessions.js';
import type { Target } from '../../executor/target.js';
import type { GeneratedObject } from '../../language/case.js';
import { referenceTarget } from '../reference/reference.js';
import { crashing, echoing, hanging, lying, silent } from './runtimes.js';

const loaded = Promise.all(objects.filter(({ subject }) => subject === 'runtime').map(({ load }) => load()));

type Result = Pick<RunReport, 'requirements' | 'totals'>;

const runOn = async (target: Target, draw: Omit<Draw, 'seed'>, some: readonly GeneratedObject[]): Promise<Result> =>
  run(target, some, {
    seed: 1,
    ...draw,
    jobs: 8,
    deadlines: DEFAULT_DEADLINES,
    deviations: new DeviationList('miniature', []),
  });

/** Requirements that a miniature would pass: all its cases conform, or the rest of them does not apply. */
const passed = ({ requirements }: Result): string[] =>
  requirements.filter(({ strength, verdict }) => strength === 'must' && verdict === 'conforms').map(({ id }) => id);

for (const [name, wrong] of Object.entries({ silent, echoing, lying })) {
  test(`the ${name} target passes no requirement`, async (t) => {
    t.deepEqual(passed(await runOn(wrong(referenceTarget()), { runs: 3, shrinks: false }, await loaded)), []);
  });
}

const VIOLATIONS = { crash: crashing, hang: hanging } as const;

for (const [reason, wrong] of Object.entries(VIOLATIONS)) {
  test(`a ${reason} at certain inputs is blamed on them, and the run goes on to its end`, async (t) => {
    const base64 = (await loaded).filter(({ object }) => object.endsWith('/base64'));
    const right = await runOn(referenceTarget(), { runs: 8 }, base64);
    const result = await runOn(
      wrong(referenceTarget(), (input) => input.includes('Zm9v')),
      { runs: 8 },
      base64,
    );
    const cases = result.requirements.flatMap((requirement) => requirement.cases);
    t.equal(
      cases.length,
      right.requirements.flatMap((requirement) => requirement.cases).length,
      'every case has a verdict',
    );
    const down = cases.filter(({ verdict }) => verdict === 'violates');
    t.ok(down.length > 0, `${down.length} cases violate`);
    for (const { id, reason: why, counterexample } of down) {
      t.ok(why.startsWith(`${reason}:`) && counterexample?.includes('Zm9v'), `${id}: ${why} at ${counterexample}`);
    }
    t.equal(result.totals.inconclusive, 0, 'all others are judged');
    const sound = ({ totals }: Result): number => totals.conforms + totals.recorded;
    t.equal(sound(result) + down.length, sound(right));
  });
}
