import test from 'tape';
import { requestTargetOf } from './uri.js';

/** Request targets, and their URIs and queries. */
const targets: readonly (readonly [string, string | undefined, string?])[] = [
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/a#f', '/a', ''],
  ['/a?b#f', '/a', 'b'],
  ['//a///b', '/a/b', ''],
  ['/a/./b/.', '/a/b/', ''],
  ['/a/b/../c', '/a/c', ''],
  ['/a/b/..', '/a/', ''],
  ['/a/%2e%2e/b', '/b', ''],
  ['/%41%2f%2Fb', '/A/b', ''],
  ['/%C3%A9?%41', '/\xc3\xa9', '%41'],
  ['/a%3Fb?c', '/a?b', 'c'],
  ['/a+b', '/a+b', ''],
  ['http://host:80/a?b', '/a', 'b'],
  ['http://host', '/', ''],
  ['http://host?x', '/', 'x'],
  ['/..', undefined],
  ['/a/../../b', undefined],
  ['/%', undefined],
  ['/%4', undefined],
  ['/%zz', undefined],
  ['/a%00', undefined],
  ['*', undefined],
  ['host:80', undefined],
];

test('a request target: decoded, merged and without dot segments', (t) => {
  for (const [target, uri, args] of targets) {
    const found = requestTargetOf(target);
    t.deepEqual([found?.uri, found?.args], [uri, args], target);
  }
  t.equal(requestTargetOf('http://host/a%41?b')?.unparsed, '/a%41?b', 'the received target is kept, without the host');
  t.end();
});
