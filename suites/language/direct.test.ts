import fc from 'fast-check';
import test from 'tape';
import { copy, isFormOf } from './direct.js';
import { decode, encode, same } from './encoding.js';

const leaf = fc.oneof(
  fc.anything({ withTypedArray: true, withDate: true, withBigInt: true, withNullPrototype: true, maxDepth: 1 }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.constantFrom<unknown>(-0, 0, Number.NaN, undefined, Symbol('s'), Object, new TypeError('no'), new ArrayBuffer(2)),
);
const key = fc.oneof(fc.string(), fc.constantFrom('$bytes', '$undefined', '__proto__', 'constructor', '$'));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

/** A complete text of a value, including the order of its keys. */
const textOf = (of: unknown): string => JSON.stringify(encode(of));

/** A value within this number of lists. */
const nested = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : [nested(levels - 1, inner)]);

test('copy: equals the decoded encoding, without shared memory', (t) => {
  fc.assert(
    fc.property(value, (one) => textOf(copy(one)) === textOf(decode(encode(one)))),
    { numRuns: 300 },
  );
  for (let levels = 14; levels < 24; levels++) {
    const deep = nested(levels, { a: new Int8Array(1) });
    t.deepEqual(encode(copy(deep)), encode(decode(encode(deep))), `${levels} levels`);
  }
  for (const bytes of [Buffer.of(1, 2), Uint8Array.of(1, 2), Buffer.of(1, 2, 3).subarray(1)]) {
    const [copied] = [copy({ bytes })].flatMap((one) => Object.values(Object(one)));
    bytes[0] = 9;
    t.deepEqual(encode(copied), encode(decode(encode(copied))));
    t.notEqual(Object(copied)[0], 9, 'changes are not seen in the copy');
  }
  t.end();
});

test('isFormOf: equals a comparison of the encodings', (t) => {
  let agreeing = 0;
  fc.assert(
    fc.property(value, value, (one, other) => {
      const form = JSON.parse(JSON.stringify(encode(other)));
      if (isFormOf(form, other)) agreeing += 1;
      return isFormOf(form, other) && isFormOf(form, one) === same(encode(one), form);
    }),
    { numRuns: 500 },
  );
  t.equal(agreeing, 500);
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [0, -0],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, {}],
    [{ a: 1 }, { b: 1 }],
    [[], {}],
    [[1], [1, 2]],
    [['a'], { 0: 'a' }],
    [Buffer.of(1), Uint8Array.of(1)],
    [{ $undefined: true }, undefined],
    [{ $bytes: '01' }, Uint8Array.of(1)],
    [Buffer.of(1, 2), Buffer.of(1, 3)],
    [nested(17, 1), nested(17, 2)],
    [nested(30, 1), nested(29, 1)],
  ];
  for (const [one, other] of pairs) {
    t.equal(
      isFormOf(encode(one), other),
      same(encode(other), encode(one)),
      JSON.stringify([encode(one), encode(other)]),
    );
    t.ok(isFormOf(encode(one), one) && isFormOf(encode(other), other));
  }
  // No target sends this, but a broken one could.
  t.notOk(isFormOf({ constructor: 1 }, { constructor: 1 }), 'a key that is always in a list of pairs');
  t.notOk(isFormOf({ $a: 1 }, { $a: 1 }));
  t.end();
});
