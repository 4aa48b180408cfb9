import test from 'tape';
import { withDifference } from '../executor/differential/planted.js';
import { Interrupted } from '../executor/run.js';
import type { Target } from '../executor/target.js';
import type { Observation } from '../language/observation.js';
import { referenceTarget } from '../targets/reference/reference.js';
import { compareTargets } from './two-targets.js';

const compared = (before: Target, after: Target, only: string, interruption = new AbortController().signal) =>
  compareTargets({
    before,
    after,
    selection: { only },
    numbers: { seed: 1, runs: 20, jobs: 8 },
    words: ['compare'],
    partial: false,
    interruption,
    tell: () => undefined,
  });

/** Where an observation was made. */
interface Place {
  /** It and those before it. */
  readonly seen: number;
  /** Those that were made together with it. */
  readonly together: number;
}

/** The target, what it observes changed on its way. */
function changed(target: Target, change: (observed: Observation, place: Place) => Observation): Target {
  const { runtime } = target.drivers;
  if (runtime === undefined) return target;
  let seen = 0;
  return {
    ...target,
    drivers: {
      runtime: {
        ...runtime,
        start: async (setup) => {
          const session = await runtime.start(setup);
          return {
            converse: (conversation) => session.converse(conversation),
            stop: () => session.stop(),
            evaluate: async (jobs, deadlineMs) => {
              const observed = await session.evaluate(jobs, deadlineMs);
              const together = observed.flat().length;
              return observed.map((of) => of.map((one) => change(one, { seen: ++seen, together })));
            },
          };
        },
      },
    },
  };
}

/** What came of a call is the other of true and false. */
const negated = (observed: Observation): Observation =>
  observed.kind === 'returned'
    ? {
        kind: 'returned',
        value: JSON.parse(JSON.stringify(observed.value).replace(/(?<="returned",)(true|false)/g, other)),
      }
    : observed;

const other = (text: string): string => (text === 'true' ? 'false' : 'true');

test('two targets: a target compared with itself, but for what is planted', async (t) => {
  const { verdict, groups, differential } = await compared(referenceTarget(), referenceTarget(), 'buffer-compare.**');
  t.equal(verdict, 'not-worse');
  t.deepEqual(groups, []);
  t.deepEqual(differential?.groups, []);
  t.equal(differential?.differing, 0);
  t.equal(differential?.plantedFound, true);
  t.ok((differential?.inputs ?? 0) > 200 && differential?.unobserved === 0, `${differential?.inputs} inputs`);
});

test('two targets: a planted difference that both have is missed, and that is said', async (t) => {
  const { differential } = await compared(
    withDifference(referenceTarget()),
    referenceTarget(),
    'buffer-compare.equals',
  );
  t.equal(differential?.plantedFound, false);
});

test('two targets: a difference is found, blamed on the right side, and made small', async (t) => {
  const only = 'buffer-compare.equals/{equal,any}';
  const { verdict, differential } = await compared(referenceTarget(), changed(referenceTarget(), negated), only);
  t.equal(verdict, 'worse');
  const blamed = differential?.groups.filter(({ blame }) => blame === 'second') ?? [];
  t.ok(blamed.length > 0, `${blamed.length} groups`);
  const examples = blamed.flatMap((group) => group.examples);
  t.ok(
    examples.every(({ first, second }) => first !== second && /true|false/.test(first)),
    JSON.stringify(examples),
  );
  const turned = await compared(changed(referenceTarget(), negated), referenceTarget(), only);
  t.equal(turned.verdict, 'not-worse');
  t.ok(turned.differential?.groups.some(({ blame }) => blame === 'first'));
});

test('two targets: what the first does otherwise at another time is no difference', async (t) => {
  const moody = changed(referenceTarget(), (one, { seen }) => (seen <= 100 ? negated(one) : one));
  const { totals, differential } = await compared(moody, referenceTarget(), 'buffer-compare.**');
  t.ok((differential?.dropped ?? 0) > 0, `${differential?.dropped} dropped`);
  t.equal(totals.regressed, 0);
});

test('two targets: of an interrupted comparison nothing is said', async (t) => {
  const controller = new AbortController();
  const ending = changed(referenceTarget(), (one) => {
    controller.abort();
    return one;
  });
  const comparing = compared(referenceTarget(), ending, 'buffer-compare.equals/{equal,any}', controller.signal);
  const error = await comparing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  t.ok(error instanceof Interrupted, String(error));
});

test('two targets: what the second does otherwise at one time alone is no difference, and undecided', async (t) => {
  const moody = changed(referenceTarget(), (one, { seen }) => (seen <= 8 ? negated(one) : one));
  const { verdict, differential } = await compared(referenceTarget(), moody, 'buffer-compare.equals/{equal,any}');
  t.equal(verdict, 'undecided', 'not confirmed alone');
  t.deepEqual([differential?.differing, differential?.groups], [0, []]);
  t.ok((differential?.dropped ?? 0) > 0, `${differential?.dropped} dropped`);
});

test('two targets: what differs each time but never alone is told without an example', async (t) => {
  const shy = changed(referenceTarget(), (one, { together }) => (together > 1 ? negated(one) : one));
  const { differential } = await compared(referenceTarget(), shy, 'buffer-compare.equals/{equal,any}');
  t.ok((differential?.differing ?? 0) > 0, `${differential?.differing} differ`);
  t.deepEqual(
    differential?.groups.flatMap(({ examples }) => examples),
    [],
  );
});
