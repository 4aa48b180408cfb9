import fc from 'fast-check';
import test from 'tape';
import { comesTo, settledValue } from '../../../testing/fetch-realm.js';
import { valueRows } from '../../../testing/tables.js';

test('Headers: initial values', (t) => {
  comesTo(
    t,
    valueRows(`
    new Headers() ⇒ []
    new Headers('a: b') ⇒ []
    new Headers(null) ⇒ []
    new Headers([['b', '1'], ['A', 2], ['B', null]]) ⇒ [["A", "2"], ["b", "1, "]]
    new Headers({ b: [1, 2], A: undefined, a: { toString: () => 'x' } }) ⇒ [["A", ", x"], ["b", "1,2"]]
    new Headers(new Headers([['A', '1'], ['a', '2']])).getAll('a') ⇒ ["1", "2"]
    new Headers({ a: Buffer.from('é'), b: new Uint8Array([0x41]).buffer }) ⇒ [["a", "é"], ["b", "A"]]
    new Headers(Object.create({ a: '1' })) ⇒ []
    [[['a']], [['a', 'b', 'c']], ['ab'], [null], { 'a b': '' }, { a: Symbol() }].map((init) => tried(() => new Headers(init)))
      ⇒ 6 × "TypeError"
    tried(() => new Headers({ get a() { throw new RangeError(); } })) ⇒ "RangeError"
  `),
  );
  t.end();
});

test('Headers: names and values', (t) => {
  const refused = (made: string, count: number): string =>
    `Array.from({ length: ${count} }, (_, unit) => unit).filter((unit) => tried(() => new Headers().set(${made})) instanceof TypeError)`;
  const isToken = (unit: number): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]$/.test(String.fromCharCode(unit));
  const units = Array.from({ length: 300 }, (_, unit) => unit);
  comesTo(t, [
    [refused("'a' + String.fromCharCode(unit), ''", 300), units.filter((unit) => !isToken(unit))],
    [
      refused("'a', 'x' + String.fromCharCode(unit) + 'y'", 300),
      units.filter((unit) => (unit < 32 && unit !== 9) || unit === 127),
    ],
    [
      "['append', 'set', 'delete'].map((method) => tried(() => new Headers()[method]('', '')))",
      Array(3).fill('TypeError'),
    ],
    ["[new Headers().get('a b'), new Headers().getAll('\\n'), new Headers().has('')]", [null, [], false]],
    [
      "new Headers({ a: ' \\t x \\t y ', b: ' ' })",
      [
        ['a', 'x \t y'],
        ['b', ''],
      ],
    ],
    ["new Headers({ a: '\\ud800é😀' }).get('a')", '\ufffdé😀'],
    ["[new Headers({ k: '1' }).get('\\u212a'), new Headers({ K: '1' }).get('k')]", [null, '1']],
  ]);
  t.end();
});

test('Headers: changes keep the place and the name of the first', (t) => {
  const made = "const h = new Headers([['Foo', '1'], ['x', '2'], ['FOO', '3']]);";
  const after = (change: string, what = 'pairs(h)'): string => `(() => { ${made} ${change}; return ${what}; })()`;
  comesTo(t, [
    [
      after("h.set('foo', '9')"),
      [
        ['Foo', '9'],
        ['x', '2'],
      ],
    ],
    [after("h.append('foo', '9')", "h.getAll('fOO')"), ['1', '3', '9']],
    [
      after("h.delete('fOO'); h.append('FOO', '4')"),
      [
        ['FOO', '4'],
        ['x', '2'],
      ],
    ],
    [after("h.forEach(() => h.append('n' + Math.random(), ''))", 'Object.keys(h).length'), 4],
    [
      after("const seen = []; h.forEach((name, value) => { seen.push(name, value); h.delete('x'); })", 'seen'),
      ['Foo', '1, 3'],
    ],
    [
      after('0', "['b-', 'b', 'A', 'a~', 'aa'].map((name) => (h.set(name, ''), name)) && Object.keys(h)"),
      ['A', 'Foo', 'a~', 'aa', 'b', 'b-', 'x'].sort(),
    ],
    [after('0', "[h.append('a', ''), h.set('a', ''), h.delete('a'), h.forEach(() => 1)]"), Array(4).fill('undefined')],
    [after('0', '[undefined, null, {}].map((value) => tried(() => h.forEach(value)))'), Array(3).fill('TypeError')],
    [after('0', 'tried(() => h.forEach(() => { throw new RangeError(); }))'), 'RangeError'],
  ]);
  t.end();
});

test('Headers: names are properties that scripts can read', (t) => {
  comesTo(
    t,
    valueRows(String.raw`
    JSON.stringify(new Headers([['B', '1'], ['a', '2'], ['b', '3']])) ⇒ "{\"B\":\"1, 3\",\"a\":\"2\"}"
    (({ foo, Foo, bar }) => [foo, Foo, bar])(new Headers({ FOO: '1' })) ⇒ ["1", "1", "undefined"]
    ((h) => [tried(() => { 'use strict'; h.a = 2; }), tried(() => { 'use strict'; delete h.a; }), h.a])(new Headers({ a: '1' }))
      ⇒ ["TypeError", "TypeError", "1"]
    ((h) => [typeof h.get, h.get('get'), Object.keys(h)])(new Headers({ get: '1' })) ⇒ ["function", "1", ["get"]]
    [new Headers() instanceof Headers, Object.prototype.toString.call(new Headers()), new (class Own extends Headers {})({ a: '1' }).get('A')]
      ⇒ [true, "[object Headers]", "1"]
    ['get', 'getAll', 'has'].map((method) => Headers.prototype[method].call({}, 'a')) ⇒ [null, null, false]
    ['append', 'set', 'delete', 'forEach'].map((method) => tried(() => Headers.prototype[method].call({}, 'a', () => 1)))
      ⇒ 4 × "TypeError"
  `),
  );
  t.end();
});

const names = ['a', 'A', 'b', 'Set-Cookie', 'set-cookie', 'x-y'];
const value = fc.string({ unit: fc.constantFrom(' ', '\t', ',', 'a', '\u00ff', ';') });
const change = fc.oneof(
  fc.tuple(fc.constantFrom('append', 'set'), fc.constantFrom(...names), value),
  fc.tuple(fc.constant('delete'), fc.constantFrom(...names), fc.constant('')),
);

test("Headers: any sequence of changes agrees with Node's class", (t) => {
  const changed = (changes: readonly (readonly [string, string, string])[]) => {
    const headers = new Headers();
    for (const [method, name, text] of changes) {
      if (method === 'append') headers.append(name, text);
      else if (method === 'set') headers.set(name, text);
      else headers.delete(name);
    }
    return names.map((name) => [headers.get(name), headers.has(name)]);
  };
  const property = fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
    const expression = `((h) => { for (const [method, name, text] of ${JSON.stringify(changes)}) h[method](name, text);
      return ${JSON.stringify(names)}.map((name) => [h.get(name), h.has(name)]); })(new Headers())`;
    return JSON.stringify(settledValue(expression)) === JSON.stringify(changed(changes));
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 300 }));
  t.end();
});
