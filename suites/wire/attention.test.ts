import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import test from 'tape';
import { AttentiveTimer, starvationOf, starvationOfAll } from './attention.js';

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Which comes first: a deadline of so many milliseconds, or the promise of `work`. */
function first(ms: number, work: (done: () => void) => void, starved?: () => number): Promise<'late' | 'done'> {
  return new Promise((resolve) => {
    const timer = new AttentiveTimer(ms, () => resolve('late'), starved);
    work(() => {
      timer.cancel();
      resolve('done');
    });
  });
}

test('a deadline ends a futile wait', async (t) => {
  t.equal(await first(20, () => undefined), 'late');
});

test('time in which this process was busy does not count', async (t) => {
  const busy = (done: () => void): void => {
    block(600);
    setTimeout(() => {
      block(600);
      setImmediate(done);
    }, 1);
  };
  t.equal(await first(500, busy), 'done');
});

test('time in which the partner had no processor counts for a tenth', async (t) => {
  const started = performance.now();
  t.equal(
    await first(
      20,
      () => undefined,
      () => performance.now(),
    ),
    'late',
  );
  t.ok(performance.now() - started > 60, `${performance.now() - started} ms`);
});

test('the starvation of a process is known if the system reports it, and never decreases', (t) => {
  const starved = starvationOf(process.pid);
  const before = starved();
  t.ok(before >= 0 && starved() >= before);
  t.equal(starvationOf(0x7ffffffe)(), 0, 'of no process');
  t.end();
});

test('the starvation of ended processes stays counted', async (t) => {
  let members = [process.pid];
  const starved = starvationOfAll(() => members);
  const before = starved();
  members = [];
  await new Promise((resolve) => setTimeout(resolve, 120));
  t.equal(starved(), before);
  members = [process.pid];
  await new Promise((resolve) => setTimeout(resolve, 120));
  t.ok(starved() >= before && starved() <= before + performance.now(), 'and nothing is counted twice');
});

test('an ended thread does not hide the starvation of others', async (t) => {
  const starved = starvationOf(process.pid);
  const busy = (ms: number): Promise<unknown> =>
    new Promise((resolve) =>
      new Worker(`const end = performance.now() + ${ms}; while (performance.now() < end);`, { eval: true }).once(
        'exit',
        resolve,
      ),
    );
  // More threads than processors wait for one.
  const many = (ms: number) => Promise.all(Array.from({ length: availableParallelism() * 3 }, () => busy(ms)));
  const watched = setInterval(starved, 30);
  t.teardown(() => clearInterval(watched));
  await many(600);
  const before = starved();
  t.ok(before > 100, `${before} ms`);
  await many(200);
  t.ok(starved() > before + 50, `${starved() - before} ms more`);
});
