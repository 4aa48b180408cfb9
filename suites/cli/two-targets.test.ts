import test from 'tape';
import type { Differential } from '../../reports/comparison/model.js';
import { NotComparable } from '../../reports/comparison/not-comparable.js';
import { withDifference } from '../executor/differential/planted.js';
import { drawOne } from '../executor/draw.js';
import { pathOf } from '../executor/merging.js';
import { Interrupted } from '../executor/run.js';
import { type Target, TargetUnavailable } from '../executor/target.js';
import { encode } from '../language/encoding.js';
import { TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import { referenceTarget } from '../targets/reference/reference.js';
import { select } from './select.js';
import { compareTargets } from './two-targets.js';

interface How {
  readonly seed?: number;
  readonly runs?: number;
  readonly partial?: boolean;
  readonly interruption?: AbortSignal;
  readonly tell?: (what: string) => void;
}

const compared = (
  before: Target,
  after: Target,
  only: string,
  {
    seed = 1,
    runs = 20,
    partial = false,
    interruption = new AbortController().signal,
    tell = () => undefined,
  }: How = {},
) =>
  compareTargets({
    before,
    after,
    selection: { only },
    numbers: { seed, runs, jobs: 8 },
    words: ['compare'],
    partial,
    interruption,
    tell,
  });

/** Where an observation was made. */
interface Place {
  /** It and those before it. */
  readonly seen: number;
  /** Those that were made together with it. */
  readonly together: number;
  /** What was given, as text. */
  readonly input: string;
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
              return observed.map((of, at) =>
                of.map((one, i) =>
                  change(one, { seen: ++seen, together, input: JSON.stringify(jobs[at]?.inputs[i] ?? null) }),
                ),
              );
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
  t.ok(addsUp(differential));
});

/** Whether each input is counted once more by what came of it. */
const addsUp = (differential: Differential | undefined): boolean =>
  differential !== undefined &&
  differential.inputs === differential.agreed + differential.differed + differential.dropped + differential.unobserved;

test('two targets: what is planted is no input of the suite, and is found however few are drawn', async (t) => {
  const { differential } = await compared(referenceTarget(), referenceTarget(), ONE_INPUT, { runs: 1, seed: 2 });
  t.equal(differential?.plantedFound, true);
  t.deepEqual([differential?.inputs, differential?.agreed], [1, 1]);
});

/** A case with a single input. */
const ONE_INPUT = 'buffer-compare.equals/equal';

test('two targets: targets that no document is about both are refused', async (t) => {
  const { drivers: _, ...nobody } = referenceTarget();
  t.equal(await refusal(compared(referenceTarget(), { ...nobody, drivers: {} }, ONE_INPUT)), NotComparable);
});

/** What is thrown. */
const refusal = (comparing: Promise<unknown>): Promise<unknown> =>
  comparing.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? thrown.constructor : thrown),
  );

test('two targets: one that is lost on the way is not compared, unless that is wanted', async (t) => {
  const only = 'buffer-compare.**';
  for (const [before, after] of [
    [dying(referenceTarget()), referenceTarget()],
    [referenceTarget(), dying(referenceTarget())],
  ] as const)
    t.equal(await refusal(compared(before, after, only)), NotComparable);
  const lost = await compared(referenceTarget(), dying(referenceTarget()), only, { partial: true });
  const { verdict, notes, differential } = lost;
  t.deepEqual([verdict, differential], ['undecided', undefined], 'nothing can be seen again on what is lost');
  t.ok(
    notes.some((note) => note.includes('was cut short: it is gone')),
    notes.join('; '),
  );
});

/** The target, which goes down at its second batch and does not start again. */
function dying(target: Target): Target {
  const { runtime } = target.drivers;
  if (runtime === undefined) return target;
  let [starts, batches] = [0, 0];
  return {
    ...target,
    drivers: {
      runtime: {
        ...runtime,
        start: async (setup) => {
          starts += 1;
          if (starts > 1) throw new TargetUnavailable('it is gone');
          const session = await runtime.start(setup);
          return {
            converse: (conversation) => session.converse(conversation),
            stop: () => session.stop(),
            evaluate: (jobs, deadlineMs) => {
              batches += 1;
              if (batches > 1) throw new TargetDown('crash', 'it went down');
              return session.evaluate(jobs, deadlineMs);
            },
          };
        },
      },
    },
  };
}

test('two targets: a crash is wrong, also where the documents leave the answer open', async (t) => {
  const crashing = changed(referenceTarget(), () => ({ kind: 'crashed', detail: 'it went down' }));
  const { differential, totals } = await compared(referenceTarget(), crashing, OPEN);
  t.equal(totals.crashes, 1);
  t.deepEqual(
    differential?.groups.map(({ blame, cases }) => [blame, cases]),
    [['second', [OPEN]]],
  );
  const other = changed(referenceTarget(), () => ({ kind: 'returned', value: 'another' }));
  const open = await compared(referenceTarget(), other, OPEN);
  t.deepEqual(
    open.differential?.groups.map(({ blame }) => blame),
    ['open'],
  );
  t.ok(addsUp(open.differential) && open.differential?.differed === 1);
});

/** A case that the documents leave open. */
const OPEN = 'querystring.members.open/querystring.parse/arity';

test('two targets: a hang is not made small for ever', async (t) => {
  let alone = 0;
  const hanging = changed(referenceTarget(), (one, { together, input }) => {
    if (together === 1 && input.includes('"text"')) alone += 1;
    return one.kind === 'returned' && input.length > 140 ? { kind: 'hung', afterMs: 1 } : one;
  });
  const tell = (what: string): void => {
    if (what.startsWith('the inputs at which')) alone = 0;
  };
  const { differential, totals } = await compared(referenceTarget(), hanging, DRAWN, { tell });
  t.equal(totals.crashes, 1);
  t.equal(differential?.groups.flatMap(({ examples }) => examples).length, 1);
  // Each may cost its deadline: it is seen alone before and after four steps at most.
  t.ok(alone > 0 && alone <= 6, `${alone} single evaluations`);
});

/** A case of drawn inputs. */
const DRAWN = 'base64.btoa.encodes/any';

test('two targets: an example is the same difference as that which was seen, at the input of its command', async (t) => {
  // A longer text is another fault than a character: what is made small must not become the other.
  const faulty = changed(referenceTarget(), (one, { input }) => {
    const text = /"text":"((?:[^"\\]|\\.)*)"/.exec(input)?.[1] ?? '';
    if (/[\u00c8-\u00ff]/.test(text)) return { kind: 'returned', value: 'wrong' };
    return text.length > 2 ? { kind: 'threw', name: 'RangeError', message: '' } : one;
  });
  const { differential } = await compared(referenceTarget(), faulty, DRAWN);
  const examples = differential?.groups.flatMap((group) => group.examples) ?? [];
  t.ok(examples.length > 0 && addsUp(differential));
  t.deepEqual(
    new Set(differential?.groups.map(({ blame, cause }) => `${blame}: ${cause}`)),
    new Set(['second: other values', 'second: the first returns, the second throws RangeError']),
  );
  for (const { cause, examples: own } of differential?.groups ?? [])
    t.ok(
      own.every(({ second }) => (second === 'returns "wrong"') === (cause === 'other values')),
      `${cause}: ${JSON.stringify(own)}`,
    );
  for (const { input, replays } of examples) {
    const text = String(JSON.parse(input).it.subjects.text);
    t.ok(text.length <= 6, 'it is small');
    const [, path] = / --path (\S+)$/.exec(replays[1]) ?? [];
    t.equal(await inputAt(path), input, 'the command is about that input');
  }
});

/** What the case of drawn inputs is given at a path. */
async function inputAt(path: string | undefined): Promise<string | undefined> {
  const [object] = await select({ only: DRAWN });
  const [found] = object?.requirements.flatMap(({ cases }) => cases) ?? [];
  const trials = found?.body().trials(pathOf(DRAWN));
  if (trials === undefined || 'one' in trials || path === undefined) return undefined;
  const trial = drawOne(DRAWN, trials.many, { seed: 1, runs: 1 }, path);
  return trial && JSON.stringify(encode(trial.input));
}

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
  const comparing = compared(referenceTarget(), ending, 'buffer-compare.equals/{equal,any}', {
    interruption: controller.signal,
  });
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
