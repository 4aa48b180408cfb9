import fc from 'fast-check';
import test from 'tape';
import { differing } from './differing.js';

/** Both texts with what differs in brackets. */
const marks = (one: string, other: string): readonly string[] =>
  differing(one, other).map((pieces) => pieces.map(({ text, differs }) => (differs ? `«${text}»` : text)).join(''));

test('the tokens that differ are marked, wherever they are', (t) => {
  t.deepEqual(marks('{"a":1}', '{"a":25}'), ['{"a":«1»}', '{"a":«25»}']);
  t.deepEqual(marks('{"a":1,"b":2,"c":3}', '{"a":9,"b":2,"c":8}'), [
    '{"a":«1»,"b":2,"c":«3»}',
    '{"a":«9»,"b":2,"c":«8»}',
  ]);
  t.deepEqual(marks('returns [1,2]', 'returns [1,x,2]'), ['returns [1,2]', 'returns [1,«x,»2]']);
  t.deepEqual(marks('RangeError thrown', 'TypeError thrown'), ['«RangeError» thrown', '«TypeError» thrown']);
  t.deepEqual(
    marks('late: 0, calls: [ended: false], left: [["A","1"],["b","2"]]', 'calls: item 1: ended: undefined'),
    ['late: 0, calls: «[»ended: «false»], left: [["A","1"],["b","2"]]', 'calls: «item 1: »ended: «undefined»'],
    'what a partial text does not tell of is no difference',
  );
  t.deepEqual(
    marks('a: [r 3, r 00], b: [r 3, r 00], c: [r 3, r 00]', 'a: [r 9, r 00]'),
    ['a: [r «3», r 00], b: [r 3, r 00], c: [r 3, r 00]', 'a: [r «9», r 00]'],
    'a part is found where it begins',
  );
  t.deepEqual(
    marks('a: [r 3, <ef 00 00>], b: [r 3, <ef 00 00>], c: [r 3, <ef 00 00>]', 'a: [r 9, <ef ef 00>]'),
    ['a: [r «3», <ef «00» 00>], b: [r 3, <ef 00 00>], c: [r 3, <ef 00 00>]', 'a: [r «9», <ef «ef» 00>]'],
    'and not looked for further on',
  );
  t.deepEqual(marks('x', 'y'), ['x', 'y'], 'nothing in common');
  t.deepEqual(marks('x', 'x'), ['x', 'x'], 'nothing differs');
  t.end();
});

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\n', '\ud83d\ude00'), maxLength: 16 });

test('marks lose no text, and what is not marked is the same on both sides', (t) => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left, right] = differing(one, other);
      const same = (pieces: typeof left): string =>
        pieces.flatMap((piece) => (piece.differs ? [] : piece.text)).join('');
      const whole = (pieces: typeof left): string => pieces.map((piece) => piece.text).join('');
      const marked = [...left, ...right].some(({ differs }) => differs);
      // Of a text that the other tells a part of, the rest is not marked.
      const [words = 0, others = 0] = [one, other].map((of) => of.match(/[\p{L}]+/gu)?.length);
      const alike = 2 * words > others && 2 * others > words;
      return whole(left) === one && whole(right) === other && (!marked || !alike || same(left) === same(right));
    }),
  );
  t.end();
});

test('very long texts are told apart in no time', (t) => {
  const words = Array.from({ length: 5000 }, (_, i) => `w${i}`);
  const same = 'same '.repeat(15_000);
  const [left, right] = differing(`${same}${words.join(' ')}`, `${same}${[...words].reverse().join(' ')}`);
  t.deepEqual(
    left.map(({ differs }) => differs),
    [false, true],
    'what is too much to be compared counts as different',
  );
  t.ok(left[0]?.text === same && right[0]?.text === same);
  t.end();
});
