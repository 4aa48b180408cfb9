import test from 'tape';
import type { RunEnd } from '../../port/outcome.js';
import { DueQueue } from '../support/due-queue.js';
import { PendingWork } from '../support/realms/pending.js';
import { timerPort } from './timers.js';

const done: RunEnd = { kind: 'done' };

const keepBusy = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('timers run in the order in which they are due, however late', async (t) => {
  // All timers are set at the same time, however long that takes.
  let now = (): number => 0;
  const portAlone = () => timerPort(new PendingWork((work) => void work()), () => now());
  const others = portAlone();
  const port = portAlone();
  const ended: string[] = [];
  const ending = (name: string) => (): RunEnd => {
    ended.push(name);
    return done;
  };
  await new Promise<void>((resolve) => {
    others.wait(5, ending('of another realm'));
    keepBusy(6);
    const stopped = port.wait(4, ending('stopped'));
    port.wait(2, () => {
      stopped();
      return ending('two')();
    });
    port.wait(8, ending('eight'));
    port.wait(5, ending('five'));
    port.wait(Number.NaN, ending('none'));
    port.wait(1, ending('one'));
    port.wait(0, ending('zero'));
    port.wait(9, () => {
      resolve();
      return done;
    });
    keepBusy(25);
    now = () => performance.now();
  });
  t.deepEqual(ended, ['of another realm', 'none', 'zero', 'one', 'two', 'five', 'eight']);
});

test('timers never run early, although the host was busy when they were set', async (t) => {
  const port = timerPort(new PendingWork((work) => void work()));
  keepBusy(30);
  const begun = performance.now();
  await new Promise<void>((resolve) => {
    port.wait(20, () => {
      resolve();
      return done;
    });
  });
  t.ok(performance.now() - begun >= 19);
});

test('a queue returns due entries by time, then by addition, without cancelled ones', (t) => {
  const queue = new DueQueue<{ time: number; name: number; isCancelled: boolean }>();
  let state = 7;
  const chance = (most: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % most;
  };
  let model: { time: number; name: number; isCancelled: boolean }[] = [];
  const given: (number | undefined)[] = [];
  const expected: (number | undefined)[] = [];
  for (let step = 0; step < 3000; step += 1) {
    const what = chance(10);
    if (what < 5) {
      const due = { time: chance(50), name: step, isCancelled: false };
      queue.add(due);
      model = [...model, due].toSorted((one, other) => one.time - other.time || one.name - other.name);
    } else if (what < 7) {
      const [cancelled] = model.splice(chance(model.length + 1), 1);
      if (cancelled !== undefined) queue.cancel(cancelled);
    } else {
      given.push(queue.shift()?.name);
      expected.push(model.shift()?.name);
    }
  }
  t.deepEqual(given, expected);
  t.end();
});
