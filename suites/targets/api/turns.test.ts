import test from 'tape';
import { Turns } from './turns.js';

test('so many conversations go on at a time', async (t) => {
  const turns = new Turns(2);
  let under = 0;
  let most = 0;
  const hold = () =>
    turns.hold(async () => {
      most = Math.max(most, ++under);
      await new Promise(setImmediate);
      under -= 1;
    });
  await Promise.all(Array.from({ length: 7 }, hold));
  t.equal(most, 2);
});

test('whoever waits for quiet gives up its turn, and all that wait share one moment', async (t) => {
  const turns = new Turns(1);
  const events: string[] = [];
  const moments = new Set<object>();
  const waiting = (name: string) =>
    turns.hold(async () => {
      events.push(name);
      moments.add(await turns.quiet());
      events.push(`${name} later`);
    });
  const through = turns.hold(async () => {
    events.push('through');
  });
  await Promise.all([waiting('a'), waiting('b'), through, waiting('c')]);
  t.equal(moments.size, 1);
  t.deepEqual(events, ['through', 'a', 'b', 'c', 'a later', 'b later', 'c later']);
  await turns.hold(async () => moments.add(await turns.quiet()));
  t.equal(moments.size, 2, 'a later moment is another one, and nobody else is waited for');
});
