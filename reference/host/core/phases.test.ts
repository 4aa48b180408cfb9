import test from 'tape';
import { answered, type Decision, declined, Phases, passed } from './phases.js';

const names = ['first', 'second', 'third'] as const;
type Name = (typeof names)[number];

/** Takes a subject through handlers that note their number; tells the numbers and how it ended. */
async function met(...handlers: readonly (readonly [Name, (times: number) => Decision<Name>])[]): Promise<unknown[]> {
  const seen: number[] = [];
  const phases = new Phases<number[], Name>(
    names,
    handlers.map(([phase, decide], number) => ({
      phase,
      handle: (subject) => {
        subject.push(number);
        return decide(subject.filter((one) => one === number).length);
      },
    })),
  );
  return [(await phases.run(seen)).kind, ...seen];
}

test('phases: handlers in the order of the phases, then in their own', async (t) => {
  const order = await met(['third', () => declined], ['first', () => declined], ['third', () => declined]);
  t.deepEqual(order, ['through', 1, 0, 2]);
  t.deepEqual(await met(), ['through']);
});

test('phases: a handler ends its phase, or all of them', async (t) => {
  t.deepEqual(await met(['first', () => passed], ['first', () => declined], ['third', () => declined]), [
    'through',
    0,
    2,
  ]);
  t.deepEqual(await met(['first', () => answered], ['second', () => declined]), ['answered', 0]);
  t.deepEqual(await met(['first', () => ({ kind: 'refused', status: 403 })], ['second', () => declined]), [
    'refused',
    0,
  ]);
});

test('phases: a redirect enters again, up to ten times', async (t) => {
  const again = (to: Name) => ({ kind: 'redirected', to }) as const;
  const once = (times: number) => (times === 1 ? again('second') : answered);
  t.deepEqual(await met(['first', () => declined], ['second', () => declined], ['third', once]), [
    'answered',
    ...[0, 1, 2, 1, 2],
  ]);
  const forever = await met(['first', () => again('first')]);
  t.equal(forever[0], 'redirected too often');
  t.equal(forever.length, 1 + 11);
});
