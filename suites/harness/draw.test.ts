import fc from 'fast-check';
import test from 'tape';
import { caseSeed, drawOne, drawTrials, shrink } from './draw.js';
import type { Trial } from './law.js';

const trialOf = (n: number): Trial => ({ input: n, expect: () => ({ kind: 'throws' }) });
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
  t.equal(shrunk.mismatch.observed, '1235', 'what was observed belongs to the smallest input');
  t.ok(evaluated < 100, `${evaluated} evaluations; those before the failing one are not repeated`);
  t.equal(drawOne('a', many, DRAW, shrunk.path ?? '')?.input, 1235);
});
