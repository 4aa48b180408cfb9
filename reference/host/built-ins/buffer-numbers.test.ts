import { constantFrom, double, integer, oneof, tuple } from 'fast-check';
import test from 'tape';
import { agrees, examples, refuses } from '../../testing/realm-and-node.js';

const fixedNames = ['Int8', 'UInt8'].concat(
  ['Int16', 'Int32', 'UInt16', 'UInt32', 'Float', 'Double'].flatMap((name) => [`${name}BE`, `${name}LE`]),
);
const sizedNames = ['IntBE', 'IntLE', 'UIntBE', 'UIntLE'];
const offset = integer({ min: -2, max: 12 });
const size = integer({ min: 1, max: 6 });

/** Whole numbers around the limits of every size. */
const whole = tuple(integer({ min: 0, max: 48 }), integer({ min: -2, max: 2 }), constantFrom(-1, 1)).map(
  ([bits, step, sign]) => sign * 2 ** bits + step,
);

test('reading and writing numbers agrees with Node', (t) => {
  agrees(t, 'fixed sizes', tuple(constantFrom(...fixedNames), whole, offset), ([name, value, at]) => {
    const buffer = Buffer.alloc(12, 0xa5);
    const call = (method: string, ...values: unknown[]): unknown =>
      Reflect.apply(Reflect.get(buffer, method), buffer, values);
    return [call(`read${name}`, Math.abs(at) % 4), call(`write${name}`, value, at), buffer, call(`read${name}`, at)];
  });
  agrees(t, 'given sizes', tuple(constantFrom(...sizedNames), whole, offset, size), ([name, value, at, count]) => {
    const buffer = Buffer.alloc(12, 0xa5);
    const call = (method: string, ...values: unknown[]): unknown =>
      Reflect.apply(Reflect.get(buffer, method), buffer, values);
    return [
      call(`read${name}`, Math.abs(at) % 4, count),
      call(`write${name}`, value, at, count),
      buffer,
      call(`read${name}`, at, count),
    ];
  });
  agrees(
    t,
    'floating point',
    tuple(constantFrom('Float', 'Double'), constantFrom('BE', 'LE'), oneof(double(), whole)),
    ([type, order, value]) => {
      const buffer = Buffer.alloc(9);
      const call = (method: string, ...values: unknown[]): unknown =>
        Reflect.apply(Reflect.get(buffer, method), buffer, values);
      return [
        call(`write${type}${order}`, value, 1),
        buffer,
        call(`read${type}${order}`, 1),
        call(`write${type}${order}`, value),
      ];
    },
  );
  t.end();
});

test('values are truncated, then checked', (t) => {
  examples(
    t,
    (value: number | string | undefined) => {
      const buffer = Buffer.alloc(2, 9);
      return [Reflect.apply(buffer.writeInt8, buffer, [value, 1]), buffer];
    },
    [
      [127.5, [2, [9, 127]]],
      [-128.5, [2, [9, 128]]],
      [-0.5, [2, [9, 0]]],
      ['5', [2, [9, 5]]],
      ['x', [2, [9, 0]]],
      [undefined, [2, [9, 0]]],
      [Number.NaN, [2, [9, 0]]],
    ],
  );
  t.end();
});

test('numbers out of range are rejected', (t) => {
  refuses(t, 'RangeError', (value: number) => Buffer.alloc(1).writeInt8(value), [128, -129, Number.POSITIVE_INFINITY]);
  refuses(t, 'RangeError', (value: number) => Buffer.alloc(6).writeUIntBE(value, 0, 6), [-1, 2 ** 48]);
  refuses(t, 'RangeError', (byteLength: number) => Buffer.alloc(8).readIntBE(0, byteLength), [0, 7, -1, Number.NaN]);
  refuses(t, 'RangeError', (byteLength: number) => Buffer.alloc(8).writeUIntLE(0, 0, byteLength), [
    0,
    7,
    -1,
    Number.NaN,
  ]);
  refuses(t, 'RangeError', (at: number) => Buffer.alloc(8).readDoubleBE(at), [1, -1, Number.POSITIVE_INFINITY]);
  refuses(t, 'RangeError', (at: number) => Buffer.alloc(8).subarray(2, 4).readInt32LE(at), [0, -2]);
  refuses(
    t,
    'TypeError',
    (byteLength: string | undefined) => Reflect.apply(Buffer.prototype.readIntLE, Buffer.alloc(8), [0, byteLength]),
    ['2', undefined],
  );
  t.end();
});
