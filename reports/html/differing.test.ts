import fc from 'fast-check';
import test from 'tape';
import { differing } from './differing.js';

const marks = (one: string, other: string): readonly string[] => differing(one, other).map(String);
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\ud83d\ude00'), maxLength: 12 });

test('the part that differs is marked', (t) => {
  t.deepEqual(marks('{"a":1}', '{"a":25}'), ['{&quot;a&quot;:<mark>1</mark>}', '{&quot;a&quot;:<mark>25</mark>}']);
  t.deepEqual(marks('aa', 'aaa'), ['aa<mark></mark>', 'aa<mark>a</mark>']);
  t.deepEqual(marks('x', 'y'), ['x', 'y'], 'nothing in common');
  t.deepEqual(marks('x', 'x'), ['x', 'x'], 'nothing differs');
  t.end();
});

test('marks lose no text, and what is around them is the same on both sides', (t) => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left = '', right = ''] = marks(one, other);
      const around = (marked: string): string => marked.replace(/<mark>[\s\S]*<\/mark>/, '|');
      return (
        left.replaceAll(/<\/?mark>/g, '') === one &&
        right.replaceAll(/<\/?mark>/g, '') === other &&
        (!left.includes('<mark>') || around(left) === around(right))
      );
    }),
  );
  t.end();
});
