import test from 'tape';
import { pointerOf, tokensOf, valueAt } from './pointer.js';

test('pointers of RFC 6901', (t) => {
  const whole = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'k"l': 6, ' ': 7, 'm~n': 8 };
  const examples = [
    ['', whole],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ] as const;
  for (const [pointer, value] of examples) {
    t.deepEqual(valueAt(whole, tokensOf(pointer)), value, JSON.stringify(pointer));
    t.equal(pointerOf(tokensOf(pointer)), pointer, 'and back');
  }
  t.equal(valueAt({ '~1': 5 }, tokensOf('/~01')), 5, '~01 is ~1');
  t.end();
});

test('pointers to nothing', (t) => {
  for (const pointer of ['/a/b', '/list/1', '/list/00', '/list/-', '/list/length', '/constructor', '/__proto__'])
    t.equal(valueAt({ a: null, list: [1] }, tokensOf(pointer)), undefined, pointer);
  t.end();
});

test('texts that are no pointers', (t) => {
  for (const text of ['a', 'a/b', '/~', '/~2', '/a~', '#/a']) t.throws(() => tokensOf(text), SyntaxError, text);
  t.end();
});
