import test from 'tape';
import { bench, fillZone, itemsOf, keysOf, noSpace } from '../../testing/zone-bench.js';
import type { DictionaryZone } from './zone.js';

test('a zone stores, replaces and removes', (t) => {
  const { zone } = bench();
  t.equal(zone.get('a'), undefined);
  t.deepEqual(zone.add('a', '1', undefined), { ok: true, value: true });
  t.deepEqual(zone.add('a', '2', undefined), { ok: true, value: false });
  t.equal(zone.get('a'), '1');
  t.deepEqual(zone.set('a', '3', undefined), { ok: true, value: undefined });
  t.deepEqual(zone.replace('a', '4'), { ok: true, value: true });
  t.deepEqual(zone.replace('b', '4'), { ok: true, value: false });
  t.equal(zone.has('b'), false);
  t.equal(zone.pop('a'), '4');
  t.equal(zone.pop('a'), undefined);
  t.equal(zone.delete('a'), false);
  zone.set('', '', undefined);
  t.equal(zone.delete(''), true, 'an empty key with an empty value counts as an entry');
  t.equal(zone.size(), 0);
  t.end();
});

test('a zone counts', (t) => {
  const { zone } = bench({ type: 'number' });
  t.deepEqual(zone.incr('a', 1, 0, undefined), { ok: true, value: 1 });
  t.deepEqual(zone.incr('a', 5, 100, undefined), { ok: true, value: 6 }, 'the initial value is only for missing keys');
  t.deepEqual(zone.incr('b', 2, 10, undefined), { ok: true, value: 12 });
  t.deepEqual(zone.incr('b', -0.5, 0, undefined), { ok: true, value: 11.5 });
  t.equal(zone.get('b'), 11.5);
  t.end();
});

test('entries are listed in the order of real hosts', (t) => {
  const { zone } = bench();
  const keys = ['b', 'a', 'zeta', 'alpha', '', '10', '9', 'key-1', 'key-2', 'foo', 'bar'];
  for (const key of keys) zone.set(key, 'v', undefined);
  t.deepEqual(keysOf(zone), ['', 'key-1', 'zeta', 'b', 'bar', 'foo', '9', 'key-2', '10', 'alpha', 'a']);
  t.deepEqual(
    itemsOf(zone, 2).map(([key]) => key),
    ['', 'key-1'],
  );
  t.deepEqual(itemsOf(zone, 0), []);
  t.end();
});

test('without a timeout entries do not expire', (t) => {
  const { zone, pass } = bench();
  zone.set('a', '1', undefined);
  pass(Number.MAX_SAFE_INTEGER / 2);
  t.equal(zone.get('a'), '1');
  t.equal(zone.timeout, undefined);
  t.end();
});

test('an entry lives until its timeout has passed', (t) => {
  const { zone, pass } = bench({ timeoutMs: 100 });
  zone.set('a', '1', undefined);
  zone.set('b', '2', 5000);
  t.equal(zone.ttl('a'), 100);
  t.equal(zone.ttl('b'), 5000);
  pass(99);
  t.equal(zone.ttl('a'), 1);
  t.equal(zone.has('a'), true);
  pass(1);
  t.equal(zone.ttl('a'), undefined);
  t.equal(zone.has('a'), false);
  t.equal(zone.get('a'), undefined);
  t.equal(zone.size(), 1);
  t.deepEqual(itemsOf(zone), [['b', '2']]);
  t.equal(zone.ttl('none'), undefined);
  t.end();
});

test('an expired entry is missing for every operation', (t) => {
  const expired = (): DictionaryZone => {
    const { zone, pass } = bench({ timeoutMs: 100 });
    zone.set('a', '1', undefined);
    pass(100);
    return zone;
  };
  t.equal(expired().pop('a'), undefined);
  t.equal(expired().delete('a'), false);
  t.deepEqual(expired().replace('a', '2'), { ok: true, value: false });
  t.deepEqual(expired().add('a', '2', undefined), { ok: true, value: true });
  t.end();
});

test('counting starts again when a counter has expired', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 100 });
  zone.incr('a', 5, 0, undefined);
  pass(100);
  t.deepEqual(zone.incr('a', 1, 10, undefined), { ok: true, value: 11 });
  t.equal(zone.ttl('a'), 100);
  t.end();
});

test('counting keeps the time to live unless a timeout is given', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 1000 });
  zone.incr('a', 1, 0, undefined);
  zone.incr('b', 1, 0, 5000);
  t.equal(zone.ttl('b'), 5000);
  pass(400);
  zone.incr('a', 1, 0, undefined);
  t.equal(zone.ttl('a'), 600);
  zone.incr('a', 1, 0, 9000);
  t.equal(zone.ttl('a'), 9000);
  t.end();
});

test('writing restarts the timeout', (t) => {
  const { zone } = bench({ timeoutMs: 100 });
  zone.set('a', '1', 5000);
  zone.add('a', '2', 7000);
  t.equal(zone.ttl('a'), 5000, 'a refused add does not');
  zone.set('a', '2', undefined);
  t.equal(zone.ttl('a'), 100);
  zone.set('a', '3', 5000);
  zone.replace('a', '4');
  t.equal(zone.ttl('a'), 100);
  t.end();
});

test('the memory of expired entries is freed by the next new key', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 40 });
  for (let i = 0; i < 70; i += 1) zone.set(`k${i}`, 1, undefined);
  zone.set('long', 1, 10_000);
  pass(40);
  t.equal(zone.size(), 1);
  t.equal(zone.freeSpace(), 8192, 'reading does not free it');
  zone.set('long', 2, undefined);
  t.equal(zone.freeSpace(), 8192, 'writing a known key does not free it');
  zone.set('new', 1, undefined);
  t.equal(zone.freeSpace(), 16384);
  t.deepEqual([...keysOf(zone)].sort(), ['long', 'new']);
  t.end();
});

test('the memory of an expired entry is freed when its own key is added', (t) => {
  const { zone, pass } = bench({ timeoutMs: 40 });
  for (let round = 0; round < 10; round += 1) {
    t.equal(zone.set('a', 'v'.repeat(8192), undefined).ok, true, `round ${round}`);
    pass(40);
  }
  t.end();
});

test('a zone that evicts drops sixteen of the oldest', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 60_000, evict: true });
  for (let i = 0; i < 160; i += 1) {
    zone.set(String(i), i, undefined);
    pass(1);
  }
  zone.set('0', 0, undefined);
  zone.incr('1', 1, 0, undefined);
  zone.replace('2', 2);
  zone.set('x', 1, undefined);
  t.equal(zone.size(), 145);
  const gone = Array.from({ length: 160 }, (_, i) => i).filter((i) => !zone.has(String(i)));
  t.deepEqual(
    gone,
    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    'counting does not make an entry younger',
  );
  t.end();
});

test('the oldest are those that would expire first', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 60_000, evict: true });
  for (let i = 0; i < 160; i += 1) {
    zone.set(String(i), i, i < 4 ? 600_000 : i > 150 ? 1000 : undefined);
    pass(1);
  }
  zone.set('x', 1, undefined);
  const gone = Array.from({ length: 160 }, (_, i) => i).filter((i) => !zone.has(String(i)));
  t.deepEqual(gone, [4, 5, 6, 7, 8, 9, 10, 151, 152, 153, 154, 155, 156, 157, 158, 159]);
  t.end();
});

test('expired entries are dropped before live ones', (t) => {
  const { zone, pass } = bench({ type: 'number', timeoutMs: 60_000, evict: true });
  for (let i = 0; i < 160; i += 1) zone.set(String(i), i, i < 100 ? undefined : 5);
  pass(5);
  zone.set('x', 1, undefined);
  t.equal(zone.size(), 101);
  t.end();
});

test('a zone that evicts drops entries until the new value fits', (t) => {
  const { zone } = bench({ timeoutMs: 60_000, evict: true });
  for (let i = 0; i < 60; i += 1) zone.set(`s${i}`, 'y'.repeat(10), undefined);
  t.equal(zone.freeSpace(), 8192);
  t.deepEqual(zone.set('big', 'b'.repeat(20000), undefined), noSpace);
  t.equal(zone.size(), 0, 'a value that never fits drops everything');
  t.equal(zone.freeSpace(), 20480);
  t.end();
});

test('a zone that evicts never drops the entry being written', (t) => {
  const { zone, pass } = bench({ timeoutMs: 60_000, evict: true });
  zone.set('a', 'a'.repeat(8000), undefined);
  pass(1);
  zone.set('b', 'b'.repeat(8000), undefined);
  t.equal(zone.freeSpace(), 0);
  t.equal(zone.set('a', 'A'.repeat(8000), undefined).ok, true);
  t.deepEqual(itemsOf(zone), [['a', 'A'.repeat(8000)]]);
  t.deepEqual(zone.set('a', 'x'.repeat(12000), undefined), noSpace, 'no other entry remains to be dropped');
  t.deepEqual(itemsOf(zone), [['a', 'A'.repeat(8000)]]);
  t.equal(zone.freeSpace(), 8192);
  t.end();
});

test('a zone that does not evict drops nothing', (t) => {
  const { zone } = bench({ type: 'number', timeoutMs: 60_000 });
  fillZone(zone, 1, undefined);
  t.deepEqual(zone.set('x', 1, undefined), noSpace);
  t.equal(zone.size(), 160);
  t.end();
});
