import test from 'tape';
import { isGreen } from '../../reports/totals.js';
import type { GeneratedObject } from '../language/case.js';
import { equal } from '../language/expectation.js';
import { DeviationList } from './deviations/deviations.js';
import { Interrupted, run } from './run.js';
import { DEFAULT_DEADLINES, INTERRUPTED } from './sessions.js';
import { type Driver, type Target, TargetUnavailable } from './target.js';
import { driverOf } from './testing/conversations.js';

/** One case for each of these subjects' requirements, which expects 1. */
const objectOf = (subject: GeneratedObject['subject']): GeneratedObject => ({
  object: 'object',
  title: 'Object',
  document: 1,
  subject,
  requirements: Array.from({ length: 4 }, (_, i) => ({
    id: `object.r${i}`,
    says: 'It is so.',
    strength: 'must',
    rows: [],
    cases: [
      {
        id: `object.r${i}/one`,
        body: () => ({
          kind: 'example',
          cost: 'conversation',
          needs: [],
          setup: [],
          trials: () => ({ one: { input: i, hold: async () => 1, expect: () => equal(1) } }),
        }),
      },
    ],
  })),
});

const targetOf = (drivers: Target['drivers']): Target => ({
  name: 'target',
  kind: 'miniature',
  implementation: 'unknown',
  capabilities: new Set(),
  options: [],
  drivers,
});

const OPTIONS = {
  seed: 1,
  runs: 1,
  jobs: 1,
  deadlines: DEFAULT_DEADLINES,
  deviations: new DeviationList('miniature', []),
};

for (const subject of ['server', 'client'] as const) {
  test(`a ${subject} that is lost on the way, or a run of it that is interrupted: what was observed counts, and it is not green`, async (t) => {
    const interruption = new AbortController();
    const endings: { readonly [why: string]: () => void } = {
      'it is gone': () => {
        throw new TargetUnavailable('it is gone');
      },
      [INTERRUPTED]: () => interruption.abort(),
    };
    for (const [why, ends] of Object.entries(endings)) {
      let held = 0;
      const driver: Driver = driverOf(async () => {
        if (++held === 2) ends();
        return { kind: 'returned', value: 1 };
      });
      const gone: string[] = [];
      const result = await run(targetOf({ [subject]: driver }), [objectOf(subject)], {
        ...OPTIONS,
        interruption: interruption.signal,
        gone: (reason) => gone.push(reason),
      });
      t.equal(result.cutShort, why);
      t.notOk(isGreen(result), 'neither with what was observed before');
      t.deepEqual([result.totals.conforms, result.totals.inconclusive], [1, 3]);
      t.deepEqual(gone, why === INTERRUPTED ? [] : [why], 'which decides about the status');
    }
  });
}

test('a run that is interrupted before the target has said what it is ends at once', async (t) => {
  const interruption = new AbortController();
  const driver: Driver = { restarts: true, start: () => new Promise(() => undefined) };
  const running = run(targetOf({ runtime: driver }), [objectOf('runtime')], {
    ...OPTIONS,
    interruption: interruption.signal,
  }).catch((error: unknown) => error);
  interruption.abort();
  const error = await running;
  t.ok(error instanceof Interrupted && error.exitStatus === 130, String(error));
});
