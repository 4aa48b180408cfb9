import fc from 'fast-check';
import test from 'tape';
import { describe } from '../../language/description.js';
import type { Trial } from '../../language/trial.js';
import { differential } from './differential.js';

test('a differential law expects the result of the probe here, and does not change the drawn input', (t) => {
  const input = { memory: Buffer.from([1, 2]), list: [undefined, -0] };
  const law = differential(
    (_: object) => fc.constant(input),
    ({ memory, list }, tools) => {
      memory[0] = 9;
      return [
        memory,
        list,
        tools.invoke(memory, 'equals', [memory]),
        tools.attempt(() => tools.invoke(memory, 'no', [])),
      ];
    },
  );
  const drawn: Trial[] = [];
  const trials = law({}).trials((path) => path);
  if ('many' in trials) drawn.push(...fc.sample(trials.many, 1));
  const [trial] = drawn;
  t.ok(trial, 'is a property');
  if (trial === undefined) return t.end();
  const expected = ['Buffer <09 02>', '[undefined,-0]', 'true', '["threw","Error"]'];
  t.equal(describe(trial.expect()), `returns [${expected.join(',')}]`);
  t.same(input.memory, Buffer.from([1, 2]), 'the input is not changed');
  t.end();
});
