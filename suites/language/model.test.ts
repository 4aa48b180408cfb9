import fc from 'fast-check';
import test from 'tape';
import { drawOne, drawTrials, shrink } from '../executor/draw.js';
import { compare, type Mismatch } from '../executor/judge.js';
import { encode } from './encoding.js';
import { equal } from './expectation.js';
import { type ModelCommand, model } from './model.js';
import type { Trial } from './trial.js';

/** A counter; the target of these tests forgets one addition in every four. */
const add = fc.integer({ min: 1, max: 9 }).map(
  (plain): ModelCommand<{ sum: number }> => ({
    plain,
    step: (counter) => {
      counter.sum += plain;
      return equal(counter.sum);
    },
  }),
);

const law = model({ start: () => ({ sum: 0 }), commands: () => [add], probe: () => [] });
const DRAW = { seed: 3, runs: 20 };

function many(): fc.Arbitrary<Trial> {
  const trials = law({}).trials(() => '/');
  if ('one' in trials) throw new Error('a model draws its trials');
  return trials.many;
}

function observe(trial: Trial, isForgotten: (i: number) => boolean): Mismatch | undefined {
  let sum = 0;
  const answers = commandsOf(trial).map((plain, i) => {
    if (!isForgotten(i)) sum += Number(plain);
    return ['returned', sum];
  });
  return compare(trial.expect(), { kind: 'returned', value: encode(answers) });
}

function commandsOf({ input }: Trial): readonly unknown[] {
  if (typeof input !== 'object' || input === null || !('commands' in input)) throw new Error('no commands');
  return Array.isArray(input.commands) ? input.commands : [];
}

const forgetsFourth = (i: number) => i % 4 === 3;

test('model: answers of the model conform, others do not', (t) => {
  const trials = drawTrials('a', { many: many() }, DRAW);
  t.ok(
    trials.some((trial) => commandsOf(trial).length > 20),
    'long sequences are drawn',
  );
  t.deepEqual(
    trials.filter((trial) => observe(trial, () => false) !== undefined),
    [],
    'a right target conforms',
  );
  t.deepEqual(
    trials.filter((trial) => (observe(trial, forgetsFourth) === undefined) !== commandsOf(trial).length < 4),
    [],
    'every sequence that is long enough detects a forgetful one',
  );
  const silent = trials.find((trial) => commandsOf(trial).length > 0);
  const observed = silent && compare(silent.expect(), { kind: 'returned', value: [] });
  t.ok(observed?.observed.includes('no answer to command 1'), 'a target with too few answers is detected');
  t.end();
});

test('model: shrinks to the shortest sequence, which the path reproduces', async (t) => {
  const trials = drawTrials('a', { many: many() }, DRAW);
  const index = trials.findIndex((trial) => observe(trial, forgetsFourth) !== undefined);
  const trial = trials[index];
  const mismatch = trial && observe(trial, forgetsFourth);
  if (trial === undefined || mismatch === undefined) return t.fail('no failing sequence was drawn');
  const shrunk = await shrink('a', many(), DRAW, { index, trial, mismatch }, async (one) =>
    observe(one, forgetsFourth),
  );
  t.deepEqual(commandsOf(shrunk.trial), [1, 1, 1, 1]);
  const again = drawOne('a', many(), DRAW, shrunk.path ?? '');
  t.deepEqual(again && commandsOf(again), [1, 1, 1, 1]);
});

test('model: a model may follow the answers of its target', (t) => {
  const follows = fc.constant<ModelCommand<{ last: unknown }>>({
    plain: null,
    step: (state, answer) => {
      state.last = answer.kind === 'returned' ? answer.value : answer.kind;
      return equal(state.last);
    },
  });
  const trials = model({ start: () => ({ last: 0 }), commands: () => [follows], probe: () => [] })({}).trials(
    () => '/',
  );
  if ('one' in trials) return t.fail('a model draws its trials');
  const drawn = drawTrials('b', trials, DRAW).find((trial) => commandsOf(trial).length === 2);
  const value = [
    ['returned', 7],
    ['returned', 'x'],
  ];
  t.equal(drawn && compare(drawn.expect(), { kind: 'returned', value }), undefined);
  t.end();
});
