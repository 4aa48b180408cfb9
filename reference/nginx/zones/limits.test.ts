import test from 'tape';
import { HeldZones } from './held.js';
import { LimitZones } from './limits.js';

test('rate limits: a leaky bucket, and delays', (t) => {
  let now = 1000;
  const zones = new LimitZones(() => now);
  const zone = { name: 'a', size: 65_536, rate: 2000 };
  const ask = (key: string, burst = 0, delay = 0) => {
    const verdict = zones.limit([{ zone, key, burst, delay }]);
    return verdict.kind === 'delayed' ? verdict.milliseconds : verdict.kind;
  };
  t.deepEqual([ask('k'), ask('k'), ask('other')], ['passed', 'rejected', 'passed']);
  now += 500;
  t.deepEqual(
    [ask('k'), ask('k', 3000), ask('k', 3000), ask('k', 3000), ask('k', 3000)],
    ['passed', 500, 1000, 1500, 'rejected'],
  );
  now += 10_000;
  t.deepEqual([ask('k', 3000, 2000), ask('k', 3000, 2000), ask('k', 3000, 2000)], ['passed', 'passed', 'passed']);
  t.equal(ask('k', 3000, 2000), 500, 'a request beyond the delay limit waits');
  t.end();
});

test('rate limits: a request that one zone rejects is counted in none', (t) => {
  const zones = new LimitZones(() => 0);
  const of = (name: string, burst: number) => ({ zone: { name, size: 65_536, rate: 1000 }, key: 'k', burst, delay: 0 });
  t.deepEqual(zones.limit([of('a', 5000), of('b', 0)]), { kind: 'passed' });
  t.deepEqual(zones.limit([of('a', 5000), of('b', 0)]), { kind: 'rejected', zone: 'b', excess: 1000 });
  t.deepEqual(zones.limit([of('a', 5000)]), { kind: 'delayed', zone: 'a', excess: 1000, milliseconds: 1000 });
  t.end();
});

test('rate limits: without free memory, the least recently used key is dropped', (t) => {
  const zones = new LimitZones(() => 0);
  const ask = (key: string) =>
    zones.limit([{ zone: { name: 'a', size: 32_768, rate: 1 }, key, burst: 0, delay: 0 }]).kind;
  t.equal(ask('first'), 'passed');
  t.equal(ask('first'), 'rejected');
  for (let at = 0; at < 500; at++) ask(`key ${at}`);
  t.equal(ask('first'), 'passed', 'its excess is forgotten');
  t.end();
});

test('limits of requests in progress: each release allows another one', (t) => {
  const zones = new HeldZones();
  const hold = (...keys: readonly string[]) =>
    zones.hold(keys.map((key) => ({ zone: { name: 'a', size: 65_536 }, key, most: 1 })));
  const first = hold('k');
  t.deepEqual(hold('l', 'k'), { kind: 'rejected', zone: 'a', isFull: false });
  t.equal(hold('l').kind, 'held', 'a rejected request is not counted');
  if (first.kind === 'held') first.release();
  t.equal(hold('k').kind, 'held');
  t.end();
});
