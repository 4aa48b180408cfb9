import test from 'tape';
import { answered, type Decision, declined, Phases, passed } from './phases.js';

const names = ['first', 'second', 'third'] as const;
type Name = (typeof names)[number];

/** Takes a subject through handlers that record their numbers; returns the numbers and how it ended. */
async function met(
  ...handlers: readonly (readonly [Name, (times: number) => Decision<Name> | Promise<Decision<Name>>])[]
): Promise<unknown[]> {
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

test('phases: handlers that decide at once, and slow ones', async (t) => {
  const later = <T>(decision: T) => new Promise<T>((resolve) => setImmediate(resolve, decision));
  t.deepEqual(
    await met(
      ['first', () => later(declined)],
      ['first', () => later(passed)],
      ['first', () => answered],
      ['second', () => declined],
      ['third', () => later(answered)],
      ['third', () => declined],
    ),
    ['answered', 0, 1, 3, 4],
  );
});

test('phases: a redirect leaves them, and enters them again at its target phase', async (t) => {
  t.deepEqual(await met(['first', () => ({ kind: 'redirected', to: 'second' })], ['third', () => answered]), [
    'redirected',
    0,
  ]);
  const seen: string[] = [];
  const phases = new Phases<undefined, Name>(
    names,
    names.map((phase) => ({
      phase,
      handle: () => {
        seen.push(phase);
        return declined;
      },
    })),
  );
  await phases.run(undefined, 'second');
  t.deepEqual(seen, ['second', 'third']);
});
