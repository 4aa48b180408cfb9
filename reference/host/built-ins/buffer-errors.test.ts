import test from 'tape';
import { refuses } from '../../testing/realm-and-node.js';

test('Buffer rejects invalid arguments', (t) => {
  const unsuitable = [undefined, null, 5, true];
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.from, Buffer, [value]), unsuitable);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.byteLength, Buffer, [value]), unsuitable);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.alloc, Buffer, [value]), [undefined, null, '5', true]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.concat, Buffer, [value]), [...unsuitable, 'ab', [5]]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.compare, Buffer, [value, Buffer.alloc(1)]), [
    'a',
    null,
  ]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.prototype.equals, Buffer.alloc(1), [value]), [
    'a',
    null,
  ]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.prototype.copy, Buffer.alloc(1), [value]), ['a', [1]]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.prototype.indexOf, Buffer.alloc(1), [value]), [
    null,
    true,
    [1],
  ]);
  refuses(t, 'TypeError', (value: Wrong) => Reflect.apply(Buffer.prototype.write, Buffer.alloc(1), [value]), [
    undefined,
    5,
  ]);
  refuses(t, 'TypeError', (name: Wrong) => Reflect.apply(Buffer.from, Buffer, ['ab', name]), [
    'latin1',
    'UTF8',
    '',
    5,
    null,
  ]);
  refuses(t, 'TypeError', (name: Wrong) => Reflect.apply(Buffer.prototype.toString, Buffer.alloc(1), [name]), [
    'ascii',
    5,
  ]);
  refuses(t, 'TypeError', (name: string) => Reflect.apply(Reflect.get(Buffer.prototype, name), {}, []), [
    'toString',
    'swap16',
    'readInt8',
    'toJSON',
  ]);
  refuses(t, 'TypeError', (value: number) => Reflect.construct(Buffer, [value]), [3]);
  refuses(t, 'RangeError', (size: number) => Buffer.alloc(size), [-1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY]);
  refuses(t, 'RangeError', (offset: number) => Buffer.from(new ArrayBuffer(4), offset), [-1, 5]);
  refuses(t, 'RangeError', (length: number) => Buffer.from(new ArrayBuffer(4), 1, length), [4]);
  refuses(t, 'RangeError', (length: number) => Buffer.concat([Buffer.alloc(1)], length), [-1, 2 ** 31]);
  refuses(t, 'RangeError', (bound: number) => Buffer.alloc(4).compare(Buffer.alloc(4), bound), [-1, 5]);
  refuses(t, 'RangeError', (bound: number) => Buffer.alloc(4).copy(Buffer.alloc(4), bound), [-1, 5]);
  refuses(t, 'RangeError', (bound: number) => Buffer.alloc(4).fill(1, bound), [-1, 5]);
  refuses(t, 'RangeError', (bound: number) => Buffer.alloc(4).write('a', bound), [-1, 5]);
  refuses(t, 'RangeError', (bound: number) => Buffer.alloc(4).toString('utf8', bound), [-1]);
  refuses(t, 'RangeError', (size: number) => Buffer.alloc(size).swap16(), [1, 3]);
  refuses(t, 'RangeError', (size: number) => Buffer.alloc(size).swap32(), [2, 6]);
  refuses(t, 'RangeError', (size: number) => Buffer.alloc(size).swap64(), [4, 12]);
  t.end();
});

type Wrong = string | number | boolean | null | undefined | readonly number[];
