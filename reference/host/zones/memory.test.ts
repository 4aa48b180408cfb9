import test from 'tape';
import { bench, fillZone, itemsOf, kilobyte, noSpace } from '../../testing/zone-bench.js';

/** Measured on real hosts with zones named `z32`: bytes of the zone, free bytes when nothing is stored. */
const emptyZones = [
  [32 * kilobyte, 20480],
  [33 * kilobyte, 20480],
  [36863, 20480],
  [36864, 24576],
  [40000, 24576],
  [64 * kilobyte, 53248],
  [100 * kilobyte, 90112],
  [128 * kilobyte, 118784],
  [500 * kilobyte, 499712],
  [1024 * kilobyte, 1032192],
  [2048 * kilobyte, 2072576],
  [10240 * kilobyte, 10412032],
  [65536 * kilobyte, 66707456],
] as const;

test('an empty zone has the free space of real hosts', (t) => {
  for (const [size, free] of emptyZones) {
    t.equal(bench({ size }).zone.freeSpace(), free, `${size} bytes`);
    t.equal(bench({ size }).zone.capacity, size);
  }
  t.end();
});

/** Measured on real hosts: kilobytes, length of keys, length of values, entries that fit, free bytes then. */
const fullOfStrings = [
  [32, 1, 0, 128, 0],
  [32, 8, 8, 128, 0],
  [32, 16, 16, 128, 0],
  [32, 17, 16, 79, 0],
  [32, 40, 40, 64, 0],
  [32, 100, 100, 63, 0],
  [32, 1, 1000, 16, 0],
  [32, 1, 2048, 8, 0],
  [32, 1, 2049, 4, 0],
  [32, 1, 4096, 4, 0],
  [32, 1, 4097, 2, 0],
  [32, 1, 8193, 1, 4096],
  [32, 1, 20480, 0, 20480],
  [32, 2000, 1, 4, 0],
  [64, 1, 0, 384, 0],
  [64, 16, 16, 352, 0],
  [64, 17, 16, 207, 0],
  [64, 40, 40, 175, 0],
  [64, 100, 100, 143, 0],
  [64, 1, 1000, 44, 0],
  [64, 1, 8193, 4, 0],
  [64, 1, 20480, 2, 8192],
  [64, 3000, 1, 12, 0],
] as const;

test('a zone of strings is full after the entries that fill real hosts', (t) => {
  for (const [size, key, value, count, free] of fullOfStrings) {
    const { zone } = bench({ size: size * kilobyte, name: size === 32 ? 'z32' : 'p' });
    t.equal(fillZone(zone, key, value), count, `${size}k, keys of ${key}, values of ${value}`);
    t.equal(zone.freeSpace(), free, `${size}k, keys of ${key}, values of ${value}: free`);
    zone.clear();
    t.equal(fillZone(zone, key, value), count, `${size}k, keys of ${key}, values of ${value}: again`);
  }
  t.end();
});

/** Measured on real hosts: kilobytes, length of keys, numbers that fit, free bytes then. */
const fullOfNumbers = [
  [32, 16, 160, 0],
  [32, 17, 95, 0],
  [32, 144, 95, 0],
  [32, 145, 40, 0],
  [32, 1936, 10, 0],
  [32, 1937, 5, 0],
  [32, 3984, 5, 0],
  [32, 3985, 2, 4096],
  [64, 16, 416, 0],
  [64, 17, 223, 0],
  [64, 1936, 26, 0],
  [64, 3985, 6, 4096],
  [1024, 7, 8064, 0],
] as const;

test('a zone of numbers is full after the entries that fill real hosts', (t) => {
  for (const [size, key, count, free] of fullOfNumbers) {
    const { zone } = bench({ size: size * kilobyte, type: 'number' });
    t.equal(fillZone(zone, key, undefined), count, `${size}k, keys of ${key}`);
    t.equal(zone.freeSpace(), free, `${size}k, keys of ${key}: free`);
    t.equal(zone.size(), count);
  }
  t.end();
});

/** Measured on real hosts with 32k: length of the zone's name, length of values, entries with short keys that fit. */
const namesAndRoom = [
  [5, 17, 128],
  [5, 33, 96],
  [6, 17, 127],
  [6, 33, 127],
  [37, 9, 128],
  [38, 9, 159],
] as const;

test('the name of a zone takes memory, too', (t) => {
  for (const [nameLength, value, count] of namesAndRoom) {
    t.equal(fillZone(bench({ name: 'n'.repeat(nameLength) }).zone, 1, value), count, `${nameLength} and ${value}`);
  }
  t.end();
});

test('sizes are those of UTF-8', (t) => {
  t.equal(bench().zone.set('k', 'é'.repeat(8192), undefined).ok, true);
  t.equal(bench().zone.set('k', 'é'.repeat(8193), undefined).ok, false);
  t.end();
});

test('with no free page small values still fit', (t) => {
  const { zone } = bench();
  for (const key of ['a', 'b']) zone.set(key, 'v'.repeat(4097), undefined);
  t.equal(zone.freeSpace(), 0);
  t.equal(zone.set('c', 'v'.repeat(20), undefined).ok, true, 'beside the name of the zone');
  t.equal(zone.freeSpace(), 0);
  t.deepEqual(zone.set('d', 'v', undefined), noSpace, 'no page holds chunks of eight bytes');
  t.end();
});

test('freed pages are merged', (t) => {
  const { zone } = bench();
  const page = 'v'.repeat(4096);
  for (const key of ['a', 'b', 'c', 'd']) zone.set(key, page, undefined);
  t.equal(zone.freeSpace(), 0);
  zone.delete('a');
  zone.delete('c');
  t.equal(zone.freeSpace(), 8192);
  t.deepEqual(zone.set('e', page + page, undefined), noSpace, 'two pages that are not adjacent');
  zone.delete('b');
  t.equal(zone.set('e', page + page, undefined).ok, true);
  t.equal(zone.freeSpace(), 4096);
  zone.delete('d');
  zone.pop('e');
  t.equal(zone.freeSpace(), 20480);
  t.end();
});

test('a value that does not fit changes nothing', (t) => {
  const { zone } = bench();
  const huge = 'x'.repeat(30000);
  zone.set('a', 'old', undefined);
  t.deepEqual(zone.set('a', huge, undefined), noSpace);
  t.deepEqual(zone.replace('a', huge), noSpace);
  t.deepEqual(zone.add('b', huge, undefined), noSpace);
  t.deepEqual(zone.add('a', huge, undefined), { ok: true, value: false });
  t.deepEqual(zone.replace('b', huge), { ok: true, value: false });
  t.deepEqual(itemsOf(zone), [['a', 'old']]);
  t.equal(zone.freeSpace(), 12288);
  t.end();
});

test('a new value needs memory beside the old one', (t) => {
  const { zone } = bench();
  zone.set('a', 'x'.repeat(12000), undefined);
  t.deepEqual(zone.set('a', 'y'.repeat(12000), undefined), noSpace);
  t.equal(zone.get('a'), 'x'.repeat(12000));
  t.equal(zone.replace('a', 'yyy').ok, true);
  t.equal(zone.freeSpace(), 12288);
  t.end();
});

test('a full zone of numbers still counts known keys', (t) => {
  const { zone } = bench({ type: 'number' });
  fillZone(zone, 1, undefined);
  t.deepEqual(zone.incr('7', 1, 0, undefined), { ok: true, value: 2 });
  t.equal(zone.set('8', 9, undefined).ok, true);
  t.deepEqual(zone.incr('new', 1, 0, undefined), noSpace);
  t.equal(zone.has('new'), false);
  t.end();
});
