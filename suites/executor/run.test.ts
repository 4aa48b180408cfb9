import fc from 'fast-check';
import test from 'tape';
import { runOutcome } from '../../reports/outcome.js';
import type { GeneratedObject } from '../language/case.js';
import { equal } from '../language/expectation.js';
import { DeviationList } from './deviations/deviations.js';
import { FIRST_VIOLATION, Interrupted, run } from './run.js';
import { DEFAULT_DEADLINES, INTERRUPTED } from './sessions.js';
import { type Driver, type Target, TargetUnavailable } from './target.js';
import { driverOf } from './testing/conversations.js';

/** One case for each of these subjects' requirements, which expects 1. */
const objectOf = (subject: GeneratedObject['subject'], count = 4): GeneratedObject => ({
  object: 'object',
  title: 'Object',
  document: 1,
  subject,
  requirements: Array.from({ length: count }, (_, i) => ({
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
  test(`a ${subject} that is lost during the run, or an interrupted run: observations count, and it is not green`, async (t) => {
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
      t.equal(runOutcome(result).verdict, 'undecided', 'whatever was observed before');
      t.deepEqual([result.totals.conforms, result.totals.inconclusive], [1, 3]);
      t.deepEqual(gone, why === INTERRUPTED ? [] : [why], 'this decides the status');
    }
  });
}

test('a run that is interrupted at any moment is not green, and counts its failures', async (t) => {
  for (const restarts of [true, false])
    for (let moment = 1; ; moment++) {
      const interruption = new AbortController();
      const wrong = new Set<string>();
      let held = 0;
      const one = driverOf(async ({ scope }) => {
        if (++held === moment) interruption.abort();
        if (held > moment) t.fail('nothing is asked after that');
        const value = scope === 'object.r0/one' ? 1 : 2;
        if (value === 2 && held < moment) wrong.add(scope);
        return { kind: 'returned', value };
      }, restarts);
      const driver: Driver = { ...one, sessions: 1 };
      const result = await run(targetOf({ server: driver }), [objectOf('server')], {
        ...OPTIONS,
        interruption: interruption.signal,
      });
      if (!interruption.signal.aborted) {
        t.ok(moment > 2 * 3, `${moment - 1} moments, while violations are confirmed too`);
        break;
      }
      const { verdict, unconfirmed } = runOutcome(result);
      t.notEqual(verdict, 'passed', `interrupted at question ${moment}`);
      t.equal(unconfirmed + result.totals.violates, wrong.size, 'failures are counted');
      t.equal(result.cutShort, INTERRUPTED);
    }
});

test('a run that is interrupted before the target is identified ends at once', async (t) => {
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

/** A service whose answers to these cases are wrong the given number of times, then right. */
function wrongAt(times: Readonly<Record<number, number>>): Driver {
  const left = new Map(Object.entries(times));
  return driverOf(async ({ scope }) => {
    const number = /\d+/.exec(scope)?.[0] ?? '';
    const wrong = left.get(number) ?? 0;
    left.set(number, wrong - 1);
    return { kind: 'returned', value: wrong > 0 ? 2 : 1 };
  });
}

/** More cases than a round has. */
const CASES = 300;

test('a run with --fail-fast ends once a violation is confirmed', async (t) => {
  const result = await run(targetOf({ server: wrongAt({ 3: 9, 5: 9 }) }), [objectOf('server', CASES)], {
    ...OPTIONS,
    jobs: 8,
    failFast: true,
  });
  const reports = result.requirements.flatMap(({ cases }) => cases);
  t.equal(result.cutShort, FIRST_VIOLATION);
  t.deepEqual(
    reports.filter(({ verdict }) => verdict === 'violates').map(({ id, reason }) => `${id} ${reason}`),
    ['object.r3/one wrong: returns 2'],
  );
  t.equal(reports[5]?.reason, `${FIRST_VIOLATION}; seen among other cases: wrong: returns 2`);
  t.equal(reports[CASES - 1]?.reason, FIRST_VIOLATION, 'untried cases have a reason');
  t.ok(result.totals.conforms > 0 && result.totals.conforms < CASES - 2, `${result.totals.conforms} conform`);
  t.equal(runOutcome(result).verdict, 'failed');
});

test('it ends with the case: only the parallel conversations are held', async (t) => {
  let held = 0;
  const driver = driverOf(async () => {
    held += 1;
    return { kind: 'returned', value: 2 };
  });
  const result = await run(targetOf({ server: driver }), [objectOf('server', CASES)], { ...OPTIONS, failFast: true });
  t.deepEqual([result.totals.violates, result.totals.inconclusive], [1, CASES - 1]);
  t.equal(held, OPTIONS.jobs + 1, 'the parallel ones, and the first again');
});

test('later violations than the first are not shrunk', async (t) => {
  const heldWith = async (wrong: Readonly<Record<number, number>>): Promise<number> => {
    let held = 0;
    const { start } = wrongAt(wrong);
    const driver: Driver = {
      restarts: false,
      start: async (setup) => {
        const session = await start(setup);
        return {
          ...session,
          converse: (of, ...more) => {
            held += 1;
            return session.converse(of, ...more);
          },
        };
      },
    };
    const object = objectOf('server', 8);
    const requirements = object.requirements.map((one, i) => ({
      ...one,
      cases: one.cases.map((of) => ({ ...of, body: () => ({ ...of.body(), trials: () => ({ many: drawn(i) }) }) })),
    }));
    const options = { ...OPTIONS, jobs: 8, runs: 20, failFast: true };
    const result = await run(targetOf({ server: driver }), [{ ...object, requirements }], options);
    t.equal(result.totals.violates, 1);
    return held;
  };
  const drawn = (i: number) =>
    fc.integer().map((of) => ({ input: [i, of], hold: async () => 1, expect: () => equal(1) }));
  const always = Number.MAX_SAFE_INTEGER;
  const all = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i, always]));
  t.equal(await heldWith(all), await heldWith({ 0: always }));
});

test('an unconfirmed failure does not end it', async (t) => {
  const result = await run(targetOf({ server: wrongAt({ 3: 1 }) }), [objectOf('server', CASES)], {
    ...OPTIONS,
    failFast: true,
  });
  t.equal(result.cutShort, undefined);
  t.deepEqual([result.totals.conforms, result.totals.inconclusive], [CASES - 1, 1]);
});
