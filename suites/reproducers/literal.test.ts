import fc from 'fast-check';
import test from 'tape';
import { liftedSource } from '../inside/lifting.js';
import { decode, encode, same } from '../language/encoding.js';
import { literalOf } from './literal.js';
import { show, shownPlain } from './show.js';

const NASTY: readonly unknown[] = [
  `'"\\\`$(rm -rf /)\n\r\t\0\u2028\u2029\u007f é€😀`,
  '\ud800a',
  'x'.repeat(5000),
  JSON.parse('{"__proto__":1,"constructor":2,"a b":3,"":4}'),
  [undefined, null, NaN, -0, Infinity, -Infinity, 1e21, 0.1],
  Buffer.from([0, 255, 39]),
  Buffer.alloc(100, 7),
  new Uint8Array(0),
  new Uint8Array(50).fill(9),
  new Int16Array([1, -1]),
  new Uint8Array([1, 2]).buffer,
  new Date(5),
  { $a: { b: [] } },
];

const evaluated = (source: string): unknown => new Function(`return ${source};`)();

test('a literal evaluates to its value', (t) => {
  for (const value of NASTY) {
    const plain = encode(value);
    const literal = literalOf(plain);
    t.ok(same(encode(evaluated(`(${literal})`)), plain), literal.slice(0, 80));
    t.notOk(/[\n\r\u2028\u2029\0]/.test(literal), 'it is one line of a script');
  }
  fc.assert(
    fc.property(fc.anything({ withTypedArray: true, maxDepth: 2 }), (value) => {
      const plain = encode(value);
      return (
        JSON.stringify(plain).includes('$opaque') ||
        same(encode(evaluated(`(${literalOf(plain)})`)), encode(decode(plain)))
      );
    }),
    { numRuns: 200 },
  );
  t.pass('so do drawn ones');
  t.end();
});

test('a script prints a value like this process', (t) => {
  const lifted: unknown = evaluated(`(() => { const show = ${liftedSource(show)}; return show; })()`);
  if (typeof lifted !== 'function') throw new Error('no function');
  for (const value of NASTY) t.equal(lifted(value), shownPlain(encode(value)));
  const lines = NASTY.map((value) => show(value)).filter((line) => /[\n\r]/.test(line));
  t.deepEqual(lines, [], 'each in one line');
  t.equal(show({ b: [1, undefined], a: Buffer.from('é') }), '{"a":Buffer c3a9,"b":[1,undefined]}');
  t.end();
});
