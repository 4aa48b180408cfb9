import fc from 'fast-check';
import test from 'tape';
import { throws } from '../language/expectation.js';
import type { Trial } from '../language/trial.js';
import { caseSeed, drawOne, drawTrials, type ShrinkLimits, shrink, shrinkLimits } from './draw.js';

const trialOf = (n: number): Trial => ({ input: n, expect: () => throws() });
const many = fc.integer({ min: 0, max: 1_000_000 }).map(trialOf);
const DRAW = { seed: 7, runs: 50 };

const tooLarge = (trial: Trial) =>
  typeof trial.input === 'number' && trial.input > 1234
    ? ({ reason: 'wrong', expected: '', observed: `${trial.input}` } as const)
    : undefined;

test('drawTrials: the same seed and id give the same inputs, another id gives others', (t) => {
  const inputs = (id: string) => drawTrials(id, { many }, DRAW).map(({ input }) => input);
  t.deepEqual(inputs('a'), inputs('a'));
  t.notDeepEqual(inputs('a'), inputs('b'));
  t.equal(inputs('a').length, 50);
  t.notEqual(caseSeed(1, 'a'), caseSeed(2, 'a'));
  t.end();
});

test('shrink: finds the smallest failing input, and its path leads there again', async (t) => {
  const trials = drawTrials('a', { many }, DRAW);
  const index = trials.findIndex((trial) => tooLarge(trial) !== undefined);
  const trial = trials[index];
  const mismatch = trial && tooLarge(trial);
  if (trial === undefined || mismatch === undefined) return t.fail('no failing input was drawn');
  let evaluated = 0;
  const shrunk = await shrink('a', many, DRAW, { index, trial, mismatch }, async (one) => {
    evaluated++;
    return tooLarge(one);
  });
  t.equal(shrunk.trial.input, 1235);
  t.equal(shrunk.mismatch.observed, '1235', 'the observation belongs to the smallest input');
  t.ok(evaluated < 100, `${evaluated} evaluations; those before the failing one are not repeated`);
  t.equal(drawOne('a', many, DRAW, shrunk.path ?? '')?.input, 1235);
});

/** Shrinks the first of the trials that are too large; each evaluation takes so long. */
async function evaluationsOf(limits: ShrinkLimits, eachMs = 0): Promise<number> {
  const trials = drawTrials('a', { many }, DRAW);
  const index = trials.findIndex((trial) => tooLarge(trial) !== undefined);
  const trial = trials[index] ?? trialOf(0);
  const mismatch = { reason: 'wrong', expected: '', observed: '' } as const;
  let evaluated = 0;
  const check = async (one: Trial) => {
    evaluated++;
    const until = performance.now() + eachMs;
    while (performance.now() < until);
    return tooLarge(one);
  };
  const shrunk = await shrink('a', many, DRAW, { index, trial, mismatch }, check, limits);
  if (tooLarge(shrunk.trial) === undefined) throw new Error('the shrunk trial does not fail');
  return evaluated;
}

test('shrink: stops when its evaluations or its time are used up', async (t) => {
  const free = await evaluationsOf({ evaluations: 300, ms: 60_000 });
  t.ok(free > 5, `${free} evaluations without a limit`);
  t.equal(await evaluationsOf({ evaluations: 3, ms: 60_000 }), 3);
  t.equal(await evaluationsOf({ evaluations: 0, ms: 60_000 }), 0, 'the first failure is kept');
  const hurried = await evaluationsOf({ evaluations: 300, ms: 25 }, 10);
  t.ok(hurried <= 3 && hurried < free, `${hurried} evaluations of 10 ms in 25 ms`);
});

test('shrink: a conversation costs far less than an evaluation in a host', (t) => {
  const conversing: Trial = { ...trialOf(1), hold: async () => undefined };
  for (const reason of ['wrong', 'crash', 'hang', 'unobservable'] as const) {
    const mismatch = { reason, expected: '', observed: '' };
    const inHost = shrinkLimits(trialOf(1), mismatch, 'runtime');
    const inConversation = shrinkLimits(conversing, mismatch, 'runtime');
    t.ok(
      inConversation.evaluations * 2 <= inHost.evaluations,
      `${reason}: ${inConversation.evaluations} of ${inHost.evaluations}`,
    );
    t.equal(inConversation.ms, Number.POSITIVE_INFINITY, 'the speed of a host changes no report');
    t.ok(shrinkLimits(conversing, mismatch, 'server').ms <= 10_000, 'a service may be arbitrarily slow');
  }
  t.end();
});
