import test from 'tape';
import type { JsonValue } from '../support/json.js';
import { isPointer, valueAt } from './pointer.js';

test('RFC 6901: examples of section 5', (t) => {
  const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, '~1': 'x' };
  const rows: readonly (readonly [string, JsonValue])[] = [
    ['', document],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/~01', 'x'],
  ];
  for (const [pointer, value] of rows) t.deepEqual(valueAt(document, pointer), value, pointer);
  t.end();
});

test('pointers: what is not there, and what is no pointer', (t) => {
  for (const pointer of ['/toString', '/foo/01', '/foo/-', '/foo/2', '/foo/length', '/a/b/c']) {
    t.equal(valueAt({ foo: ['bar', 'baz'], a: null }, pointer), undefined, pointer);
  }
  for (const text of ['foo', '#/foo', '/~', '/~2', '/a~']) t.notOk(isPointer(text), text);
  for (const text of ['', '/', '/a/b', '/~0~1']) t.ok(isPointer(text), text);
  t.end();
});
