import test from 'tape';
import { drawTrials, shrink } from '../draw.js';
import type { Mismatch } from '../judge.js';
import { locationPath } from '../merging.js';
import { LAST_EQUAL, PLANTED_OBJECT } from './planted.js';

const [planted] = PLANTED_OBJECT.requirements.flatMap(({ cases }) => cases);

const WRONG: Mismatch = { reason: 'wrong', expected: '', observed: '' };

test('the planted difference is drawn and fully shrunk, whatever the seed and however few the inputs', async (t) => {
  if (planted === undefined) return t.fail('nothing is planted');
  const { id, body } = planted;
  const trials = body().trials(locationPath(id));
  if ('one' in trials) return t.fail('nothing is drawn');
  const check = async ({ input }: { readonly input: unknown }): Promise<Mismatch | undefined> =>
    Number(input) > LAST_EQUAL ? WRONG : undefined;
  const found = new Set<unknown>();
  for (let seed = 0; seed < 200; seed++) {
    const draw = { seed, runs: 1 };
    const [trial] = drawTrials(id, trials, draw);
    if (trial === undefined || (await check(trial)) === undefined) return t.fail(`seed ${seed}: it is not drawn`);
    const limits = { evaluations: 60, ms: Number.POSITIVE_INFINITY };
    const small = await shrink(id, trials.many, draw, { index: 0, trial, mismatch: WRONG }, check, limits);
    found.add(small.trial.input);
  }
  t.deepEqual([...found], [LAST_EQUAL + 1]);
});
