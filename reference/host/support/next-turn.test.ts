import { once } from 'node:events';
import test from 'tape';
import { nextTurn } from './next-turn.js';

test('next turn: all work at once and in order, even if some of it fails', async (t) => {
  const done: string[] = [];
  nextTurn(() => done.push('one'));
  nextTurn(() => {
    nextTurn(() => done.push('another turn'));
    throw new Error('a bug');
  });
  nextTurn(() => done.push('two'));
  t.deepEqual(done, []);
  const [failure] = await once(process, 'uncaughtException');
  t.equal(failure.message, 'a bug');
  await new Promise<void>((resolve) => nextTurn(resolve));
  t.deepEqual(done, ['one', 'another turn', 'two']);
});
