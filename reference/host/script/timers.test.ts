import test from 'tape';
import type { RunEnd } from '../../port/outcome.js';
import { Pending } from './pending.js';
import { timerPort } from './timers.js';

/** Its timers are set at one time, however long that takes. */
const portAlone = () => timerPort(new Pending((work) => void work()), () => 0);

const keepBusy = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('timers end in the order in which they are due, however late that is', async (t) => {
  const others = portAlone();
  const port = portAlone();
  const ended: string[] = [];
  const ending = (name: string) => (): RunEnd => {
    ended.push(name);
    return { kind: 'done' };
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
    port.wait(9, () => {
      resolve();
      return { kind: 'done' };
    });
    keepBusy(25);
  });
  t.deepEqual(ended, ['of another realm', 'none', 'one', 'two', 'five', 'eight']);
});
