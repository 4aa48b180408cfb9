import test from 'tape';
import { inOrder } from './each-of.js';

test('results come in order; the next item begins once the caller is done with one', async (t) => {
  const begun: number[] = [];
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    return item * 10;
  };
  const seen: (readonly [number, number, number])[] = [];
  for await (const [item, result] of inOrder([1, 2, 3], 2, work)) seen.push([item, result, begun.length]);
  t.deepEqual(seen, [
    [1, 10, 2],
    [2, 20, 3],
    [3, 30, 3],
  ]);
  const alone: number[] = [];
  begun.length = 0;
  for await (const _ of inOrder([1, 2, 3], 1, work)) alone.push(begun.length);
  t.deepEqual(alone, [1, 2, 3]);
});

test('an error is thrown at the turn of its item', async (t) => {
  const seen: number[] = [];
  const work = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error('second')) : Promise.resolve(item);
  try {
    for await (const [item] of inOrder([1, 2, 3], 3, work)) seen.push(item);
    t.fail('no error');
  } catch (error) {
    t.equal(error instanceof Error && error.message, 'second');
  }
  t.deepEqual(seen, [1]);
});
