import fc from 'fast-check';
import test from 'tape';
import { comparedPieces } from './differing.js';
import { pairsIn } from './placing.js';

/** Both texts with the differing parts in brackets. */
const marks = (one: string, other: string): readonly string[] =>
  comparedPieces(one, other).map((pieces) =>
    pieces.map(({ text, differs }) => (differs ? `«${text}»` : text)).join(''),
  );

test('the tokens that differ are marked, wherever they are', (t) => {
  t.deepEqual(marks('{"a":1}', '{"a":25}'), ['{"a":«1»}', '{"a":«25»}']);
  t.deepEqual(marks('{"a":1,"b":2,"c":3}', '{"a":9,"b":2,"c":8}'), [
    '{"a":«1»,"b":2,"c":«3»}',
    '{"a":«9»,"b":2,"c":«8»}',
  ]);
  t.deepEqual(marks('returns [1,2]', 'returns [1,x,2]'), ['returns [1,2]', 'returns [1,«x,»2]']);
  t.deepEqual(marks('RangeError thrown', 'TypeError thrown'), ['«RangeError» thrown', '«TypeError» thrown']);
  t.deepEqual(
    marks('a: [r 3, r 00], b: [r 3, r 00], c: [r 3, r 00]', 'a: [r 9, r 00]'),
    ['a: [r «3», r 00], b: [r 3, r 00], c: [r 3, r 00]', 'a: [r «9», r 00]'],
    'a part is found where it begins',
  );
  t.deepEqual(
    marks('a: [r 3, <ef 00 00>], b: [r 3, <ef 00 00>], c: [r 3, <ef 00 00>]', 'a: [r 9, <ef ef 00>]'),
    ['a: [r «3», <ef «00» 00>], b: [r 3, <ef 00 00>], c: [r 3, <ef 00 00>]', 'a: [r «9», <ef «ef» 00>]'],
    'and no later part is taken',
  );
  t.deepEqual(marks('x', 'y'), ['x', 'y'], 'nothing in common');
  t.deepEqual(marks('x', 'x'), ['x', 'x'], 'nothing differs');
  t.end();
});

test('an observation of one place is compared with that place', (t) => {
  const texts: readonly (readonly [expected: string, observed: string, ...marked: readonly string[]])[] = [
    [
      'late: 0, calls: [ended: false], left: [["A","1"],["b","2"]]',
      'calls: item 1: ended: undefined',
      'late: 0, calls: [ended: «false»], left: [["A","1"],["b","2"]]',
      'calls: item 1: ended: «undefined»',
    ],
    [
      'responses: [answer read: [{"toString":"1"}], threw: []]',
      'responses: item 1: answer read: item 1: {"toString":[[Function: toString],"1"]}',
      'responses: [answer read: [{"toString":"1"}], threw: []]',
      'responses: item 1: answer read: item 1: {"toString":«[[Function: toString],»"1"«]»}',
    ],
    [
      'calls: [a: 1, b: 2, a: 1, b: 2], b: 2',
      'calls: item 2: b: 7',
      'calls: [a: 1, b: 2, a: 1, b: «2»], b: 2',
      'calls: item 2: b: «7»',
    ],
    ['[[1, 2], [3, "5, ]"]]', 'item 2: item 2: 4', '[[1, 2], [3, «"5, ]"»]]', 'item 2: item 2: «4»'],
    ['returns [1, 2]', 'item 2: 3', 'returns [1, «2»]', 'item 2: «3»'],
    [
      'it: [["returned",Buffer <00 00>],["returned",0]], length: 2',
      'returns {"length":2,"it":[["returned",Buffer <00 00>],["returned",255]]}',
      'it: [["returned",Buffer <00 00>],["returned",«0»]], length: 2',
      'returns {"length":2,"it":[["returned",Buffer <00 00>],["returned",«255»]]}',
    ],
    ['b: 1, a: b: 2, c: 3', 'a: c: 4', 'b: 1, a: b: 2, c: «3»', 'a: c: «4»'],
    ['a: 1, or 2, b: 3', 'a: 3', 'a: «1, or 2», b: 3', 'a: «3»'],
  ];
  for (const [expected, observed, ...marked] of texts) t.deepEqual(marks(expected, observed), marked);
  t.end();
});

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\n', '\ud83d\ude00'), maxLength: 16 });

test('marks lose no text, and unmarked text is the same on both sides', (t) => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left, right] = comparedPieces(one, other);
      const same = (pieces: typeof left): string =>
        pieces.flatMap((piece) => (piece.differs ? [] : piece.text)).join('');
      const whole = (pieces: typeof left): string => pieces.map((piece) => piece.text).join('');
      const marked = [...left, ...right].some(({ differs }) => differs);
      const places = pairsIn(one, other) !== undefined;
      return whole(left) === one && whole(right) === other && (places || !marked || same(left) === same(right));
    }),
  );
  t.end();
});

const texts = fc.string({
  unit: fc.constantFrom('a: ', 'b: ', 'item 1: ', 'returns ', '{"a":', '[', ']', '}', ', ', '1', '"'),
  maxLength: 12,
});

test('marks lose no text, whatever place an observation names', (t) => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const whole = (pieces: ReturnType<typeof comparedPieces>[0]): string =>
        pieces.map((piece) => piece.text).join('');
      const [left, right] = comparedPieces(one, other);
      return whole(left) === one && whole(right) === other;
    }),
    { numRuns: 2000 },
  );
  t.end();
});

test('very long texts are compared quickly', (t) => {
  const words = Array.from({ length: 5000 }, (_, i) => `w${i}`);
  const same = 'same '.repeat(15_000);
  const [left, right] = comparedPieces(`${same}${words.join(' ')}`, `${same}${[...words].reverse().join(' ')}`);
  t.deepEqual(
    left.map(({ differs }) => differs),
    [false, true],
    'texts that are too long to compare count as different',
  );
  t.ok(left[0]?.text === same && right[0]?.text === same);
  t.end();
});
