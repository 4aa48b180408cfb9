import fc from 'fast-check';
import test from 'tape';
import { decode, decoder, encode, encoder, same, show } from './encoding.js';

const SPECIAL = [
  [undefined, { $undefined: true }],
  [Number.NaN, { $number: 'NaN' }],
  [-0, { $number: '-0' }],
  [Number.POSITIVE_INFINITY, { $number: 'Infinity' }],
  [Buffer.from([255, 0]), { $buffer: 'ff00' }],
  [new Uint8Array([1]), { $bytes: '01' }],
  [new Uint8Array([1, 2]).buffer, { $arrayBuffer: '0102' }],
  [new DataView(new ArrayBuffer(1)), { $view: ['DataView', '00'] }],
  [new Int16Array([1]), { $view: ['Int16Array', '0100'] }],
  [new TypeError('no'), { $error: ['TypeError', 'no'] }],
  [{ $a: 1 }, { $object: [['$a', 1]] }],
  [null, null],
] as const;

test('encode: values that JSON cannot represent', (t) => {
  for (const [value, plain] of SPECIAL) t.deepEqual(encode(value), plain, JSON.stringify(plain));
  t.end();
});

test('decode: returns the encoded value, of the same type', (t) => {
  for (const [value] of SPECIAL) {
    if (value instanceof Error) continue;
    const back = decode(encode(value));
    t.ok(Object.is(back, value) || Object.getPrototypeOf(back) === Object.getPrototypeOf(value), String(value));
    t.deepEqual(encode(back), encode(value));
  }
  t.end();
});

test('decode and encode: a round trip for JSON values and bytes', (t) => {
  const value = fc.anything({
    withTypedArray: true,
    withDate: true,
    withNullPrototype: false,
    key: fc.oneof(fc.string(), fc.constantFrom('$bytes', '__proto__', '$')),
  });
  fc.assert(
    fc.property(value, (one) => same(encode(decode(encode(one))), encode(one))),
    { numRuns: 500 },
  );
  t.end();
});

test('the slower form for targets writes and reads bytes in the same way', (t) => {
  const [encodeThere, decodeThere] = [encoder(), decoder()];
  for (const length of [0, 1, 15, 255, 256, 257, 512, 1000]) {
    const value = Uint8Array.from({ length }, (_, i) => i * 7);
    t.deepEqual(encodeThere(value), encode(value), `${length} bytes`);
    t.deepEqual(decodeThere(encode(value)), value);
    t.deepEqual(decode(encode(value)), value);
  }
  t.deepEqual(decodeThere({ $bytes: 'aBcDeF' }), decode({ $bytes: 'aBcDeF' }), 'digits of both cases');
  const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  t.deepEqual(encode(part), { $bytes: '0203' }, 'a part of a buffer');
  t.end();
});

test('same: -0 is not 0, the order of keys is ignored, the order of items counts', (t) => {
  t.notOk(same(encode(-0), encode(0)));
  t.ok(same({ a: 1, b: 2 }, { b: 2, a: 1 }));
  t.notOk(same([1, 2], [2, 1]));
  t.notOk(same([], {}));
  t.notOk(same({ a: 1 }, { a: 1, b: null }));
  t.end();
});

test('show: shortens long values in their middle', (t) => {
  const shown = show('a'.repeat(5000), 100);
  t.ok(shown.length < 140 && /4902 more/.test(shown), shown);
  t.end();
});
