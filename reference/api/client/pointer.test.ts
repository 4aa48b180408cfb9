import test from 'tape';
import { isJsonObject, type JsonValue, mapped, parseJson, stringsIn } from '../support/json.js';
import { valueAt } from './pointer.js';

test('RFC 6901: the examples of section 5', (t) => {
  const document = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };
  const rows: readonly (readonly [string, JsonValue])[] = [
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ];
  for (const [pointer, value] of rows) t.deepEqual(valueAt(document, pointer), value, pointer);
  t.equal(valueAt({ '~1': 'x' }, '/~01'), 'x', 'the tilde is read last');
  t.end();
});

test('pointers: what is not there, and what is no pointer', (t) => {
  for (const pointer of ['/toString', '/foo/01', '/foo/-', '/foo/2', '/foo/length', '/a/b/c']) {
    t.equal(valueAt({ foo: ['bar', 'baz'], a: null }, pointer), undefined, pointer);
  }
  for (const pointer of ['foo', '#/foo', '/~', '/~2', '/a~'])
    t.throws(() => valueAt({}, pointer), SyntaxError, pointer);
  t.end();
});

test('JSON: copies and walks endure any depth and any name', (t) => {
  const deep = parseJson(`${'['.repeat(200_000)}"end"${']'.repeat(200_000)}`);
  t.deepEqual([...stringsIn(deep)], ['end']);
  t.ok(JSON.stringify(mapped(deep, { scalar: (scalar) => scalar })).includes('…'));
  const odd = mapped(parseJson('{"__proto__":{"a":1}}'), { scalar: () => 2 });
  t.equal(JSON.stringify(odd), '{"__proto__":{"a":2}}');
  t.equal(isJsonObject(odd) && valueAt(odd, '/a'), undefined, 'a member of that name is a member like others');
  t.end();
});
