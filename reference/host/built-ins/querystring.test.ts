import { array, constantFrom, dictionary, oneof, string, tuple } from 'fast-check';
import test from 'tape';
import { agrees, examples, inRealm, refuses } from '../../testing/realm-and-node.js';

/** Pieces of queries, with invalid and multi-byte escapes. All are ASCII: Node damages other characters next to an invalid escape. */
const piece = constantFrom(
  'a',
  'b',
  '=',
  '&',
  '+',
  '%',
  '%41',
  '%2',
  '%zz',
  '%E2%82%AC',
  '%E2%82',
  '%ff',
  '%26',
  '%3D',
  '',
);
const wellFormed = string({ unit: 'grapheme', maxLength: 6 });

test('parse agrees with Node', (t) => {
  const query = array(piece).map((pieces) => pieces.join(''));
  agrees(t, 'queries', query, (text, { querystring }) => querystring.parse(text));
  agrees(
    t,
    'separators',
    tuple(query, constantFrom('&', 'a', '%', '&&'), constantFrom('=', 'b', '4')),
    ([text, separator, equal], { querystring }) => querystring.parse(text, separator, equal),
  );
  agrees(
    t,
    'unescape without a plus sign',
    query.map((text) => text.replaceAll('+', '')),
    (text, { querystring }) => querystring.unescape(text),
  );
  t.end();
});

test('stringify agrees with Node', (t) => {
  const entries = dictionary(wellFormed, oneof(wellFormed, array(wellFormed, { minLength: 1, maxLength: 3 })), {
    maxKeys: 4,
  });
  const lists = entries.map((record) => Object.entries(record));
  agrees(t, 'records', lists, (list, { querystring }) => {
    const text = querystring.stringify(Object.fromEntries(list));
    return [text, querystring.parse(text)];
  });
  agrees(t, 'escape', wellFormed, (text, { querystring }) => querystring.escape(text));
  t.end();
});

test('parse follows the documents', (t) => {
  examples(t, (text: string, { querystring }) => querystring.parse(text), [
    ['a=1&b=2&a=3&a', { a: ['1', '3', ''], b: '2' }],
    ['a+b=%2B+c', { 'a b': '+ c' }],
    ['=&=1', { '': ['', '1'] }],
    ['toString=1&hasOwnProperty=2', { toString: '1', hasOwnProperty: '2' }],
    ['%E2é=%zzé', { '\ufffdé': '%zzé' }],
    ['a=%E2%82x&b=%ff', { a: '\ufffdx', b: '\ufffd' }],
  ]);
  examples(t, (text: string, { querystring }) => Object.entries(querystring.parse(text)), [
    ['__proto__=1', [['__proto__', '1']]],
  ]);
  examples(
    t,
    ([count, maxKeys]: readonly [number, number | undefined], { querystring }) => {
      const text = Array.from({ length: count }, (_, index) => `k${index}`).join('&');
      return Object.keys(querystring.parse(text, '&', '=', { ...(maxKeys === undefined ? {} : { maxKeys }) })).length;
    },
    [
      [[1001, undefined], 1000],
      [[1001, 0], 1001],
      [[1001, 1001], 1001],
      [[3, 2], 2],
      [[3, 1.5], 1],
      [[3, -1], 3],
      [[3, Number.POSITIVE_INFINITY], 3],
    ],
  );
  examples<string | number | null>(
    t,
    (value, { querystring }) => Reflect.apply(querystring.parse, undefined, [value]),
    [
      ['', {}],
      [5, {}],
      [null, {}],
    ],
  );
  t.end();
});

test('stringify follows the documents', (t) => {
  t.deepEqual(
    inRealm((input: string, { querystring }) =>
      Reflect.apply(querystring.stringify, undefined, [
        { f: [], a: null, b: undefined, c: true, d: Number.NaN, e: {}, g: [1, [2]], h: input },
      ]),
    )('x y'),
    { value: 'a=&b=&c=true&d=&e=&g=1&g=&h=x%20y' },
  );
  examples(t, (text: string, { querystring }) => querystring.stringify({ k: text }, ';', ':'), [
    ["-_.!~*'()", "k:-_.!~*'()"],
    ['+&=;', 'k:%2B%26%3D%3B'],
    ['\u20ac\ud83d\ude00', 'k:%E2%82%AC%F0%9F%98%80'],
    ['\ud800', 'k:%EF%BF%BD'],
  ]);
  examples<string | number | null | undefined>(
    t,
    (value, { querystring }) => Reflect.apply(querystring.stringify, undefined, [value]),
    [
      ['abc', ''],
      [5, ''],
      [null, ''],
      [undefined, ''],
    ],
  );
  t.end();
});

test('coders come from the options, or else from the current module', (t) => {
  examples(
    t,
    (text: string, { querystring }) => [
      querystring.parse(text, '&', '=', { decodeURIComponent: (part) => `<${part}>` }),
      querystring.stringify({ a: text }, '&', '=', { encodeURIComponent: (part) => `<${part}>` }),
    ],
    [['k=%41+', [{ '<k>': '<%41+>' }, '<a>=<k=%41+>']]],
  );
  examples(
    t,
    (text: string, { querystring }) => {
      const own = { escape: querystring.escape, unescape: querystring.unescape };
      Object.assign(querystring, { escape: () => 'E', unescape: () => 'U' });
      try {
        return [querystring.parse(text), querystring.stringify({ a: text })];
      } finally {
        Object.assign(querystring, own);
      }
    },
    [['k=v', [{ U: 'U' }, 'E=E']]],
  );
  type Wrong = string | number | null;
  refuses(
    t,
    'TypeError',
    (value: Wrong, { querystring }) =>
      Reflect.apply(querystring.parse, undefined, ['a', '&', '=', { decodeURIComponent: value }]),
    [5, null],
  );
  refuses(
    t,
    'TypeError',
    (value: Wrong, { querystring }) =>
      Reflect.apply(querystring.stringify, undefined, [{ a: 1 }, '&', '=', { encodeURIComponent: value }]),
    [5, null],
  );
  refuses(
    t,
    'TypeError',
    (value: Wrong, { querystring }) => Reflect.apply(querystring.parse, undefined, ['a', '&', '=', { maxKeys: value }]),
    ['2', null, Number.NaN],
  );
  refuses(
    t,
    'RangeError',
    (text: string, { querystring }) =>
      querystring.parse(text, '&', '=', {
        decodeURIComponent: () => {
          throw new RangeError('as thrown');
        },
      }),
    ['a'],
  );
  t.end();
});

test('decode and encode are aliases', (t) => {
  examples(
    t,
    (name: string, { querystring }) =>
      Reflect.get(querystring, name) === Reflect.get(querystring, name === 'decode' ? 'parse' : 'stringify'),
    [
      ['decode', true],
      ['encode', true],
    ],
  );
  t.end();
});

test('parse keeps every value of a repeated key', (t) => {
  const run = inRealm(
    (times: number, { querystring }) =>
      Object(querystring.parse('a&'.repeat(times), '&', '=', { maxKeys: 0 })).a.length,
  );
  t.deepEqual(run(200_000), { value: 200_000 });
  t.end();
});
